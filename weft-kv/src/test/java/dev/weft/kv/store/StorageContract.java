package dev.weft.kv.store;

import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.bool;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.google.protobuf.ByteString;
import dev.weft.Async;
import dev.weft.Future;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every engine must do. An engine's test extends this class and says how to open the engine;
 * {@link StorageLoadContract} has the part with many tasks, cancellation and closing.
 */
public abstract class StorageContract extends StorageLoadContract {

  /** Names and keys that an encoding may trip over; all different. */
  protected static final List<String> ODD_NAMES =
      List.of(
          "",
          ":",
          "::",
          "a:b",
          "a",
          "a\0",
          "\0",
          "\0a",
          "\0\0",
          "a/b",
          "..",
          "\n\t",
          "%s%n",
          "\u007f",
          "\u0080",
          "\u00ff",
          "ключ",
          "\uFFFF",
          "\uD83E\uDDF6",
          "\uD83E",
          "\uDDF6",
          "\uDDF6\uD83E",
          "a\uD83E",
          "a\uD83Eb",
          "?",
          "\uFFFD",
          "x".repeat(127),
          "x".repeat(128),
          "x".repeat(65_536));

  @Test
  void key_setAndSetAgain_givesOldValueEachTime() throws Exception {
    assertThat(set("t", "k", text("one"))).isNull();
    assertThat(set("t", "k", integer(2))).isEqualTo(text("one"));
    assertThat(get("t", "k")).isEqualTo(integer(2));
    assertThat(exist("t", "k")).isTrue();
    assertThat(del("t", "k")).isEqualTo(integer(2));
    assertThat(del("t", "k")).isNull();
    assertThat(get("t", "k")).isNull();
    assertThat(exist("t", "k")).isFalse();
    assertThat(set("t", "k", text("again"))).isNull();
  }

  @Test
  void values_ofEachKind_comeBackEqual() throws Exception {
    List<Value> values =
        List.of(
            NONE,
            text(""),
            text("x".repeat(1 << 20)),
            integer(0),
            integer(Long.MIN_VALUE),
            bool(false),
            Value.newBuilder().setFloat(-0.0).build(),
            Value.newBuilder().setBinary(ByteString.copyFrom(new byte[] {0, -1, 0})).build());
    for (int i = 0; i < values.size(); i++) {
      assertThat(set("t", "k" + i, values.get(i))).isNull();
    }
    for (int i = 0; i < values.size(); i++) {
      assertThat(get("t", "k" + i)).isEqualTo(values.get(i));
      assertThat(exist("t", "k" + i)).isTrue();
    }
    assertThat(all("t")).extracting(Kvpair::getValue).containsExactlyInAnyOrderElementsOf(values);
  }

  @Test
  void unknownTable_read_hasNothing() throws Exception {
    assertThat(get("gone", "k")).isNull();
    assertThat(exist("gone", "k")).isFalse();
    assertThat(del("gone", "k")).isNull();
    assertThat(all("gone")).isEmpty();
    assertThat(run(storage().getMany("gone", List.of("a", "b"))))
        .containsExactly(new Outcome.Done<>(null), new Outcome.Done<>(null));
  }

  @Test
  void tables_comingAndGoing_keepTheirPairsApart() throws Exception {
    set("a", "bc", text("1"));
    set("ab", "c", text("2"));
    set("", "abc", text("3"));
    set("abc", "", text("4"));
    assertThat(all("a")).containsExactly(pair("bc", text("1")));
    assertThat(all("ab")).containsExactly(pair("c", text("2")));

    assertThat(del("a", "bc")).isEqualTo(text("1"));
    assertThat(all("a")).isEmpty();
    assertThat(all("")).containsExactly(pair("abc", text("3")));
    assertThat(all("abc")).containsExactly(pair("", text("4")));

    assertThat(set("a", "other", text("5"))).isNull();
    assertThat(all("a")).containsExactly(pair("other", text("5")));
    assertThat(all("ab")).containsExactly(pair("c", text("2")));
  }

  @Test
  void oddKeys_inOneTable_comeBackWhole() throws Exception {
    var expected = new ArrayList<Kvpair>();
    for (String key : ODD_NAMES) {
      assertThat(set("t", key, integer(expected.size()))).isNull();
      expected.add(pair(key, integer(expected.size())));
    }

    for (Kvpair pair : expected) {
      assertThat(get("t", pair.getKey())).isEqualTo(pair.getValue());
    }
    assertThat(all("t")).containsExactlyInAnyOrderElementsOf(expected);
    for (Kvpair pair : expected) {
      assertThat(del("t", pair.getKey())).isEqualTo(pair.getValue());
    }
    assertThat(all("t")).isEmpty();
  }

  @Test
  void oddNames_ofTables_areTablesOfTheirOwn() throws Exception {
    for (String table : ODD_NAMES) {
      assertThat(set(table, "k", text("of " + table.length()))).isNull();
    }
    for (String table : ODD_NAMES) {
      assertThat(all(table)).containsExactly(pair("k", text("of " + table.length())));
      assertThat(del(table, "k")).isEqualTo(text("of " + table.length()));
    }
  }

  @Test
  void severalKeys_setAndRead_answerInOrder() throws Exception {
    assertThat(
            run(
                storage()
                    .setMany(
                        "t",
                        List.of(pair("a", text("1")), pair("b", text("2")), pair("a", text("3"))))))
        .containsExactly(
            new Outcome.Done<>(null), new Outcome.Done<>(null), new Outcome.Done<>(text("1")));
    assertThat(run(storage().getMany("t", List.of("b", "gone", "a", "b"))))
        .containsExactly(
            new Outcome.Done<>(text("2")),
            new Outcome.Done<>(null),
            new Outcome.Done<>(text("3")),
            new Outcome.Done<>(text("2")));
    assertThat(run(storage().existMany("t", List.of("gone", "a", "a"))))
        .containsExactly(
            new Outcome.Done<>(false), new Outcome.Done<>(true), new Outcome.Done<>(true));
    assertThat(run(storage().delMany("t", List.of("a", "gone", "a"))))
        .containsExactly(
            new Outcome.Done<>(text("3")), new Outcome.Done<>(null), new Outcome.Done<>(null));
    assertThat(all("t")).containsExactly(pair("b", text("2")));
  }

  @Test
  void noKeys_asked_areAnsweredWithNothing() throws Exception {
    assertThat(run(storage().getMany("t", List.of()))).isEmpty();
    assertThat(run(storage().setMany("t", List.of()))).isEmpty();
    assertThat(run(storage().delMany("t", List.of()))).isEmpty();
    assertThat(run(storage().existMany("t", List.of()))).isEmpty();
  }

  @Test
  void all_polledOnce_isNotChangedByLaterWrites() throws Exception {
    set("t", "a", text("1"));
    set("t", "b", text("2"));
    AsyncStream<Kvpair> stream = storage().getAll("t");
    set("t", "c", text("3")); // before the first poll: seen
    Kvpair first = run(stream.next());
    set("t", "a", text("changed"));
    set("t", "d", text("4"));
    del("t", "b");

    List<Kvpair> pairs = new ArrayList<>(rest(stream));
    pairs.add(first);

    assertThat(pairs)
        .containsExactlyInAnyOrder(
            pair("a", text("1")), pair("b", text("2")), pair("c", text("3")));
  }

  @Test
  void all_ofALargeTable_hasEachPairOnce() throws Exception {
    List<Kvpair> pairs =
        IntStream.range(0, 3_000).mapToObj(i -> pair("key" + i, integer(i))).toList();
    run(storage().setMany("t", pairs));
    set("s", "before", NONE);
    set("u", "behind", NONE);
    AsyncStream<Kvpair> stream = storage().getAll("t");
    Kvpair first = run(stream.next());
    run(storage().delMany("t", pairs.stream().map(Kvpair::getKey).toList()));
    set("t", "new", NONE);

    List<Kvpair> found = new ArrayList<>(rest(stream));
    found.add(first);

    assertThat(found).containsExactlyInAnyOrderElementsOf(pairs);
    assertThat(all("t")).containsExactly(pair("new", NONE));
  }

  @Test
  void writes_begunBeforeOthersAreAnswered_takeEffectInOrder() throws Exception {
    assertThat(storage().keepsOrder()).isTrue();
    List<Future<Object>> writes = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      writes.add(
          switch (i % 3) {
            case 0 -> any(storage().set("t", "k", integer(i)));
            case 1 -> any(storage().setMany("t", List.of(pair("k", integer(i)), pair("k", NONE))));
            default -> any(storage().del("t", "k"));
          });
    }
    List<Object> answers = run(Async.join(writes));
    for (int i = 0; i < 300; i += 3) {
      assertThat(answers.get(i)).as("set %s finds nothing", i).isNull();
      assertThat(answers.get(i + 1))
          .as("of setMany %s", i + 1)
          .isEqualTo(List.of(new Outcome.Done<>(integer(i)), new Outcome.Done<>(integer(i + 1))));
      assertThat(answers.get(i + 2)).isEqualTo(NONE);
    }
    assertThat(get("t", "k")).isNull();
  }

  @SuppressWarnings("unchecked") // what a future completes with is an Object
  private static Future<Object> any(Future<?> future) {
    return (Future<Object>) future;
  }

  @Test
  void futures_neverPolled_doNothing() throws Exception {
    set("t", "kept", text("old"));
    var _ = storage().set("t", "k", text("v"));
    var _ = storage().setMany("t", List.of(pair("k", text("v"))));
    var _ = storage().set("t", "kept", text("new"));
    var _ = storage().del("t", "kept");
    var _ = storage().delMany("t", List.of("kept"));
    var _ = storage().getAll("t");
    var _ = storage().closeAsync();

    assertThat(all("t")).containsExactly(pair("kept", text("old")));
  }

  @Test
  void nothing_inPlaceOfANameKeyOrValue_isRefusedAtOnce() {
    assertThatNullPointerException().isThrownBy(() -> storage().get(null, "k"));
    assertThatNullPointerException().isThrownBy(() -> storage().get("t", null));
    assertThatNullPointerException().isThrownBy(() -> storage().set("t", "k", null));
    assertThatNullPointerException().isThrownBy(() -> storage().del("t", null));
    assertThatNullPointerException().isThrownBy(() -> storage().exist(null, "k"));
    assertThatNullPointerException().isThrownBy(() -> storage().getAll(null));
  }
}
