/**
 * TLS 1.2 and 1.3 over any stream: {@link dev.weft.net.tls.TlsAcceptor} is the server's side of the
 * handshake, {@link dev.weft.net.tls.TlsConnector} the client's, and {@link
 * dev.weft.net.tls.TlsStream} the connection that both give. {@link dev.weft.net.tls.TlsOptions}
 * says what they have in common, {@link dev.weft.net.tls.TlsIdentity} who this side is and {@link
 * dev.weft.net.tls.TlsTrust} whom it believes.
 *
 * <p>The cryptography is the JDK's. Failures are {@link java.io.IOException}s whose message begins
 * with the stream that TLS runs over, or with the file that was read.
 */
@NullMarked
package dev.weft.net.tls;

import org.jspecify.annotations.NullMarked;
