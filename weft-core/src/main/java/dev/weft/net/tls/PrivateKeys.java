package dev.weft.net.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Private keys in the three forms in which PEM files have them. */
final class PrivateKeys {

  private static final String PKCS8 = "PRIVATE KEY";
  private static final String PKCS1 = "RSA PRIVATE KEY";
  private static final String SEC1 = "EC PRIVATE KEY";
  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

  /** What follows the word "OID" in an algorithm identifier, and the JDK's name for it. */
  private static final Map<String, String> ALGORITHMS =
      Map.of(
          "2a864886f70d010101", "RSA",
          "2a864886f70d01010a", "RSASSA-PSS",
          "2a8648ce3d0201", "EC",
          "2b6570", "Ed25519",
          "2b6571", "Ed448");

  private static final byte[] VERSION_0 = {Der.INTEGER, 1, 0};
  private static final byte[] RSA_WITHOUT_PARAMETERS =
      HexFormat.of().parseHex("300d06092a864886f70d0101010500");
  private static final byte[] EC_OID = HexFormat.of().parseHex("06072a8648ce3d0201");

  private PrivateKeys() {}

  /** The only private key among some blocks. */
  static PrivateKey only(List<Pem.Block> blocks, String name) throws IOException {
    List<Pem.Block> keys = blocks.stream().filter(block -> block.label().endsWith(PKCS8)).toList();
    if (keys.size() != 1) {
      throw new IOException(
          name
              + ": it has "
              + keys.size()
              + " private keys; exactly one is accepted, as PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE"
              + " KEY.");
    }
    return decode(keys.getFirst());
  }

  private static PrivateKey decode(Pem.Block block) throws IOException {
    if (block.encrypted() || block.label().equals(ENCRYPTED)) {
      throw new IOException(
          block.place()
              + ": the private key is encrypted; accepted are keys without a password, as made by"
              + " `openssl pkey -in old.pem -out new.pem`.");
    }
    try {
      return switch (block.label()) {
        case PKCS8 -> pkcs8(block.bytes());
        case PKCS1 -> pkcs8(wrap(RSA_WITHOUT_PARAMETERS, block.bytes()));
        case SEC1 -> pkcs8(wrap(curveOf(block.bytes()), block.bytes()));
        default ->
            throw new IllegalArgumentException(
                block.label() + " isn't one of PRIVATE KEY, RSA PRIVATE KEY and EC PRIVATE KEY");
      };
    } catch (GeneralSecurityException | IllegalArgumentException bad) {
      throw new IOException(
          block.place() + ": the private key can't be used: " + bad.getMessage() + ".", bad);
    }
  }

  private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException {
    Der key = new Der(der).next(Der.SEQUENCE);
    key.next(Der.INTEGER);
    String oid = key.next(Der.SEQUENCE).next(Der.OID).toHex();
    String algorithm = ALGORITHMS.get(oid);
    if (algorithm == null) {
      throw new IllegalArgumentException(
          "its algorithm has the identifier " + oid + "; accepted are RSA, EC, Ed25519 and Ed448");
    }
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
  }

  private static byte[] wrap(byte[] algorithm, byte[] key) {
    return Der.element(Der.SEQUENCE, VERSION_0, algorithm, Der.element(Der.OCTET_STRING, key));
  }

  private static byte[] curveOf(byte[] sec1) {
    Der curve = new Der(sec1).next(Der.SEQUENCE).find(Der.CONTEXT_0);
    if (curve == null) {
      throw new IllegalArgumentException("it doesn't name its curve");
    }
    return Der.element(Der.SEQUENCE, EC_OID, curve.toBytes());
  }
}
