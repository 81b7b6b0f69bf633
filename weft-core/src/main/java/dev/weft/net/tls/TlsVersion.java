package dev.weft.net.tls;

/** A version of the protocol. Older ones are broken and aren't offered. */
public enum TlsVersion {
  /** TLS 1.2; what a peer of it ends, ends in both directions. */
  TLS_1_2("TLSv1.2"),
  /** TLS 1.3. */
  TLS_1_3("TLSv1.3");

  private final String jdkName;

  TlsVersion(String jdkName) {
    this.jdkName = jdkName;
  }

  /** What the JDK calls it. */
  String jdkName() {
    return jdkName;
  }

  static TlsVersion ofJdkName(String name) {
    for (TlsVersion version : values()) {
      if (version.jdkName.equals(name)) {
        return version;
      }
    }
    throw new IllegalStateException("The JDK negotiated " + name + ", which was never offered.");
  }

  @Override
  public String toString() {
    return jdkName;
  }
}
