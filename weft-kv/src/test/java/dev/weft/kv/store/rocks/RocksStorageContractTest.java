package dev.weft.kv.store.rocks;

import dev.weft.Weft;
import dev.weft.kv.store.Storage;
import dev.weft.kv.store.StorageContract;
import dev.weft.kv.store.SyncPolicy;
import java.nio.file.Path;

/** The engine on RocksDB as an engine. */
final class RocksStorageContractTest extends StorageContract {

  @Override
  protected Storage open(Weft weft, Path folder) throws Exception {
    var options = RocksOptions.defaults().withSync(SyncPolicy.NEVER);
    return weft.blockOn(RocksStorage.open(folder, options));
  }
}
