/** Reading and walking files in Weft and on threads that block. */
@NullMarked
package dev.weft.bench.files;

import org.jspecify.annotations.NullMarked;
