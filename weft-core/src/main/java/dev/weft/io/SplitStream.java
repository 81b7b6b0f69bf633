package dev.weft.io;

/**
 * The two halves of a stream; see {@link Io#split}.
 *
 * @param reader the reading half
 * @param writer the writing half
 * @param <T> type of the whole stream
 */
public record SplitStream<T extends AsyncRead & AsyncWrite>(
    ReadHalf<T> reader, WriteHalf<T> writer) {}
