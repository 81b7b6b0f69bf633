package dev.weft.kv.store.log;

import dev.weft.Weft;
import dev.weft.kv.store.Storage;
import dev.weft.kv.store.StorageContract;
import java.nio.file.Path;

/** The log engine as an engine; segments are small so that the tests cross their borders. */
final class LogStorageContractTest extends StorageContract {

  private static final long SEGMENT_BYTES = 256 << 10;

  @Override
  protected Storage open(Weft weft, Path folder) throws Exception {
    LogOptions options =
        LogOptions.defaults().withSegmentBytes(SEGMENT_BYTES).withSnapshotBytes(SEGMENT_BYTES);
    return weft.blockOn(LogStorage.open(folder, options));
  }
}
