package io.proteus.deployment.hbase;

import io.proteus.core.cluster.SettingsChange;
import java.util.Map;

/**
 * A RegionServer of the cluster, with the DataNode on its address.
 *
 * @param index counted from 1
 * @param settings given to this server since it was made; they win over the cluster's
 */
record Member(int index, Map<String, String> settings) {

  /** 127.0.0.11 is the first server's; those below are left to others. */
  private static final int ADDRESS_OFFSET = 10;

  Member {
    settings = Map.copyOf(settings);
  }

  String name() {
    return "rs" + index;
  }

  /** Whether a daemon of that name is a RegionServer. */
  static boolean isRegionServer(String daemon) {
    return daemon.matches("rs\\d+");
  }

  String dataNodeName() {
    return "dn" + index;
  }

  String address() {
    return "127.0.0." + (ADDRESS_OFFSET + index);
  }

  Member with(Map<String, String> added) {
    return with(SettingsChange.setting(added));
  }

  Member with(SettingsChange change) {
    return new Member(index, change.applied(settings));
  }
}
