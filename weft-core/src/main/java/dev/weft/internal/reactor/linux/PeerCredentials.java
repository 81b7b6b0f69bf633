package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;

/** Who is at the other end of a Unix stream, as the option of {@code jdk.net} tells it. */
final class PeerCredentials {

  /*
   * The class of the value is in a module that may be missing, so it is the option's own and is made by
   * its public constructor. The JDK looks users and groups up by name, and takes a number for one that
   * has no name; principals of the same number are equal.
   */

  static final String OPTION = "SO_PEERCRED";

  private static final int SOL_SOCKET = 1;
  private static final int SO_PEERCRED = 17;
  private static final int BYTES = 12;
  private static final int USER = 4; // behind the number of the process
  private static final int GROUP = 8;

  private PeerCredentials() {}

  static Object of(LinuxSocket socket, Class<?> type) throws IOException {
    MemorySegment memory = socket.read(SOL_SOCKET, SO_PEERCRED, BYTES);
    int user = memory.get(ValueLayout.JAVA_INT, USER);
    int group = memory.get(ValueLayout.JAVA_INT, GROUP);
    UserPrincipalLookupService lookup = FileSystems.getDefault().getUserPrincipalLookupService();
    try {
      return type.getConstructor(UserPrincipal.class, GroupPrincipal.class)
          .newInstance(
              lookup.lookupPrincipalByName(Integer.toUnsignedString(user)),
              lookup.lookupPrincipalByGroupName(Integer.toUnsignedString(group)));
    } catch (InvocationTargetException failure) {
      throw new IOException("The peer's user can't be told.", failure.getCause());
    } catch (ReflectiveOperationException other) {
      throw new UnsupportedOperationException("'" + OPTION + "' not supported", other);
    }
  }
}
