package dev.weft.kv.store;

import dev.weft.Weft;
import java.nio.file.Path;

/** The engine in memory as an engine. */
final class MemoryStorageContractTest extends StorageContract {

  @Override
  protected Storage open(Weft weft, Path folder) {
    return new MemoryStorage();
  }
}
