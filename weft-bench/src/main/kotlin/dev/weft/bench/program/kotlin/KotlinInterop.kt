package dev.weft.bench.program.kotlin

import dev.weft.Future
import dev.weft.Weft
import dev.weft.interop.CompletableFutures
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.future.await
import kotlinx.coroutines.future.future

/** Weft's futures in Kotlin's coroutines and the other way round, with CompletableFuture between them. */
object KotlinInterop {

  /** A Weft future as a suspending call; cancelling the coroutine aborts the task. */
  suspend fun <T : Any> await(weft: Weft, future: Future<T>): T =
    CompletableFutures.start(weft, future).await()

  /** A coroutine, which starts at once, as a Weft future; cancelling the future cancels the coroutine. */
  fun <T : Any> future(scope: CoroutineScope, body: suspend () -> T): Future<T> =
    CompletableFutures.fromStage(scope.future { body() })

  /** A coroutine that awaits a Weft future. */
  fun lengthOf(scope: CoroutineScope, weft: Weft, text: Future<String>): CompletableFuture<Int> =
    scope.future { await(weft, text).length }

  /** A coroutine that says so when it begins to wait and when it is cancelled; as a Weft future. */
  fun delayed(
    scope: CoroutineScope,
    millis: Long,
    text: String,
    onStart: Runnable,
    onCancel: Runnable,
  ): Future<String> =
    future(scope) {
      try {
        onStart.run()
        delay(millis)
        text
      } catch (cancelled: CancellationException) {
        onCancel.run()
        throw cancelled
      }
    }
}
