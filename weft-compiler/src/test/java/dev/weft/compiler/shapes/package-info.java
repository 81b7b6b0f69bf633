/**
 * The shapes of code that a block can have, each run blocking, stackful and as a state machine,
 * with the same outcome. The sources are resources of the tests: they are compiled here, with and
 * without the plugin.
 */
package dev.weft.compiler.shapes;
