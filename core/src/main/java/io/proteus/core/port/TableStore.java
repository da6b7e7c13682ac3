package io.proteus.core.port;

import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of a store and their settings. A change returns when it is done and may be repeated
 * without harm.
 */
public interface TableStore {

  /**
   * The table of a name as a person wrote it, in the one form in which this store and its engine
   * have it, whether there is such a table or not.
   *
   * @param key the setting or option that it was written for
   * @throws io.proteus.core.units.InvalidValue if the store takes no such name
   */
  TableId named(String key, String name);

  /** The table of this name; empty when there is none. */
  Optional<StoredTable> table(TableId table) throws PortException;

  /** The heap of each live node. */
  Map<NodeId, ByteSize> heaps() throws PortException;

  /** Makes a table, its partitions spread over the nodes. */
  void create(
      TableId table, List<String> families, List<RowKey> splits, Map<String, String> attributes)
      throws PortException;

  /**
   * Makes a table anew that holds no row, with its own families and attributes and those given.
   * Nobody writes to it from the look for rows until it is dropped, so that no row is lost.
   *
   * @throws PortException when it holds rows, also those that came meanwhile; then it is as before
   */
  void recreate(TableId table, List<RowKey> splits, Map<String, String> attributes)
      throws PortException;

  /**
   * What a table has set on it while it is made anew, beside its own attributes. Whoever dies
   * meanwhile leaves it there, and clients cannot write: once it is taken off they can.
   */
  default Map<String, String> whileMadeAnew() {
    return Map.of();
  }

  /**
   * Sets attributes of a table, and takes others off it; its partitions are opened anew for it.
   *
   * @param set in the store's own keys
   * @param removed keys that go back to the store's default
   */
  void alter(TableId table, Map<String, String> set, Set<String> removed) throws PortException;

  /** Begins to write all files of a table anew, which goes on after this returns. */
  void compact(TableId table) throws PortException;

  /** Whether files of the table are being merged. */
  boolean isCompacting(TableId table) throws PortException;

  /**
   * The commands of the store's own tools that load rows from files, one line each.
   *
   * @param splits how many partitions the table has been given
   */
  List<String> fileLoadCommands(LoadRequest request, List<String> families, int splits);
}
