package dev.weft.kv.testkit;

import com.google.protobuf.MessageLite;
import dev.weft.kv.proto.CommandResponse;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A connection over a plain socket: nothing of the tested code stands between test and bytes. */
public final class RawConnection implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 20_000;
  private static final HexFormat HEX = HexFormat.of();

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private boolean atFrameStart = true;

  public RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = socket.getOutputStream();
  }

  public static RawConnection to(int port) throws IOException {
    return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  public static RawConnection withSmallBuffer(int port) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(8 << 10);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return new RawConnection(socket);
  }

  /** Sends bytes written as hex; blanks don't count. */
  public void sendHex(String hex) throws IOException {
    send(HEX.parseHex(hex.replace(" ", "")));
  }

  public void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** Sends each byte in a segment of its own, as far as the system lets one. */
  public void sendHexBytewise(String hex) throws IOException {
    for (byte one : HEX.parseHex(hex.replace(" ", ""))) {
      send(new byte[] {one});
    }
  }

  public void send(MessageLite message) throws IOException {
    send(frame(message));
  }

  public static byte[] frame(MessageLite message) {
    byte[] body = message.toByteArray();
    return ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
  }

  public static byte[] compressedFrame(byte[] body) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    }
    byte[] payload = packed.toByteArray();
    return ByteBuffer.allocate(4 + payload.length)
        .putInt(payload.length | 1 << 31)
        .put(payload)
        .array();
  }

  /** The next frame as it is on the wire, in hex. */
  public String frameHex() throws IOException {
    int header = in.readInt();
    byte[] body = in.readNBytes(header & Integer.MAX_VALUE);
    return HEX.toHexDigits(header) + HEX.formatHex(body);
  }

  /** So many bytes in hex. */
  public String hex(int bytes) throws IOException {
    byte[] read = new byte[bytes];
    in.readFully(read);
    return HEX.formatHex(read);
  }

  public CommandResponse response() throws IOException {
    int first = in.read();
    if (first < 0) {
      throw new EOFException("The other side has ended.");
    }
    atFrameStart = false;
    int header = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
    byte[] body = new byte[header & Integer.MAX_VALUE];
    in.readFully(body);
    atFrameStart = true;
    if (header < 0) {
      body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
    }
    return CommandResponse.parseFrom(body);
  }

  /** Whether the last response was whole. */
  public boolean atFrameStart() {
    return atFrameStart;
  }

  public CommandResponse ask(MessageLite request) throws IOException {
    send(request);
    return response();
  }

  /** Ends this side; the other one goes on. */
  public void end() throws IOException {
    socket.shutdownOutput();
  }

  /** Waits for the other side's end; whether nothing came before it. A reset is an end, too. */
  public boolean endsNow() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  /** Whether nothing comes for a moment. */
  public boolean staysSilent() throws IOException {
    socket.setSoTimeout(200);
    try {
      int _ = in.read();
      return false;
    } catch (SocketTimeoutException silence) {
      return true;
    } finally {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  /** Closes with a reset, as a process that dies with unread bytes does. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
