@file:OptIn(ExperimentalCoroutinesApi::class)

package dev.weft.bench.program.kotlin

import dev.weft.bench.program.Sums
import kotlin.time.Duration.Companion.hours
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.launch
import kotlinx.coroutines.selects.onTimeout
import kotlinx.coroutines.selects.select

private const val CAPACITY = 100
private const val EIGHT = 8
private const val MESSAGE = 1
private val LONG = 1.hours

/** Takes from whichever of two channels has a message. */
internal suspend fun CoroutineScope.selectTwo(messages: Int) {
  val left = source(messages / 2)
  val right = source(messages / 2)
  var sum = 0
  repeat(messages) {
    sum += select<Int> {
      left.onReceive { it }
      right.onReceive { it }
    }
  }
  Sums.check(messages.toLong(), sum.toLong())
}

internal suspend fun CoroutineScope.selectEight(messages: Int) {
  val sources = List(EIGHT) { source(messages / EIGHT) }
  var sum = 0
  repeat(messages) {
    sum += select<Int> { for (source in sources) source.onReceive { it } }
  }
  Sums.check(messages.toLong(), sum.toLong())
}

/** Each message is waited for with a time limit, which is never reached. */
internal suspend fun CoroutineScope.receiveInTime(messages: Int) {
  val source = source(messages)
  var sum = 0
  repeat(messages) {
    sum += select<Int> {
      source.onReceive { it }
      onTimeout(LONG) { error("The time limit is over") }
    }
  }
  Sums.check(messages.toLong(), sum.toLong())
}

/** A channel whose messages come from a coroutine of its own. */
private fun CoroutineScope.source(messages: Int): ReceiveChannel<Int> {
  val channel = Channel<Int>(CAPACITY)
  launch { repeat(messages) { channel.send(MESSAGE) } }
  return channel
}
