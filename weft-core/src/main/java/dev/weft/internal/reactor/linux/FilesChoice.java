package dev.weft.internal.reactor.linux;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a driver comes to carry out operations on files, if its poller can.
 *
 * @param kernel closes files and moves in them
 * @param chosen is told why it can't, or {@code null}
 */
record FilesChoice(Kernel kernel, Consumer<@Nullable String> chosen) {}
