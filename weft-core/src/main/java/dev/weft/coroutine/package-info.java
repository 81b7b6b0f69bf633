/**
 * Control flow that goes back and forth between two or more pieces of code, and promises.
 *
 * <ul>
 *   <li>{@link dev.weft.coroutine.Generator}: code that makes one value after another, for a loop
 *       or a {@link java.util.stream.Stream} that takes them when it wants them.
 *   <li>{@link dev.weft.coroutine.Coroutine}: a conversation. Each resume passes a value in and
 *       gets one out; control always returns to who has resumed it.
 *   <li>{@link dev.weft.coroutine.SymmetricCoroutine}: several that pass control on among
 *       themselves, each naming the next one.
 *   <li>{@link dev.weft.coroutine.Promise}: a computation that has started already, with three
 *       states and callbacks, as in JavaScript. A {@link dev.weft.Future} is the better choice for
 *       all but the border to code that is written in callbacks.
 * </ul>
 *
 * <p>The three kinds of coroutine run nothing at the same time: who resumes waits until the other
 * yields or ends. No runtime is needed. Their bodies are ordinary code and may yield from any depth
 * of calls. Each has a virtual thread, so thread-locals are its own. Where {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED} is given, that thread is run by the thread that resumes, in
 * place, if that is a platform thread or a stackful task; otherwise it is handed to the JDK's
 * scheduler, which takes some twenty times as long for each switch (0.5 µs in place).
 */
@NullMarked
package dev.weft.coroutine;

import org.jspecify.annotations.NullMarked;
