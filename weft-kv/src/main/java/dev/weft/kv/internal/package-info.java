/** What several packages of this module build on; not exported. */
@NullMarked
package dev.weft.kv.internal;

import org.jspecify.annotations.NullMarked;
