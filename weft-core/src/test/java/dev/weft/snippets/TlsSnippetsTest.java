package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.net.TcpListener;
import dev.weft.net.tls.TlsAcceptor;
import dev.weft.net.tls.TlsTrust;
import dev.weft.testkit.TestCertificates;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TlsSnippetsTest {

  @TempDir Path folder;

  @Test
  void server_overTls_answersAndIsRenewed() throws Exception {
    TestCertificates ca = TestCertificates.authority("Snippet CA", "EC");
    Files.writeString(folder.resolve("ca.crt"), ca.certificatePem());
    write(ca.issue("first", "Ed25519", "localhost"));
    TlsAcceptor acceptor = TlsSnippets.acceptor(folder);
    try (Weft weft = Weft.create()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      weft.spawn(TlsSnippets.serve(listener, acceptor)).detach();
      int port = listener.localAddress().getPort();
      assertThat(ask(weft, port)).isEqualTo("hello");
      write(ca.issue("second", "RSA", "localhost"));
      TlsSnippets.renew(acceptor, folder);
      assertThat(acceptor).hasToString("TlsAcceptor[TlsIdentity[CN=second]]");
      assertThat(ask(weft, port)).isEqualTo("hello");
      acceptor.reload(TlsSnippets.options(acceptor.options(), TlsTrust.parse(ca.certificatePem())));
      assertThatThrownBy(() -> ask(weft, port)).hasMessageContaining("certificate");
    }
  }

  private String ask(Weft weft, int port) throws Exception {
    ByteBuffer answer = ByteBuffer.allocate(100);
    byte[] request = "hello".getBytes(StandardCharsets.US_ASCII);
    weft.blockOn(TlsSnippets.ask(folder, port, ByteBuffer.wrap(request), answer));
    return StandardCharsets.US_ASCII.decode(answer.flip()).toString();
  }

  private void write(TestCertificates certificates) throws Exception {
    Files.writeString(folder.resolve("server.crt"), certificates.certificatePem());
    Files.writeString(folder.resolve("server.key"), certificates.keyPem());
  }
}
