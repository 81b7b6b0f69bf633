package dev.weft.bench;

import java.io.PrintWriter;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What is printed and written at the end. */
final class Report {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Report() {}

  /** A table; each contender is compared with the first one of its workload. */
  static void print(List<Measurement> measurements, PrintWriter out) {
    out.printf(
        "%-16s %-18s %10s %10s %10s  %-10s %8s %8s %9s %8s%n",
        "workload",
        "contender",
        "median",
        "min",
        "max",
        "unit",
        "ratio",
        "cpu s",
        "cpu ratio",
        "rss MiB");
    String workload = "";
    double first = 1;
    double firstCpu = 0;
    for (Measurement m : measurements) {
      if (!m.name().equals(workload)) {
        workload = m.name();
        first = m.median();
        firstCpu = m.cpuSeconds();
      }
      out.printf(
          "%-16s %-18s %10s %10s %10s  %-10s %8.3f %8.3f %9s %8d%n",
          m.name(),
          m.contender(),
          Html.figure(m.median()),
          Html.figure(m.min()),
          Html.figure(m.max()),
          m.unit(),
          m.median() / first,
          m.cpuSeconds(),
          firstCpu > 0 ? "%.3f".formatted(m.cpuSeconds() / firstCpu) : "-",
          m.rssKb() / 1024);
    }
    DetailTable.print(measurements, out);
    out.flush();
  }

  /** An array with an object for each measurement. */
  static String json(List<Measurement> measurements) {
    return JSON.writeValueAsString(measurements) + System.lineSeparator();
  }
}
