package dev.weft.bench.program.kotlin

import dev.weft.bench.program.Sums
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.fold
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.launch

private const val SPSC_CAPACITY = 64
private const val MPMC_CAPACITY = 1_000
private const val BROADCAST_CAPACITY = 1_000
private const val SIDES = 4
private const val MESSAGE = 1

internal suspend fun CoroutineScope.spsc(messages: Int) = oneToOne(Channel(SPSC_CAPACITY), messages)

internal suspend fun CoroutineScope.rendezvous(messages: Int) =
  oneToOne(Channel(Channel.RENDEZVOUS), messages)

internal suspend fun CoroutineScope.unbounded(messages: Int) =
  oneToOne(Channel(Channel.UNLIMITED), messages)

private suspend fun CoroutineScope.oneToOne(channel: Channel<Int>, messages: Int) {
  launch { repeat(messages) { channel.send(MESSAGE) } }
  var sum = 0
  repeat(messages) { sum += channel.receive() }
  Sums.check(messages.toLong(), sum.toLong())
}

/** Each receiver takes its part of the messages, whichever they are. */
internal suspend fun CoroutineScope.mpmc(messages: Int) {
  val channel = Channel<Int>(MPMC_CAPACITY)
  val receivers =
    List(SIDES) {
      launch { repeat(messages / SIDES) { channel.send(MESSAGE) } }
      async {
        var sum = 0
        repeat(messages / SIDES) { sum += channel.receive() }
        sum
      }
    }
  Sums.check(messages.toLong(), receivers.awaitAll().sum().toLong())
}

/** A shared flow, whose sender waits for the slowest of its collectors. */
internal suspend fun CoroutineScope.broadcast(messages: Int) {
  val events = MutableSharedFlow<Int>(extraBufferCapacity = BROADCAST_CAPACITY)
  val receivers =
    List(SIDES) { async { events.take(messages).fold(0) { sum, message -> sum + message } } }
  events.subscriptionCount.first { it == SIDES } // whoever comes later would miss some
  repeat(messages) { events.emit(MESSAGE) }
  Sums.check(SIDES.toLong() * messages, receivers.awaitAll().sum().toLong())
}
