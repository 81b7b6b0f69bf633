package dev.weft.bench;

import java.util.List;
import java.util.Locale;

/** A bar for each contender, from zero. */
public final class BarChart {

  private static final int ROW = 24;
  private static final int BAR = 16;
  private static final int LABELS = 160;
  private static final int WIDTH = 560;
  private static final int FIGURES = 130;

  /** A contender that is so many times worse than the middle one would flatten all others. */
  private static final double OUTLIER = 6;

  private BarChart() {}

  /**
   * Draws it.
   *
   * @param rows at least one, all with the same unit
   * @return the picture, to be put into a page
   */
  public static String svg(List<Measurement> rows) {
    double scale = scale(rows);
    var svg = new StringBuilder();
    svg.append(
        "<svg role=\"img\" width=\"%d\" height=\"%d\">\n"
            .formatted(LABELS + WIDTH + FIGURES, rows.size() * ROW + 4));
    for (int i = 0; i < rows.size(); i++) {
      row(svg, rows.get(i), i * ROW, scale);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void row(StringBuilder svg, Measurement row, int top, double scale) {
    boolean cut = row.median() > scale;
    double length = Math.max(1, WIDTH * Math.min(1, row.median() / scale));
    String colour = row.contender().startsWith("weft") ? "#2a6fb0" : "#b8bfc7";
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
            LABELS - 8,
            top + 15,
            Html.escape(row.contender()),
            LABELS,
            top + 3,
            length,
            BAR,
            colour));
    if (!cut) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#222\"/>",
              LABELS + WIDTH * row.min() / scale,
              LABELS + WIDTH * Math.min(1, row.max() / scale),
              top + 11,
              top + 11));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%d\">%s%s %s</text>%n",
            LABELS + length + 6,
            top + 15,
            cut ? "→ " : "",
            Html.figure(row.median()),
            Html.escape(row.unit())));
  }

  /** The figure at the right end. */
  private static double scale(List<Measurement> rows) {
    double[] medians = rows.stream().mapToDouble(Measurement::median).sorted().toArray();
    double most = medians[medians.length - 1];
    double limit = Measurement.median(medians) * OUTLIER;
    return most > limit && limit > 0 ? limit : Math.max(most, Double.MIN_NORMAL);
  }
}
