package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.sync.AsyncSemaphore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.h2.jdbcx.JdbcConnectionPool;

/** Books in a database that knows only calls that block, as JDBC's do. */
final class BookShelf implements AutoCloseable {

  private static final int CONNECTIONS = 8;

  private final JdbcConnectionPool pool;
  private final AsyncSemaphore free = new AsyncSemaphore(CONNECTIONS);

  record Book(long id, String title) {}

  private interface Query<T> {
    T on(Connection connection) throws SQLException;
  }

  private BookShelf(JdbcConnectionPool pool) {
    this.pool = pool;
  }

  /** Opens an empty shelf in memory. */
  static BookShelf open(String name) throws SQLException {
    JdbcConnectionPool pool =
        JdbcConnectionPool.create("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa", "");
    pool.setMaxConnections(CONNECTIONS);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table book (id bigint generated always as identity primary key,"
              + " title varchar(200) not null)");
    }
    return new BookShelf(pool);
  }

  // @start region="ask"
  /**
   * Runs a query on a thread that may block. Who waits for one of the few connections holds no
   * thread.
   */
  private <T> Future<T> ask(Query<T> query) {
    return async(
        () -> {
          try (AsyncSemaphore.Permit _ = await(free.acquire())) {
            return await(
                spawnBlocking(
                    () -> {
                      try (Connection connection = pool.getConnection()) {
                        return query.on(connection);
                      }
                    }));
          }
        });
  }

  // @end

  Future<List<Book>> all() {
    return ask(
        connection -> {
          List<Book> books = new ArrayList<>();
          try (PreparedStatement select =
                  connection.prepareStatement("select id, title from book order by id");
              ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
              books.add(new Book(rows.getLong(1), rows.getString(2)));
            }
          }
          return books;
        });
  }

  Future<Optional<Book>> byId(long id) {
    return ask(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement("select title from book where id = ?")) {
            select.setLong(1, id);
            try (ResultSet rows = select.executeQuery()) {
              return rows.next() ? Optional.of(new Book(id, rows.getString(1))) : Optional.empty();
            }
          }
        });
  }

  Future<Book> add(String title) {
    return ask(
        connection -> {
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "insert into book (title) values (?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, title);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
              keys.next();
              return new Book(keys.getLong(1), title);
            }
          }
        });
  }

  /** Ends the database; its books are gone. */
  @Override
  public void close() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    } finally {
      pool.dispose();
    }
  }
}
