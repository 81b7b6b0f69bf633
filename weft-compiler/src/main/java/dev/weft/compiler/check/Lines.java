package dev.weft.compiler.check;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import java.io.IOException;

/** Line numbers of a file, which javac doesn't keep where it is told {@code -g:none}. */
final class Lines {

  private final SourcePositions positions;
  private final CompilationUnitTree unit;

  Lines(SourcePositions positions, CompilationUnitTree unit) {
    this.positions = positions;
    this.unit = unit;
  }

  /** The line that a tree starts in, from 1. */
  long first(Tree tree) {
    return at(positions.getStartPosition(unit, tree));
  }

  /** The line that a tree ends in. */
  long last(Tree tree) {
    long end = positions.getEndPosition(unit, tree);
    return end < 0 ? first(tree) : at(end);
  }

  private long at(long position) {
    LineMap kept = unit.getLineMap();
    return kept == null ? count(position) : kept.getLineNumber(position);
  }

  private long count(long position) {
    try {
      CharSequence text = unit.getSourceFile().getCharContent(true);
      long line = 1;
      for (int i = 0; i < position && i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\r' || (c == '\n' && (i == 0 || text.charAt(i - 1) != '\r'))) {
          line++;
        }
      }
      return line;
    } catch (IOException unreadable) {
      return 0;
    }
  }
}
