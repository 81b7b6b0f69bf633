package dev.weft.bench.program.kotlin

import dev.weft.bench.program.await.AwaitCases
import dev.weft.bench.program.await.Numbers
import dev.weft.bench.program.await.Values
import kotlin.coroutines.Continuation
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlin.coroutines.startCoroutine

private const val LEVELS = 5

/** The questions about one await, in suspend functions on the language's own intrinsics. */
class KotlinAwaits : AwaitCases {

  private val values = Values()
  private val numbers = Numbers.create()
  private var waiting: Continuation<Int>? = null

  override fun of(question: String): AwaitCases.Case =
    when (question) {
      AwaitCases.READY -> AwaitCases.Case { drive { sumReady(it) } }
      AwaitCases.RESUME -> AwaitCases.Case { drive { sumSuspended(it) } }
      AwaitCases.CHAIN -> AwaitCases.Case { count -> chain(count) }
      AwaitCases.LOOP -> AwaitCases.Case { drive { loop(it) } }
      else -> throw AwaitCases.unknown(question)
    }

  private fun drive(body: suspend () -> Int): Long {
    val end = End()
    body.startCoroutine(end)
    while (true) {
      val next = waiting ?: break
      waiting = null
      next.resume(values.next())
    }
    return end.value.toLong()
  }

  private class End : Continuation<Int> {
    var value = 0
    override val context: CoroutineContext = EmptyCoroutineContext

    override fun resumeWith(result: Result<Int>) {
      value = result.getOrThrow()
    }
  }

  /** Ready, though it could have suspended. */
  private suspend fun ready(): Int = suspendCoroutineUninterceptedOrReturn { values.next() }

  /** Really suspends. */
  private suspend fun suspended(): Int = suspendCoroutineUninterceptedOrReturn {
    waiting = it
    COROUTINE_SUSPENDED
  }

  private suspend fun sumReady(count: Int): Int {
    var sum = 0
    for (i in 0 until count) {
      sum = sum * Numbers.FACTOR + ready()
    }
    return sum
  }

  private suspend fun sumSuspended(count: Int): Int {
    var sum = 0
    for (i in 0 until count) {
      sum = sum * Numbers.FACTOR + suspended()
    }
    return sum
  }

  private fun chain(count: Int): Long {
    var sum = 0L
    for (i in 0 until count) {
      sum += drive { level(LEVELS) }
    }
    return sum
  }

  private suspend fun level(level: Int): Int =
    (if (level == 1) suspended() else level(level - 1)) + 1

  private suspend fun loop(count: Int): Int {
    var mixed = ready()
    for (i in 0 until count) {
      mixed = mixed * Numbers.FACTOR + numbers[(mixed xor i) and (numbers.size - 1)]
    }
    return mixed
  }
}
