/**
 * What runs in the process of a contender of the task suite: {@link
 * dev.weft.bench.program.TaskProgram} answers the measuring side, the packages below hold the same
 * works in each model of concurrency.
 */
@NullMarked
package dev.weft.bench.program;

import org.jspecify.annotations.NullMarked;
