package dev.weft.net.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The blocks of a PEM text: {@code -----BEGIN X-----}, lines of Base64, {@code -----END X-----}.
 * Text between blocks is a comment.
 */
final class Pem {

  /** More than any chain of certificates needs. */
  static final int MOST_BYTES = 4 << 20;

  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";

  private Pem() {}

  /**
   * One block.
   *
   * @param label what it is
   * @param encrypted whether its headers say that it is encrypted
   * @param base64 what is inside, checked
   * @param place where it begins, for messages
   */
  record Block(String label, boolean encrypted, String base64, String place) {

    /** What was encoded. */
    byte[] bytes() {
      return Base64.getDecoder().decode(base64);
    }
  }

  /** Reads a file, which names itself in messages. */
  static List<Block> read(Path file) throws IOException {
    long size = Files.size(file);
    if (size > MOST_BYTES) {
      throw new IOException(
          file + ": it has " + size + " bytes; at most " + MOST_BYTES + " are accepted.");
    }
    return parse(
        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1), file.toString());
  }

  /** Takes a text apart; fails if it has no block at all. */
  static List<Block> parse(String text, String name) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = text.lines().map(String::strip).toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith(BEGIN) && line.endsWith(DASHES)) {
        String label = line.substring(BEGIN.length(), line.length() - DASHES.length());
        int end = lines.subList(i, lines.size()).indexOf(END + label + DASHES);
        String place = name + ":" + (i + 1);
        if (end < 0) {
          throw new IOException(place + ": the block " + label + " has no end.");
        }
        blocks.add(block(label, lines.subList(i + 1, i + end), place));
        i += end;
      }
    }
    if (blocks.isEmpty()) {
      throw new IOException(
          name + ": there is no PEM block in it; one begins with " + BEGIN + "…" + DASHES + ".");
    }
    return blocks;
  }

  private static Block block(String label, List<String> lines, String place) throws IOException {
    boolean encrypted = false;
    var base64 = new StringBuilder();
    for (String line : lines) {
      if (line.indexOf(':') >= 0) { // a header; ':' is no Base64
        encrypted |= line.startsWith("Proc-Type:") && line.contains("ENCRYPTED");
      } else {
        base64.append(line);
      }
    }
    var block = new Block(label, encrypted, base64.toString(), place);
    try {
      block.bytes();
      return block;
    } catch (IllegalArgumentException broken) {
      throw new IOException(
          place + ": the block " + label + " isn't Base64: " + broken.getMessage() + ".", broken);
    }
  }
}
