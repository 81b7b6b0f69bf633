@file:OptIn(ExperimentalCoroutinesApi::class)

package dev.weft.bench.program.kotlin

import dev.weft.bench.program.Sums
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.chunked
import kotlinx.coroutines.flow.filter
import kotlinx.coroutines.flow.flatMapConcat
import kotlinx.coroutines.flow.flatMapMerge
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.fold
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.yield

private const val INNER = 10
private const val AHEAD = 64
private const val AT_ONCE = 16
private const val SOURCES = 4
private const val CHUNK = 100

internal suspend fun mapAndFilter(items: Int) {
  val evens = numbers(1, items).map { it + 1 }.filter { it % 2 == 0 }
  Sums.check(Sums.evensTo(items + 1), sum(evens))
}

/** A flow of ten for each tenth item, one after another. */
internal suspend fun flatten(items: Int) {
  val all = numbers(0, items / INNER).flatMapConcat { numbers(it * INNER + 1, INNER) }
  Sums.check(Sums.to(items), sum(all))
}

/** One coroutine brings the items, another one adds them up. */
internal suspend fun buffered(items: Int) {
  Sums.check(Sums.to(items), sum(numbers(1, items).buffer(AHEAD)))
}

internal suspend fun mapAsync(items: Int) {
  val mapped =
    numbers(1, items).flatMapMerge(AT_ONCE) {
      flow {
        yield()
        emit(it)
      }
    }
  Sums.check(Sums.to(items), sum(mapped))
}

/** Each source is collected by a coroutine of its own. */
internal suspend fun merged(items: Int) {
  val each = items / SOURCES
  val sources = List(SOURCES) { numbers(it * each + 1, each) }
  Sums.check(Sums.to(items), sum(sources.merge()))
}

internal suspend fun chunks(items: Int) {
  val sum =
    numbers(1, items).chunked(CHUNK).fold(0L) { all, chunk -> all + chunk.sumOf { it.toLong() } }
  Sums.check(Sums.to(items), sum)
}

private fun numbers(first: Int, count: Int): Flow<Int> = (first until first + count).asFlow()

private suspend fun sum(numbers: Flow<Int>): Long = numbers.fold(0L) { sum, it -> sum + it }
