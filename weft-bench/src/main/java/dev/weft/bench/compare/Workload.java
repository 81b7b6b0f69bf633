package dev.weft.bench.compare;

/** What all models are asked to do; last what can use up whatever time is left. */
enum Workload {
  PING_PONG("ping-pong", "a number that two activities pass to and fro", "PingPong"),
  FAN_OUT("fan-out", "activities that are started, and their results added up", "FanOut"),
  PIPELINE("pipeline", "numbers that pass eight activities, one behind the other", "Stages"),
  ECHO("echo", "connections to a server that sends back what arrives", "EchoServer"),
  CPU("cpu", "eight activities that only compute, next to one that ticks", "Burners"),
  WAITING("waiting", "activities that wait, and are cancelled", "Waiters");

  private final String label;
  private final String description;
  private final String source;

  Workload(String label, String description, String source) {
    this.label = label;
    this.description = description;
    this.source = source;
  }

  /** How it is asked for and reported. */
  String label() {
    return label;
  }

  String description() {
    return description;
  }

  /** The class that does it, in the package of each model. */
  String source() {
    return source;
  }
}
