package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import java.util.List;
import java.util.stream.Collectors;

/** What the web server's addresses mean. */
final class BookSite {

  private static final String BOOKS = "/books";
  private static final int LONGEST_TITLE = 200;

  private final BookShelf books;

  BookSite(BookShelf books) {
    this.books = books;
  }

  // @start region="answer"
  Future<HttpReply> answer(HttpRequests.Request request) {
    return async(
        () -> {
          String path = request.path();
          String method = request.wantsHeadOnly() ? "GET" : request.method();
          if (path.equals(BOOKS)) {
            return switch (method) {
              case "GET" -> list(await(books.all()));
              case "POST" -> added(await(books.add(titleOf(request))));
              default -> throw notAllowed("GET, HEAD, POST");
            };
          }
          if (path.startsWith(BOOKS + "/")) {
            if (!method.equals("GET")) {
              throw notAllowed("GET, HEAD");
            }
            return await(books.byId(idOf(path)))
                .map(book -> HttpReply.text(200, book.title()))
                .orElseGet(() -> HttpReply.text(404, "There is no such book."));
          }
          return HttpReply.text(404, "There is nothing here but " + BOOKS + ".");
        });
  }

  // @end

  private static HttpReply list(List<BookShelf.Book> books) {
    return HttpReply.text(
        200,
        books.stream()
            .map(book -> book.id() + " " + book.title())
            .collect(Collectors.joining("\n")));
  }

  private static HttpReply added(BookShelf.Book book) {
    return HttpReply.text(201, book.title()).with("Location", BOOKS + "/" + book.id());
  }

  private static HttpRefusal notAllowed(String methods) {
    return new HttpRefusal(
        HttpReply.text(405, "Accepted here are " + methods + ".").with("Allow", methods));
  }

  private static String titleOf(HttpRequests.Request request) throws HttpRefusal {
    String title = request.body().strip();
    if (title.isEmpty() || title.length() > LONGEST_TITLE) {
      throw new HttpRefusal(
          400, "The title has " + title.length() + " characters; accepted are 1 to 200.");
    }
    return title;
  }

  private static long idOf(String path) throws HttpRefusal {
    String digits = path.substring(BOOKS.length() + 1);
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException bad) {
      throw new HttpRefusal(400, "The book \"" + digits + "\" is no number.");
    }
  }
}
