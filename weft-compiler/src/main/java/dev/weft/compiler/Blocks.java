package dev.weft.compiler;

import dev.weft.compiler.check.BlockSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The async blocks that were seen in sources and whose class files are still to come, by class. */
final class Blocks {

  private final Map<String, List<BlockSite>> byHost = new HashMap<>();

  void add(List<BlockSite> sites) {
    for (BlockSite site : sites) {
      byHost.computeIfAbsent(site.host(), _ -> new ArrayList<>()).add(site);
    }
  }

  /** The blocks of a class, which are then forgotten. */
  List<BlockSite> take(String host) {
    List<BlockSite> sites = byHost.remove(host);
    return sites == null ? List.of() : sites;
  }

  /** The innermost block that contains a line; the first one if the line isn't known. */
  static @Nullable BlockSite at(int line, List<BlockSite> sites) {
    return sites.stream()
        .filter(site -> site.firstLine() <= line && line <= site.lastLine())
        .max(Comparator.comparingLong(BlockSite::firstLine))
        .orElse(sites.isEmpty() ? null : sites.getFirst());
  }
}
