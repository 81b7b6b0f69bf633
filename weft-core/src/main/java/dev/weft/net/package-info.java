/**
 * TCP: {@link dev.weft.net.TcpListener} takes connections, {@link dev.weft.net.TcpStream} is one,
 * {@link dev.weft.net.TcpOptions} sets them up.
 *
 * <p>Unix sockets, within one machine: {@link dev.weft.net.UnixListener} and {@link
 * dev.weft.net.UnixStream}, and {@link dev.weft.net.UnixDatagram} on drivers of Linux. UDP: {@link
 * dev.weft.net.UdpSocket}, with {@link dev.weft.net.UdpOptions}.
 *
 * <p>Failures are {@link java.io.IOException}s whose message begins with the address: {@code
 * 127.0.0.1:9527: Connection refused}. A socket that was closed at this end fails with {@link
 * dev.weft.io.SocketClosedException}, one whose runtime was closed with {@link
 * dev.weft.io.RuntimeClosedException}.
 */
@NullMarked
package dev.weft.net;

import org.jspecify.annotations.NullMarked;
