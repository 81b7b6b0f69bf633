// READY 0 -1: STACKLESS: can't be linked: java.lang.VerifyError: Stack map does not match the one at exception handler 46
import static dev.weft.Async.*;
import dev.weft.*;
import dev.weft.verify.fuzz.kit.*;
import java.io.IOException;
import java.util.*;
import java.util.function.*;

public class BreakInFinally {
  public static AsyncBody<Object> body(Probe p) {
    long c1 = (-5L);
    return () -> {
      L3: for (int i4 = 0; i4 < 1 + (3 & 3) && p.go(); i4++) {
        int v5 = i4;
        try {
          p.may();
          try {
            p.may();
          } finally {
            break;
          }
        } catch (Error e18) {
          p.log(p.text(e18));
          p.log(p.text(e18));
        }
      }
      return p.text("end", (Object) c1);
    };
  }
}
