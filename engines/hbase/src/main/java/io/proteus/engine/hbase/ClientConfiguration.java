package io.proteus.engine.hbase;

import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The settings of HBase's client: Proteus's own bounds, then the user's settings, and what follows
 * from those where the cluster is secured. All keys are HBase's or Hadoop's.
 */
final class ClientConfiguration {
  private static final int RPC_LIMIT_MS = 10_000;

  private static final String AUTHENTICATION = "hbase.security.authentication";
  private static final String OF_HADOOP = "hadoop.security.authentication";
  private static final String KERBEROS = "kerberos";
  private static final String KEYTAB = "hbase.client.keytab.file";
  private static final String ENCRYPTED_PAGES = "hbase.ssl.enabled";

  /** The identities of Kerberos: the client's own, and those expected of the cluster's servers. */
  private static final List<String> OF_KERBEROS =
      List.of(
          KEYTAB,
          "hbase.client.keytab.principal",
          "hbase.master.kerberos.principal",
          "hbase.regionserver.kerberos.principal");

  private ClientConfiguration() {}

  /**
   * @throws InvalidValue when Kerberos is wanted and a setting that it takes is missing, or
   *     contradicts
   */
  static Configuration of(HBaseAddress address) {
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", address.zooKeeper());
    configuration.set("zookeeper.znode.parent", address.parent());
    configuration.setInt("zookeeper.recovery.retry", 1);
    configuration.setInt("zookeeper.session.timeout", 30_000);
    configuration.setInt("hbase.rpc.timeout", RPC_LIMIT_MS);
    configuration.setInt("hbase.client.operation.timeout", 15_000);
    configuration.setInt("hbase.client.meta.operation.timeout", 15_000);
    configuration.setInt("hbase.client.scanner.timeout.period", 20_000);
    configuration.setInt("hbase.client.retries.number", 3);
    configuration.setInt("hbase.client.pause", 250);
    configuration.setInt("hbase.ipc.client.socket.timeout.connect", 5_000);
    address.client().forEach(configuration::set);
    if (isKerberos(configuration)) {
      alsoForHadoop(address, configuration);
    }
    return configuration;
  }

  /**
   * Sets Kerberos for Hadoop too; without that HBase's client does not log in, and does not say so.
   */
  private static void alsoForHadoop(HBaseAddress address, Configuration configuration) {
    for (String key : OF_KERBEROS) {
      if (configuration.getTrimmed(key, "").isEmpty()) {
        throw new InvalidValue(
            "engine.properties: %s: want a value, as %s is kerberos, got nothing."
                .formatted(key, AUTHENTICATION));
      }
    }
    String given = address.client().getOrDefault(OF_HADOOP, KERBEROS);
    if (!given.equalsIgnoreCase(KERBEROS)) {
      throw new InvalidValue(
          "engine.properties: %s: want kerberos, as %s is, got '%s'."
              .formatted(OF_HADOOP, AUTHENTICATION, given));
    }
    configuration.set(OF_HADOOP, KERBEROS);
  }

  static boolean isKerberos(Configuration configuration) {
    return KERBEROS.equalsIgnoreCase(configuration.getTrimmed(AUTHENTICATION, ""));
  }

  /** How the servers' pages are asked for. */
  static InfoServers.Scheme pages(Configuration configuration) {
    return configuration.getBoolean(ENCRYPTED_PAGES, false)
        ? InfoServers.Scheme.HTTPS
        : InfoServers.Scheme.HTTP;
  }

  /**
   * Sets up Kerberos for Hadoop's half of the client, once for the whole process. HBase logs in
   * when it connects. It does nothing without Kerberos.
   *
   * @throws InvalidValue when the keytab cannot be read
   * @throws PortException when this machine is not set up for Kerberos
   */
  static void prepareLogin(Configuration configuration) throws PortException {
    if (!isKerberos(configuration)) {
      return;
    }
    requireKeytab(configuration);
    try {
      UserGroupInformation.setConfiguration(configuration);
    } catch (RuntimeException e) { // as of a machine that knows no realm
      throw new PortException(
          "Kerberos cannot be used on this machine: %s. Is /etc/krb5.conf right, or what"
                  .formatted(ClusterConnection.sentence(e))
              + " -Djava.security.krb5.conf in PROTEUS_JAVA_OPTS names?",
          e);
    }
  }

  /**
   * @throws InvalidValue when Kerberos is wanted and the keytab cannot be read
   */
  static void requireKeytab(Configuration configuration) {
    if (!isKerberos(configuration)) {
      return;
    }
    String keytab = configuration.getTrimmed(KEYTAB);
    if (!Files.isReadable(Path.of(keytab))) {
      throw new InvalidValue(
          "engine.properties: %s: want a file that Proteus may read, got '%s'."
              .formatted(KEYTAB, keytab));
    }
  }
}
