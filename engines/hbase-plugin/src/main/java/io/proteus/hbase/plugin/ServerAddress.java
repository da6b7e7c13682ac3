package io.proteus.hbase.plugin;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;

/**
 * Finds the name under which this server is known to the cluster.
 *
 * <p>HBase gives a tuner nothing but the Configuration. {@code HRegionServer} writes its name in
 * there once the master has answered and before it makes the tuner ({@code
 * handleReportForDutyResponse}, 2.5 and 2.6 alike). That name is exact also where the port is
 * chosen at start or the master sees another host name than the server does; settings would not be.
 */
final class ServerAddress {

  static final String KEY = "mapreduce.task.attempt.id";
  private static final String PREFIX = "hb_rs_";

  private ServerAddress() {}

  static Optional<ServerName> of(Configuration configuration) {
    String value = configuration.get(KEY, "");
    return value.startsWith(PREFIX)
        ? Optional.of(ServerName.valueOf(value.substring(PREFIX.length())))
        : Optional.empty();
  }
}
