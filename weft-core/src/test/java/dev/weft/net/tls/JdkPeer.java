package dev.weft.net.tls;

import dev.weft.testkit.TestCertificates;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** The JDK's own blocking sockets, as a peer that has nothing to do with Weft. */
final class JdkPeer {

  private static final char[] PASSWORD = "password".toCharArray();

  private JdkPeer() {}

  static SSLContext context(TestCertificates own, TestCertificates root) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("root", root.certificate());
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    KeyManager[] keys = new KeyManager[0];
    if (own != null) {
      KeyStore ownStore = KeyStore.getInstance("PKCS12");
      ownStore.load(null, null);
      ownStore.setKeyEntry("own", own.key(), PASSWORD, new Certificate[] {own.certificate()});
      var factory = KeyManagerFactory.getInstance("PKIX");
      factory.init(ownStore, PASSWORD);
      keys = factory.getKeyManagers();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  static SSLSocket connect(SSLContext context, int port, TlsVersion version) throws Exception {
    var socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setEnabledProtocols(new String[] {version.jdkName()});
    socket.setSoTimeout(20_000);
    return socket;
  }

  static SSLServerSocket listen(SSLContext context, TlsVersion version) throws Exception {
    var socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    socket.setEnabledProtocols(new String[] {version.jdkName()});
    return socket;
  }
}
