package io.proteus.lab.elasticity;

import com.datastax.oss.driver.api.core.DriverException;
import io.proteus.core.port.PortException;
import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.Daemon;
import io.proteus.lab.local.cassandra.CassandraLocal;
import io.proteus.lab.local.cassandra.CassandraRows;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.tenant.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;

/**
 * Cassandra with three copies, asked at QUORUM. A daemon starts without a cap: a small share of a
 * core would take minutes for it, and as long to compile what it runs.
 *
 * @param lib the folder of its jars
 */
record ResizedCassandra(Path lib) implements ResizedStore {
  private static final String KEYSPACE = "resizes";
  private static final String CONSISTENCY = "QUORUM";
  static final int COPIES = 3;

  @Override
  public String configuration(Path folder, List<String> addresses) {
    return CassandraLocal.configuration(folder, addresses);
  }

  @Override
  public Cluster in(Path folder) throws PortException {
    return new OfCassandra(lib, CassandraDeployment.in(folder));
  }

  private record OfCassandra(Path lib, CassandraDeployment deployment) implements Cluster {
    @Override
    public void up(StoreScript script) throws PortException {
      deployment.up(new Daemon(lib, null, Map.of()), script.nodes(), line -> {});
    }

    @Override
    public List<String> addresses() throws PortException {
      return deployment.addresses();
    }

    @Override
    public void cap(@Nullable Double cores) throws PortException {
      deployment.cap(cores);
    }

    @Override
    public void capNewcomer(String server, double cores) throws PortException {
      deployment.cap(server, cores);
    }

    @Override
    public StoreRows rows(int clients) throws PortException {
      try {
        return new Rows(new CassandraRows(deployment.addresses(), KEYSPACE, COPIES, CONSISTENCY));
      } catch (DriverException e) {
        throw new PortException("Cassandra: " + e.getMessage(), e);
      }
    }

    @Override
    public void down() throws PortException {
      deployment.down(line -> {});
    }

    @Override
    public void destroy() throws PortException {
      deployment.destroy(line -> {});
    }
  }

  private record Rows(CassandraRows rows) implements StoreRows {
    @Override
    public void load(List<Dataset> datasets, AcknowledgedWrites ledger, long seed)
        throws IOException, InterruptedException {
      for (Dataset dataset : datasets) {
        try {
          rows.create(dataset.table(), Map.of());
        } catch (DriverException e) {
          throw new IOException("%s cannot be made: %s".formatted(dataset.table(), e), e);
        }
        rows.load(dataset, ledger, seed);
      }
    }

    @Override
    public DB asked(Dataset dataset) {
      return rows.asked(dataset);
    }

    @Override
    public void visit(Dataset dataset, int partition, Visitor visitor) throws IOException {
      rows.visit(dataset, partition, visitor);
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
