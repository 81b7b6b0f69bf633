/**
 * Futures polled by hand, with a clock that only moves when told to: for unit tests that need no
 * runtime.
 */
package dev.weft.testkit;
