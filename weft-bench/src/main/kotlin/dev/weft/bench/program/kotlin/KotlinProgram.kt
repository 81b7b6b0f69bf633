package dev.weft.bench.program.kotlin

import dev.weft.bench.program.TaskProgram
import dev.weft.bench.program.Work
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** kotlinx.coroutines; each work runs on the threads of [Dispatchers.Default]. */
object KotlinProgram {

  @JvmStatic
  fun main(args: Array<String>) {
    runBlocking(Dispatchers.Default) { launch {}.join() }
    TaskProgram.firstTaskDone()
    TaskProgram()
      .add("spawn", work { spawnAll(it) })
      .add("chain", work { chain(it) })
      .add("oneshot", work { oneshots(it) })
      .add("skynet-joins", work { skynetJoins(0, it) })
      .add("skynet-channels", work { skynetChannels(it) })
      .add("pingpong-1", work { pingPong(1, it) })
      .add("pingpong-1000", work { pingPong(1_000, it / 1_000) })
      .add("mpsc", work { mpsc(it) })
      .add("channels-spsc", work { spsc(it) })
      .add("channels-rendezvous", work { rendezvous(it) })
      .add("channels-mpmc", work { mpmc(it) })
      .add("channels-unbounded", work { unbounded(it) })
      .add("channels-broadcast", work { broadcast(it) })
      .add("select-2", work { selectTwo(it) })
      .add("select-8", work { selectEight(it) })
      .add("select-timeout", work { receiveInTime(it) })
      .add("streams-map", work { mapAndFilter(it) })
      .add("streams-flatmap", work { flatten(it) })
      .add("streams-buffered", work { buffered(it) })
      .add("streams-mapasync", work { mapAsync(it) })
      .add("streams-merge", work { merged(it) })
      .add("streams-chunks", work { chunks(it) })
      .add("yield", work { yieldAll(it) })
      .add("mutex", work { mutex(it) })
      .add("memory", { hold(it) })
      .add("timers", { timers(it) })
      .serve()
  }

  private fun work(body: suspend CoroutineScope.(Int) -> Unit) =
    Work { size -> runBlocking(Dispatchers.Default) { body(size) } }
}
