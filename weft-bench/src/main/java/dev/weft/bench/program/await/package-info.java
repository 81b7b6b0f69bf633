/** What one await costs, asked with JMH in a process for each answer. */
@NullMarked
package dev.weft.bench.program.await;

import org.jspecify.annotations.NullMarked;
