package io.proteus.lab.cluster;

import io.proteus.workloads.hbase.HBaseClient;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Makes a table on a secured cluster and reads it until a line comes on its standard input; then
 * looks whether every row is still there. A process of its own, because a JVM has one Kerberos
 * login.
 */
final class SecuredLoad {
  static final String TABLE = "orders";
  private static final byte[] FAMILY = bytes("f");
  private static final byte[] COLUMN = bytes("q");
  private static final int ROWS = 1_000;

  private SecuredLoad() {}

  /**
   * @param args the ZooKeeper quorum, the servers' principal, the client's principal, its keytab
   */
  public static void main(String[] args) throws Exception {
    Configuration cluster = HBaseConfiguration.create();
    cluster.set("hbase.zookeeper.quorum", args[0]);
    cluster.set("hbase.security.authentication", "kerberos");
    cluster.set("hadoop.security.authentication", "kerberos");
    cluster.set("hbase.master.kerberos.principal", args[1]);
    cluster.set("hbase.regionserver.kerberos.principal", args[1]);
    cluster.set("hbase.client.keytab.principal", args[2]);
    cluster.set("hbase.client.keytab.file", args[3]);
    UserGroupInformation.setConfiguration(cluster);
    try (Connection connection = ConnectionFactory.createConnection(HBaseClient.patient(cluster))) {
      TableName name = TableName.valueOf(TABLE);
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build(),
            new byte[][] {bytes("row-250"), bytes("row-500"), bytes("row-750")});
      }
      try (Table table = connection.getTable(name)) {
        for (int row = 0; row < ROWS; row++) {
          table.put(new Put(key(row)).addColumn(FAMILY, COLUMN, key(row)));
        }
        System.out.println("loaded");
        while (System.in.available() == 0) {
          table.get(new Get(key(ThreadLocalRandom.current().nextInt(ROWS))));
        }
        int there = 0;
        for (int row = 0; row < ROWS; row++) {
          there += table.get(new Get(key(row))).isEmpty() ? 0 : 1;
        }
        System.out.println("lost " + (ROWS - there));
      }
    }
  }

  private static byte[] key(int row) {
    return bytes("row-%03d".formatted(row));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
