package io.proteus.cloud.provisioning.remote;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;

/** How a file with a store's settings is written. */
public enum SettingsFormat {
  /** {@code <property><name/><value/></property>}, as HBase and Hadoop have it. */
  HADOOP_XML {
    @Override
    String changed(String text, SettingsChange change) throws PortException {
      return HadoopXml.changed(text, change);
    }
  },

  /** A line {@code key=value} each. */
  PROPERTIES {
    @Override
    String changed(String text, SettingsChange change) {
      return SettingLines.changed(text, change, "=");
    }
  },

  /** A line {@code key value} each, as Valkey, Redis and Riak's older files have it. */
  WORDS {
    @Override
    String changed(String text, SettingsChange change) {
      return SettingLines.changed(text, change, " ");
    }
  },

  /** A line {@code key: value} each at the top level, as Cassandra has it. */
  YAML {
    @Override
    String changed(String text, SettingsChange change) {
      return SettingLines.changed(text, change, ": ");
    }
  };

  /**
   * The text with this change. What it does not concern stays as it was, comments included.
   *
   * @throws PortException if the text is not written so
   */
  abstract String changed(String text, SettingsChange change) throws PortException;
}
