package io.proteus.engine.hbase;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the cluster. HBase answers some orders only once they are carried out; here an order that
 * was not refused within a moment counts as accepted, and the topology shows what comes of it.
 */
final class HBaseOrders {

  private static final Logger LOG = LoggerFactory.getLogger(HBaseOrders.class);

  /**
   * Long enough for the master to refuse. Every order that takes longer, such as a move, costs its
   * caller this time. A later refusal is logged, and the step's time runs out.
   */
  private static final Duration REFUSAL_LIMIT = Duration.ofMillis(500);

  private final ClusterConnection connection;
  private final Function<PartitionId, byte[]> names;

  /**
   * @param names a region's name by which HBase finds it
   */
  HBaseOrders(ClusterConnection connection, Function<PartitionId, byte[]> names) {
    this.connection = connection;
    this.names = names;
  }

  void move(PartitionId region, NodeId to) throws PortException {
    ServerName server = live(to);
    if (DecommissionedServers.read(connection).contains(server)) {
      throw new PortException(
          "%s is decommissioned, so region %s is not moved there. To have it filled again: recommission_regionserver '%s' in HBase's shell."
              .formatted(to, region, server));
    }
    String what = "move region %s to %s".formatted(region, to);
    accepted(what, connection.adminWithoutRetries().move(names.apply(region), server), true);
  }

  /**
   * Splits the region that holds these rows. Without a key its server chooses by the table's own
   * split policy: the middle of its largest file, so of its data and not of its keys.
   */
  void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException {
    for (RegionInfo region : within(table, rows)) {
      if (rows.equals(rowsOf(region))) {
        requireReshapable(table);
        accepted(
            "split region " + region.getEncodedName(),
            at == null
                ? connection.adminWithoutRetries().splitRegion(region.getRegionName())
                : connection.adminWithoutRetries().splitRegion(region.getRegionName(), at.bytes()),
            true);
      }
    }
  }

  /** Merges the regions that hold these rows, as long as they hold no others. */
  void merge(TableId table, KeyRange rows) throws PortException {
    List<RegionInfo> regions = within(table, rows);
    if (regions.size() < 2) {
      return;
    }
    KeyRange together = rowsOf(regions.get(0));
    for (RegionInfo next : regions.subList(1, regions.size())) {
      KeyRange following = rowsOf(next);
      if (!together.isBefore(following)) {
        break;
      }
      together = together.and(following);
    }
    if (!together.equals(rows)) {
      throw new PortException(
          "Cannot merge the rows %s of table %s: its regions begin and end elsewhere by now."
              .formatted(rows, table));
    }
    requireReshapable(table);
    accepted(
        "merge " + regions.stream().map(RegionInfo::getEncodedName).toList(),
        connection
            .adminWithoutRetries()
            .mergeRegions(regions.stream().map(RegionInfo::getRegionName).toList(), false),
        true);
  }

  /** The regions that hold these rows or a part of them, and no others, by their keys. */
  private List<RegionInfo> within(TableId table, KeyRange rows) throws PortException {
    return connection
        .ask(
            "list the regions of table " + table,
            connection.admin().getRegions(HBaseTranslation.table(table)))
        .stream()
        .filter(region -> !region.isOffline() && rows.contains(rowsOf(region)))
        .sorted(RegionInfo.COMPARATOR)
        .toList();
  }

  private static KeyRange rowsOf(RegionInfo region) {
    return RegionRows.of(region.getStartKey(), region.getEndKey());
  }

  private void requireReshapable(TableId table) throws PortException {
    Optional<String> why =
        TableRules.keepsItsRegions(
            connection.ask(
                "read table " + table,
                connection.admin().getDescriptor(HBaseTranslation.table(table))));
    if (why.isPresent()) {
      throw new PortException(
          "Table %s is set to keep its regions as they are (%s), so they are neither split nor merged."
              .formatted(table, why.get()));
    }
  }

  private Collection<ServerName> live() throws PortException {
    return connection
        .ask(
            "list the live servers",
            connection.admin().getClusterMetrics(EnumSet.of(ClusterMetrics.Option.SERVERS_NAME)))
        .getServersName();
  }

  private ServerName live(NodeId node) throws PortException {
    Collection<ServerName> servers = live();
    return servers.stream()
        .filter(server -> HBaseTranslation.node(server).equals(node))
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "%s is not a live RegionServer; these are: %s"
                        .formatted(
                            node, servers.stream().map(HBaseTranslation::node).sorted().toList())));
  }

  /**
   * Alters the table without reopening its regions, where HBase can (2.6): a region takes the size
   * when it is next opened, and reopening all of them at once would stall the table for seconds.
   */
  void setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    setBlockSizes(table, family -> Optional.of(blockSize));
  }

  /** The same, family by family; those that are not named stay as they are. */
  void setBlockSizes(TableId table, Function<String, Optional<ByteSize>> ofFamily)
      throws PortException {
    TableDescriptor now =
        connection.ask(
            "read table " + table, connection.admin().getDescriptor(HBaseTranslation.table(table)));
    TableDescriptor wanted = HBaseTranslation.withBlockSizes(now, ofFamily);
    if (TableDescriptor.COMPARATOR.compare(now, wanted) != 0) {
      accepted(
          "set block sizes on table %s".formatted(table),
          connection.adminWithoutRetries().modifyTable(wanted, false),
          false);
    }
  }

  /** Alters the table, and opens its regions anew where what changes takes effect only then. */
  void alter(TableId table, TableChange change) throws PortException {
    TableDescriptor now =
        connection.ask(
            "read table " + table, connection.admin().getDescriptor(HBaseTranslation.table(table)));
    TableDescriptor wanted = SettingsTranslation.changed(now, change);
    if (TableDescriptor.COMPARATOR.compare(now, wanted) != 0) {
      accepted(
          "alter table %s (%s)".formatted(table, change),
          SettingsTranslation.needsReopening(change)
              ? connection.adminWithoutRetries().modifyTable(wanted)
              : connection.adminWithoutRetries().modifyTable(wanted, false),
          false);
    }
  }

  void compact(PartitionId region) throws PortException {
    accepted(
        "compact region " + region,
        connection.adminWithoutRetries().majorCompactRegion(names.apply(region)),
        false);
  }

  void switchCompactions(Set<NodeId> nodes, boolean on) throws PortException {
    List<String> servers =
        RegisteredServers.under(connection.zooKeeper(), connection.address().parent())
            .namesOf(nodes);
    // none named would be all
    if (!servers.isEmpty()) {
      connection.ask(
          "switch compactions " + (on ? "on" : "off"),
          connection.admin().compactionSwitch(on, servers));
    }
  }

  void switchBalancer(boolean on) throws PortException {
    connection.ask(
        "switch the balancer " + (on ? "on" : "off"), connection.admin().balancerSwitch(on, false));
  }

  void forget(NodeId node) throws PortException {
    List<ServerName> dead =
        connection
            .ask(
                "list the dead servers",
                connection
                    .admin()
                    .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.DEAD_SERVERS)))
            .getDeadServerNames()
            .stream()
            .filter(server -> HBaseTranslation.node(server).equals(node))
            .toList();
    if (dead.isEmpty()) {
      return;
    }
    List<ServerName> kept =
        connection.ask("forget " + node, connection.admin().clearDeadServers(dead));
    if (!kept.isEmpty()) {
      throw new PortException(
          "HBase keeps %s on its list of dead servers: it still recovers what they held. Try again."
              .formatted(kept));
    }
  }

  /**
   * @param moving whether being on the move already is as good as accepted
   */
  private static void accepted(String what, CompletableFuture<Void> order, boolean moving)
      throws PortException {
    try {
      order.get(REFUSAL_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      order.whenComplete(
          (done, failure) -> {
            if (failure != null) {
              LOG.warn("Cannot {}: {}", what, ClusterConnection.rootOf(failure).toString());
            }
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted, it may have been accepted: " + what, e);
    } catch (ExecutionException e) {
      Throwable cause = ClusterConnection.rootOf(e);
      if (!(moving && String.valueOf(cause.getMessage()).contains("currently in transition"))) {
        throw new PortException("Cannot %s: %s".formatted(what, explained(cause)), cause);
      }
    }
  }

  private static String explained(Throwable cause) {
    if (cause instanceof UnknownRegionException) {
      return "there is no such region any more; it was split, merged or dropped";
    }
    if (cause instanceof TableNotFoundException) {
      return "there is no such table";
    }
    return ClusterConnection.sentence(cause);
  }
}
