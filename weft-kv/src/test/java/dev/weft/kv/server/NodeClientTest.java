package dev.weft.kv.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.kv.testkit.NodePeer;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.net.tls.TlsAcceptor;
import dev.weft.net.tls.TlsIdentity;
import dev.weft.net.tls.TlsOptions;
import dev.weft.testkit.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server with a client whose TLS, messages, compression and yamux are those of others. */
final class NodeClientTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"plain, Ed25519", "yamux, EC", "plain, RSA"})
  void protobufjs_overTlsFromNode_isServed(String how, String kind) throws Exception {
    var authority = TestCertificates.authority("Test CA", "EC");
    var certificate = authority.issue("server", kind, "kvserver.acme.inc");
    Path ca = Files.writeString(folder.resolve("ca.pem"), authority.certificatePem());
    Path proto = Path.of(System.getProperty("basedir", ""), "src/main/proto/abi.proto");
    TlsAcceptor acceptor =
        TlsAcceptor.create(
            TlsOptions.defaults()
                .identity(TlsIdentity.parse(certificate.certificatePem(), certificate.keyPem()))
                .applicationProtocols("kv"));

    try (var server = RunningServer.start(settings -> settings.tls(acceptor));
        NodePeer node =
            NodePeer.start(
                "kv.mjs",
                how,
                Integer.toString(server.port()),
                ca.toString(),
                proto.toAbsolutePath().toString())) {
      assertThat(node.lineAfter("done ")).startsWith("TLSv1.3 ");
    }
  }
}
