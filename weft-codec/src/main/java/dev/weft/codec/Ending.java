package dev.weft.codec;

import dev.weft.Context;
import dev.weft.io.AsyncWrite;
import dev.weft.stream.AsyncSink;

/** The first step of a close: brings what there is to its end. */
interface Ending {

  /** Whether it is done; false if pending. */
  boolean poll(Context cx) throws Exception;

  /** Gives up, whether or not it was polled. */
  void cancel(boolean polled);

  static Ending of(AsyncSink<?> sink) {
    return new Ending() {
      @Override
      public boolean poll(Context cx) throws Exception {
        return sink.pollClose(cx);
      }

      @Override
      public void cancel(boolean polled) {
        if (polled) {
          sink.cancelSend();
        }
      }
    };
  }

  static Ending of(AsyncWrite target) {
    return new Ending() {
      @Override
      public boolean poll(Context cx) throws Exception {
        return target.pollShutdown(cx);
      }

      @Override
      public void cancel(boolean polled) {
        if (polled) {
          target.cancelWrite();
        }
      }
    };
  }
}
