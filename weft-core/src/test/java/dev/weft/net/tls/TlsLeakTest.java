package dev.weft.net.tls;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import dev.weft.testkit.Eventually;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a handshake ends with, no socket and no task is left. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsLeakTest {

  private static final int ROUNDS = 15;
  private static final int WORKERS = 2;

  /** A worker that gets its first socket only in a later round opens its selector then. */
  private static final int DESCRIPTORS_OF_SELECTORS = 2 * WORKERS;

  private Weft weft;
  private TcpListener listener;
  private TlsAcceptor acceptor;

  @BeforeEach
  void open() throws Exception {
    weft = Weft.builder().workers(WORKERS).build();
    listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
    acceptor = TlsAcceptor.create(Certs.serverOptions().maxHandshakes(1));
  }

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void sockets_ofAllEndings_areClosed() throws Exception {
    everyEnding(); // loads what holds descriptors of its own
    int limit = descriptors() + DESCRIPTORS_OF_SELECTORS;
    for (int i = 0; i < ROUNDS; i++) {
      everyEnding();
    }
    Eventually.until("all sockets are closed", () -> descriptors() <= limit);
    Eventually.until("all tasks are done", () -> weft.metrics().liveTasks() == 0);
  }

  private static int descriptors() {
    String[] names = new File("/proc/self/fd").list();
    return names == null ? 0 : names.length;
  }

  private void everyEnding() throws Exception {
    good();
    garbage();
    refused();
    aborted();
  }

  private TcpStream[] pair() throws Exception {
    JoinHandle<TcpStream> accepting = weft.spawn(listener.accept());
    TcpStream client = weft.blockOn(TcpStream.connect(listener.localAddress()));
    return new TcpStream[] {client, weft.blockOn(accepting)};
  }

  private void good() throws Exception {
    TcpStream[] ends = pair();
    TlsConnector connector = TlsConnector.create(Certs.clientOptions());
    Link link = Link.over(weft, acceptor, connector, ends[0], ends[1]);
    weft.blockOn(link.client().closeAsync());
    weft.blockOn(link.server().closeAsync());
  }

  private void garbage() throws Exception {
    TcpStream[] ends = pair();
    weft.blockOn(ends[0].writeAll(TlsStreamTest.bytes("hello")));
    assertThatThrownBy(() -> weft.blockOn(acceptor.accept(ends[1])))
        .isInstanceOf(IOException.class);
    weft.blockOn(ends[0].closeAsync());
  }

  private void refused() throws Exception {
    TcpStream[] ends = pair();
    TlsConnector connector =
        TlsConnector.create(TlsOptions.defaults().trust(Certs.trust(Certs.OTHER_CA)));
    assertThatThrownBy(() -> Link.over(weft, acceptor, connector, ends[0], ends[1]))
        .isInstanceOf(IOException.class);
  }

  private void aborted() throws Exception {
    TcpStream[] ends = pair();
    JoinHandle<TlsStream> connecting =
        weft.spawn(TlsConnector.create(Certs.clientOptions()).connect(ends[0], Certs.HOST));
    weft.blockOn(ends[1].read(ByteBuffer.allocate(1)));
    connecting.abort();
    assertThatThrownBy(() -> weft.blockOn(connecting)).isInstanceOf(CancellationException.class);
    weft.blockOn(ends[1].closeAsync());
  }
}
