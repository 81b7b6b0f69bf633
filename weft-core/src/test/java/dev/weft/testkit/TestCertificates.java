package dev.weft.testkit;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.security.auth.x500.X500Principal;

/**
 * Certificates made on the spot, so that none is checked in that runs out.
 *
 * <pre>
 * var ca = TestCertificates.authority("Test CA", "EC");
 * var server = ca.issue("server", "Ed25519", "kvserver.acme.inc", "127.0.0.1");
 * TlsIdentity.parse(server.certificatePem(), server.keyPem());
 * </pre>
 *
 * @param certificate the certificate
 * @param key its private key
 */
public record TestCertificates(X509Certificate certificate, PrivateKey key) {

  private static final AtomicLong SERIAL = new AtomicLong(1000);
  private static final long DAY_SECONDS = 86_400;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  /** A root of its own; the kind of key is RSA, EC or Ed25519. */
  public static TestCertificates authority(String name, String kind) throws Exception {
    KeyPair pair = newPair(kind);
    var issuer = new X500Principal("CN=" + name);
    byte[] constraints =
        element(
            0x30,
            oid("551d13"),
            element(0x01, new byte[] {-1}),
            octets(element(0x30, element(0x01, new byte[] {-1}))));
    Instant now = Instant.now();
    return make(
        issuer,
        pair.getPrivate(),
        issuer,
        pair,
        now.minusSeconds(DAY_SECONDS),
        now.plusSeconds(DAY_SECONDS),
        constraints);
  }

  /** A certificate that is valid today, for some host names or addresses. */
  public TestCertificates issue(String name, String kind, String... hosts) throws Exception {
    Instant now = Instant.now();
    return issue(name, kind, now.minusSeconds(DAY_SECONDS), now.plusSeconds(DAY_SECONDS), hosts);
  }

  /** A certificate that ran out a day ago. */
  public TestCertificates issueExpired(String name, String kind, String... hosts) throws Exception {
    Instant now = Instant.now();
    return issue(
        name, kind, now.minusSeconds(3 * DAY_SECONDS), now.minusSeconds(DAY_SECONDS), hosts);
  }

  private TestCertificates issue(
      String name, String kind, Instant from, Instant to, String... hosts) throws Exception {
    List<byte[]> names = new ArrayList<>();
    for (String host : hosts) {
      names.add(
          Character.isDigit(host.charAt(0))
              ? element(0x87, InetAddress.ofLiteral(host).getAddress())
              : element(0x82, host.getBytes(StandardCharsets.US_ASCII)));
    }
    byte[] extension =
        hosts.length == 0
            ? new byte[0]
            : element(0x30, oid("551d11"), octets(element(0x30, names.toArray(byte[][]::new))));
    return make(
        certificate.getSubjectX500Principal(),
        key,
        new X500Principal("CN=" + name),
        newPair(kind),
        from,
        to,
        extension);
  }

  private static KeyPair newPair(String kind) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    if (kind.equals("RSA")) {
      generator.initialize(2048);
    } else if (kind.equals("EC")) {
      generator.initialize(256);
    }
    return generator.generateKeyPair();
  }

  private static TestCertificates make(
      X500Principal issuer,
      PrivateKey issuerKey,
      X500Principal subject,
      KeyPair pair,
      Instant from,
      Instant to,
      byte[] extension)
      throws Exception {
    byte[] algorithm =
        switch (issuerKey.getAlgorithm()) {
          case "RSA" -> element(0x30, oid("2a864886f70d01010b"), element(0x05));
          case "EC" -> element(0x30, oid("2a8648ce3d040302"));
          default -> element(0x30, oid("2b6570"));
        };
    byte[] serial = BigInteger.valueOf(SERIAL.incrementAndGet()).toByteArray();
    byte[] body =
        element(
            0x30,
            element(0xA0, element(0x02, new byte[] {2})),
            element(0x02, serial),
            algorithm,
            issuer.getEncoded(),
            element(0x30, time(from), time(to)),
            subject.getEncoded(),
            pair.getPublic().getEncoded(),
            extension.length == 0 ? extension : element(0xA3, element(0x30, extension)));
    Signature signature =
        Signature.getInstance(
            switch (issuerKey.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> "Ed25519";
            });
    signature.initSign(issuerKey);
    signature.update(body);
    byte[] whole = element(0x30, body, algorithm, element(0x03, new byte[] {0}, signature.sign()));
    var certificate =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(whole));
    return new TestCertificates(certificate, pair.getPrivate());
  }

  /** The certificate as PEM. */
  public String certificatePem() throws GeneralSecurityException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  /** The key as PKCS #8 in PEM. */
  public String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  /** The key in the older form that its kind had: PKCS #1 for RSA, SEC 1 for EC. */
  public String oldKeyPem() {
    boolean rsa = key.getAlgorithm().equals("RSA");
    if (!rsa && !key.getAlgorithm().equals("EC")) {
      throw new IllegalStateException(key.getAlgorithm() + " keys have no older form.");
    }
    ByteBuffer der = ByteBuffer.wrap(key.getEncoded());
    enter(der); // the sequence
    skip(der); // version
    int start = der.position();
    skip(der); // algorithm
    byte[] algorithm = new byte[der.position() - start];
    der.get(start, algorithm);
    enter(der);
    byte[] inner = new byte[der.remaining()];
    der.get(inner);
    if (rsa) {
      return pem("RSA PRIVATE KEY", inner);
    }
    return pem("EC PRIVATE KEY", withCurve(inner, algorithm));
  }

  /** A SEC 1 key that names its curve, as the PKCS #8 around it did. */
  private static byte[] withCurve(byte[] sec1, byte[] algorithm) {
    ByteBuffer der = ByteBuffer.wrap(algorithm);
    enter(der);
    skip(der); // the kind of key
    byte[] curve = new byte[der.remaining()];
    der.get(curve);
    ByteBuffer old = ByteBuffer.wrap(sec1);
    enter(old);
    int start = old.position();
    skip(old); // version
    skip(old); // the number itself
    byte[] kept = new byte[old.position() - start];
    old.get(start, kept);
    return element(0x30, kept, element(0xA0, curve));
  }

  private static int enter(ByteBuffer der) {
    der.get();
    int length = der.get() & 0xFF;
    if (length >= 0x80) {
      int bytes = length - 0x80;
      length = 0;
      for (int i = 0; i < bytes; i++) {
        length = (length << 8) | (der.get() & 0xFF);
      }
    }
    return length;
  }

  private static void skip(ByteBuffer der) {
    int length = enter(der);
    der.position(der.position() + length);
  }

  /** A PEM block. */
  public static String pem(String label, byte[] bytes) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
        + "\n-----END "
        + label
        + "-----\n";
  }

  private static byte[] time(Instant when) {
    return element(0x18, TIME.format(when).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] oid(String hex) {
    return element(0x06, HexFormat.of().parseHex(hex));
  }

  private static byte[] octets(byte[] content) {
    return element(0x04, content);
  }

  private static byte[] element(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(4 + length).put((byte) tag);
    if (length < 0x80) {
      all.put((byte) length);
    } else if (length < 0x100) {
      all.put((byte) 0x81).put((byte) length);
    } else {
      all.put((byte) 0x82).putShort((short) length);
    }
    for (byte[] part : parts) {
      all.put(part);
    }
    byte[] exact = new byte[all.position()];
    all.get(0, exact);
    return exact;
  }
}
