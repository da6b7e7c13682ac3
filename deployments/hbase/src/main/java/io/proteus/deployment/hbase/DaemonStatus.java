package io.proteus.deployment.hbase;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A daemon as it is now.
 *
 * @param name zookeeper, namenode, master, dn1, rs1 ...
 * @param address it listens on
 * @param pid null when it is not running
 * @param since when its process was started; null when it is not running
 * @param log what it logs
 */
public record DaemonStatus(
    String name, String address, @Nullable Long pid, @Nullable Instant since, Path log) {
  public boolean isRunning() {
    return pid != null;
  }
}
