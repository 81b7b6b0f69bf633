@file:OptIn(DelicateCoroutinesApi::class)

package dev.weft.bench.program.kotlin

import dev.weft.bench.program.Spread
import java.util.concurrent.CountDownLatch
import kotlin.time.Duration.Companion.hours
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch

// What outlives its starter is launched in GlobalScope, which has no list of children to keep and
// so is the faster way; the default dispatcher runs it.

private const val CHILDREN = 10

internal suspend fun CoroutineScope.spawnAll(count: Int) = List(count) { launch {} }.joinAll()

/** Each coroutine starts the next one and ends. */
internal suspend fun chain(depth: Int) {
  val end = CompletableDeferred<Unit>()
  link(depth, end)
  end.await()
}

private fun link(left: Int, end: CompletableDeferred<Unit>) {
  GlobalScope.launch { if (left == 0) end.complete(Unit) else link(left - 1, end) }
}

/** A deferred value, completed by a new coroutine, one after another. */
internal suspend fun oneshots(count: Int) {
  repeat(count) {
    val answer = CompletableDeferred<Boolean>()
    GlobalScope.launch { answer.complete(true) }
    answer.await()
  }
}

internal suspend fun skynetJoins(first: Long, leaves: Int): Long =
  if (leaves == 1) {
    first
  } else {
    coroutineScope {
      val each = leaves / CHILDREN
      val children = List(CHILDREN) { async { skynetJoins(first + it.toLong() * each, each) } }
      children.sumOf { it.await() }
    }
  }

/** Returns when all sleep, and lets them. */
internal fun hold(tasks: Int) {
  val started = CountDownLatch(tasks)
  repeat(tasks) {
    GlobalScope.launch {
      started.countDown()
      delay(1.hours)
    }
  }
  started.await()
}

internal fun timers(timers: Int) {
  val ended = CountDownLatch(timers)
  repeat(timers) {
    GlobalScope.launch {
      delay(Spread.millis(it).toLong())
      ended.countDown()
    }
  }
  ended.await()
}
