package dev.weft.bench;

import java.util.Locale;

/** What the pages have in common; each is one file that needs nothing else. */
public final class Html {

  /** The end of a page. */
  public static final String TAIL = "</body>\n</html>\n";

  private Html() {}

  /**
   * The beginning of a page.
   *
   * @param title its title
   * @param intro the text below it
   * @return all up to the first section
   */
  public static String head(String title, String intro) {
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>%1$s</title>
      <style>
      body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 62em; color: #222; }
      h2 { margin-top: 2em; border-top: 1px solid #ddd; padding-top: .7em; }
      table { border-collapse: collapse; margin: .8em 0; }
      td, th { padding: .15em .8em; text-align: right; border-bottom: 1px solid #eee; }
      td:first-child, th:first-child { text-align: left; }
      svg { display: block; font: 12px system-ui, sans-serif; }
      </style>
      </head>
      <body>
      <h1>%1$s</h1>
      <p>%2$s</p>
      """
        .formatted(escape(title), escape(intro));
  }

  /**
   * Four digits that count, without an exponent for what is easily read.
   *
   * @param value not negative
   * @return its text
   */
  public static String figure(double value) {
    if (value >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    int digits = value >= 100 ? 1 : value >= 10 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /**
   * Text that stands for itself in a page.
   *
   * @param text anything
   * @return the text, without what is special there
   */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
