package io.proteus.engine.hbase;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.protobuf.generated.RSGroupProtos;
import org.apache.hadoop.hbase.rsgroup.RSGroupInfo;

/**
 * HBase's RSGroups, from the table in which HBase keeps them: the client of 2.5 and 2.6 has no call
 * for them. Nothing is asked where that table does not exist.
 */
final class ServerGroups {
  static final TableName TABLE = TableName.valueOf("hbase", "rsgroup");
  private static final byte[] FAMILY = {'m'};
  private static final byte[] QUALIFIER = {'i'};

  /**
   * A group other than the default one.
   *
   * @param servers by {@code host:port}, whether they run or not
   */
  record Group(String name, Set<NodeId> servers, Set<TableId> tables) {}

  private ServerGroups() {}

  /** The groups; none where HBase has none but the default one. */
  static List<Group> read(ClusterConnection connection, Collection<MetaRegion> regions)
      throws PortException {
    boolean kept =
        regions.stream()
            .anyMatch(region -> HBaseTranslation.tableOf(region.name()).equals(TABLE.toString()));
    if (!kept) {
      return List.of();
    }
    List<Group> groups = new ArrayList<>();
    for (Result row :
        connection.ask(
            "read the RSGroups",
            connection
                .hbase()
                .getTable(TABLE)
                .scanAll(new Scan().addColumn(FAMILY, QUALIFIER).setCacheBlocks(true)))) {
      byte[] written = row.getValue(FAMILY, QUALIFIER);
      if (written != null) {
        groups.add(group(written));
      }
    }
    return groups.stream()
        .filter(group -> !group.name().equals(RSGroupInfo.DEFAULT_GROUP))
        .toList();
  }

  private static Group group(byte[] written) throws PortException {
    try {
      RSGroupProtos.RSGroupInfo group = RSGroupProtos.RSGroupInfo.parseFrom(written);
      Set<NodeId> servers = new HashSet<>();
      group
          .getServersList()
          .forEach(it -> servers.add(new NodeId(it.getHostName() + ":" + it.getPort())));
      Set<TableId> tables = new HashSet<>();
      group
          .getTablesList()
          .forEach(
              it ->
                  tables.add(
                      HBaseTranslation.table(
                          TableName.valueOf(
                              it.getNamespace().toStringUtf8(),
                              it.getQualifier().toStringUtf8()))));
      return new Group(group.getName(), servers, tables);
    } catch (IOException e) {
      throw new PortException(
          "%s holds what is no RSGroup: %s".formatted(TABLE, ClusterConnection.sentence(e)), e);
    }
  }

  /** What every group may hold; none where there is the default group alone. */
  static List<Pool> pools(List<Group> groups, List<Node> live, List<Table> managed) {
    if (groups.isEmpty()) {
      return List.of();
    }
    List<NodeId> nodes = new ArrayList<>(live.stream().map(Node::id).toList());
    List<TableId> tables = new ArrayList<>(managed.stream().map(Table::id).toList());
    List<Pool> pools = new ArrayList<>();
    for (Group group : groups) {
      pools.add(
          new Pool(
              group.name(), taken(nodes, group.servers()), taken(tables, group.tables()), false));
    }
    pools.add(new Pool(RSGroupInfo.DEFAULT_GROUP, nodes, tables, true));
    return pools;
  }

  /** Takes these out of all that are left. */
  private static <T> List<T> taken(List<T> left, Set<T> wanted) {
    List<T> found = left.stream().filter(wanted::contains).toList();
    left.removeAll(found);
    return found;
  }
}
