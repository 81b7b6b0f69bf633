@file:OptIn(DelicateCoroutinesApi::class)

package dev.weft.bench.program.kotlin

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.yield

private const val CHILDREN = 10
private const val PRODUCERS = 4
private const val MPSC_CAPACITY = 1_000
private const val YIELDING = 1_000
private const val LOCKING = 100
private const val MESSAGE = 1

/** Pairs of coroutines that send one message to and fro. */
internal suspend fun pingPong(pairs: Int, rounds: Int) = coroutineScope {
  repeat(pairs) {
    val there = Channel<Int>(1)
    val back = Channel<Int>(1)
    launch { repeat(rounds) { back.send(there.receive()) } }
    launch {
      repeat(rounds) {
        there.send(MESSAGE)
        back.receive()
      }
    }
  }
}

internal suspend fun CoroutineScope.mpsc(messages: Int) {
  val channel = Channel<Int>(MPSC_CAPACITY)
  repeat(PRODUCERS) { launch { repeat(messages / PRODUCERS) { channel.send(MESSAGE) } } }
  repeat(messages) { channel.receive() }
}

internal suspend fun skynetChannels(leaves: Int): Long {
  val root = Channel<Long>(1)
  GlobalScope.launch { node(0, leaves, root) }
  return root.receive()
}

private suspend fun node(first: Long, leaves: Int, parent: SendChannel<Long>) {
  if (leaves == 1) {
    parent.send(first)
    return
  }
  val each = leaves / CHILDREN
  val channel = Channel<Long>(CHILDREN)
  repeat(CHILDREN) { GlobalScope.launch { node(first + it.toLong() * each, each, channel) } }
  var sum = 0L
  repeat(CHILDREN) { sum += channel.receive() }
  parent.send(sum)
}

internal suspend fun yieldAll(yields: Int) = coroutineScope {
  repeat(YIELDING) { launch { repeat(yields / YIELDING) { yield() } } }
}

/** All want the same lock, for a moment each time. */
internal suspend fun mutex(locks: Int) {
  val mutex = Mutex()
  var count = 0
  coroutineScope {
    repeat(LOCKING) { launch { repeat(locks / LOCKING) { mutex.withLock { count++ } } } }
  }
}
