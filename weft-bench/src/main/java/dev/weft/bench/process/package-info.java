/** Starting, asking and measuring the processes in which contenders run. */
@NullMarked
package dev.weft.bench.process;

import org.jspecify.annotations.NullMarked;
