package io.proteus.lab.elasticity;

import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store of which policies count the nodes, each time of a new cluster on this machine. */
interface ResizedStore {
  /** What Proteus is told of where a cluster is. */
  String configuration(Path folder, List<String> addresses);

  /** The cluster of a folder, whether it runs or not. */
  Cluster in(Path folder) throws PortException;

  /** A cluster of such a store. */
  interface Cluster {
    /** Brings a new one up, of as many nodes as the script begins with. */
    void up(StoreScript script) throws PortException;

    /** Of the nodes that run. */
    List<String> addresses() throws PortException;

    /** Changes for now how much each node may use; null is no cap. */
    void cap(@Nullable Double cores) throws PortException;

    /**
     * Gives a server that came under load the cap of the others, unless it has started with it.
     *
     * @param server by the name that its deployment tells
     */
    void capNewcomer(String server, double cores) throws PortException;

    /**
     * What tenants have in it.
     *
     * @param clients that ask at a time
     */
    StoreRows rows(int clients) throws PortException;

    /** Ends all of its processes; the data stays. */
    void down() throws PortException;

    /** Ends it and deletes all of it. */
    void destroy() throws PortException;
  }
}
