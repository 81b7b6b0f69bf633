package dev.weft.kv.store.log;

import static dev.weft.kv.testkit.Kv.text;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import dev.weft.kv.store.SyncPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Writes, lets the power go at a random operation of the disk, recovers, compares, and goes on with
 * what is left. The oracle: after a recovery the state is that after the first n writes of the
 * round, and no acknowledged write is behind n.
 */
final class CrashRounds {

  private static final List<String> TABLES = List.of("a", "b");
  private static final int KEYS = 12;

  private record Op(String table, String key, Value value) {}

  private final Weft weft;
  private final SplittableRandom random;
  private final LogOptions options;
  private final boolean lying;
  private Map<String, Value> model = new TreeMap<>(); // by table and key
  private MemoryDisk disk = new MemoryDisk();
  private int counter;
  private int crashes;
  private long snapshots;

  CrashRounds(Weft weft, long seed, SyncPolicy sync, boolean lying) {
    this.weft = weft;
    this.random = new SplittableRandom(seed);
    this.options =
        LogOptions.defaults().withSync(sync).withSegmentBytes(4096).withSnapshotBytes(6000);
    this.lying = lying;
  }

  int crashes() {
    return crashes;
  }

  long snapshots() {
    return snapshots;
  }

  void run(int rounds) throws Exception {
    for (int i = 0; i < rounds; i++) {
      round();
    }
  }

  private void round() throws Exception {
    if (lying) {
      disk.lie();
    }
    var power = new Power(random.nextInt(120), random.split());
    disk.setFaults(power);
    List<Op> ops = new ArrayList<>();
    int acknowledged = 0;
    LogStorage storage = null;
    try {
      storage = Driver.open(weft, disk, options);
      check(storage, List.of(), 0);
      boolean broken = false;
      for (int i = random.nextInt(40); i >= 0 && !broken; i--) {
        List<Op> group = group();
        int before = ops.size();
        ops.addAll(group);
        int done = run(storage, group, before, ops);
        acknowledged = before + done;
        broken = done < group.size();
      }
      snapshots += storage.stats().snapshots();
    } catch (IOException whileOpening) {
      if (!power.gone) {
        throw whileOpening;
      }
    }
    boolean orderly = storage != null && random.nextInt(4) == 0;
    if (storage != null) {
      if (!orderly) {
        power.cut();
      }
      Driver.closeQuietly(weft, storage);
    }
    crashes += power.gone ? 1 : 0;
    if (!power.gone) {
      acknowledged = ops.size(); // closed in order: all of it is durable, whatever the policy
    } else if (options.sync() != SyncPolicy.ALWAYS) {
      acknowledged = 0;
    }
    disk = disk.afterCrash(random.split());
    LogStorage recovered = Driver.open(weft, disk, options);
    model = check(recovered, ops, acknowledged);
    Driver.closeQuietly(weft, recovered);
  }

  private List<Op> group() {
    var group = new ArrayList<Op>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      String table = TABLES.get(random.nextInt(TABLES.size()));
      String key = "key" + random.nextInt(KEYS);
      String filler = "x".repeat(random.nextInt(random.nextInt(10) == 0 ? 3000 : 300));
      group.add(new Op(table, key, random.nextInt(4) == 0 ? null : text(counter++ + ":" + filler)));
    }
    return group;
  }

  /** Runs a group; returns how many of its first ones were acknowledged, with right old values. */
  private int run(LogStorage storage, List<Op> group, int before, List<Op> ops) throws Exception {
    List<Future<Value>> futures = new ArrayList<>();
    for (Op op : group) {
      futures.add(
          op.value == null
              ? storage.del(op.table, op.key)
              : storage.set(op.table, op.key, op.value));
    }
    List<Outcome<Value>> outcomes = Driver.all(futures);
    Map<String, Value> state = after(ops, before);
    int done = 0;
    while (done < group.size() && outcomes.get(done) instanceof Outcome.Done<Value>(Value old)) {
      Op op = group.get(done);
      if (!Objects.equals(old, state.get(op.table + " " + op.key))) {
        throw new AssertionError("The old value of " + op + " is " + old + ".");
      }
      apply(state, op);
      done++;
    }
    return done;
  }

  private Map<String, Value> after(List<Op> ops, int count) {
    var state = new TreeMap<>(model);
    for (Op op : ops.subList(0, count)) {
      apply(state, op);
    }
    return state;
  }

  private static void apply(Map<String, Value> state, Op op) {
    if (op.value == null) {
      state.remove(op.table + " " + op.key);
    } else {
      state.put(op.table + " " + op.key, op.value);
    }
  }

  private Map<String, Value> check(LogStorage storage, List<Op> ops, int acknowledged)
      throws Exception {
    var state = new TreeMap<String, Value>();
    for (String table : TABLES) {
      Driver.table(storage, table).forEach((key, value) -> state.put(table + " " + key, value));
    }
    Map<String, Value> expected = after(ops, acknowledged);
    for (int count = acknowledged; !state.equals(expected); count++) {
      if (count == ops.size()) {
        throw new AssertionError(
            "After "
                + acknowledged
                + " acknowledged of "
                + ops.size()
                + " writes the state is none that a prefix gives; recovery: "
                + storage.recovery());
      }
      apply(expected, ops.get(count));
    }
    return state;
  }

  /** Power that goes at some operation, in the midst of a write if it is one. */
  private static final class Power implements MemoryDisk.Faults {
    private final SplittableRandom random;
    private int left;
    private volatile boolean gone;

    Power(int operations, SplittableRandom random) {
      this.left = operations;
      this.random = random;
    }

    void cut() {
      gone = true;
    }

    private boolean step() throws IOException {
      if (gone) {
        throw new IOException("no power");
      }
      gone = left-- == 0;
      return gone;
    }

    @Override
    public int onWrite(String name, int length) throws IOException {
      return step() ? random.nextInt(length + 1) : length;
    }

    @Override
    public void onForce(String name) throws IOException {
      if (step()) {
        throw new IOException("no power");
      }
    }

    @Override
    public void onChange(String name) throws IOException {
      if (step()) {
        throw new IOException("no power");
      }
    }

    @Override
    public void onSync() throws IOException {
      if (step()) {
        throw new IOException("no power");
      }
    }
  }
}
