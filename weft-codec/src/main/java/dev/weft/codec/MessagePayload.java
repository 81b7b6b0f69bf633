package dev.weft.codec;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A protobuf message. */
record MessagePayload<D extends MessageLite, E extends MessageLite>(Parser<D> parser)
    implements Payload<D, E> {

  @Override
  public D read(ByteBuffer in) throws FrameException {
    try {
      return parser.parseFrom(in);
    } catch (InvalidProtocolBufferException invalid) {
      throw new FrameException(
          "The payload of "
              + in.remaining()
              + " bytes is no message of the expected type: "
              + invalid.getMessage(),
          invalid);
    }
  }

  @Override
  public int size(E item) {
    return item.getSerializedSize();
  }

  @Override
  public void write(E item, OutputStream target) throws IOException {
    item.writeTo(target);
  }

  @Override
  public void write(E item, int size, FrameBuffer target) throws IOException {
    CodedOutputStream out = CodedOutputStream.newInstance(target.window(size));
    item.writeTo(out);
    out.flush();
    out.checkNoSpaceLeft();
  }
}
