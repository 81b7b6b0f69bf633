/**
 * One table of scenarios, each a future made of scripted leaves, that is cancelled at each of its
 * polls in several ways. {@code weft-verify} runs the same table with the blocks compiled, and
 * compares what both backends did step by step.
 */
package dev.weft.everypoll;
