// READY 0 -1: STACKLESS: STACKLESS can't be linked: java.lang.ClassFormatError: Invalid index 2 in LocalVariableTable in class file UnreadArgument
import static dev.weft.Async.*;
import dev.weft.*;
import dev.weft.verify.fuzz.kit.*;
import java.io.IOException;
import java.util.*;
import java.util.function.*;

public class UnreadArgument {
  public static AsyncBody<Object> body(Probe p) {
    char c2 = 'z';
    return () -> {
      Color v5 = ((Color) await(p.start((AsyncFunction<Long, Color>) a4 -> {
        return Color.RED;
      }, ((Long) 8L))));
      return p.text("end");
    };
  }
}
