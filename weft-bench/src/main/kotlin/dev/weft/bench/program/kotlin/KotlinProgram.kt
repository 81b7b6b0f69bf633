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
      .add("select", work { select(it) })
      .add("yield", work { yieldAll(it) })
      .add("mutex", work { mutex(it) })
      .add("memory", { hold(it) })
      .add("timers", { timers(it) })
      .serve()
  }

  private fun work(body: suspend CoroutineScope.(Int) -> Unit) =
    Work { size -> runBlocking(Dispatchers.Default) { body(size) } }
}
