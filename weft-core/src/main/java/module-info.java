/** Weft's runtime library: async/await, tasks, timers, sockets, channels and streams. */
module dev.weft.core {
  requires static transitive org.jspecify;
  requires static jdk.jfr; // events, where the JVM has a flight recorder

  exports dev.weft;
  exports dev.weft.codegen;
  exports dev.weft.spi;
  exports dev.weft.time;
  exports dev.weft.io;
  exports dev.weft.sync;
  exports dev.weft.stream;
  exports dev.weft.net;
  exports dev.weft.net.tls;
  exports dev.weft.process;
  exports dev.weft.signal;
  exports dev.weft.fs;
  exports dev.weft.interop;
  exports dev.weft.coroutine;
  exports dev.weft.actor;
}
