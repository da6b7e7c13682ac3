package io.proteus.engine.hbase;

import io.proteus.core.port.PortException;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * The servers that operators have taken out of service ({@code decommission_regionservers}).
 * HBase's balancer puts nothing there, but HBase carries out a move to such a server.
 */
final class DecommissionedServers {
  private DecommissionedServers() {}

  /** Those servers, dead ones too; none where Proteus' user may not ask. */
  static Set<ServerName> read(ClusterConnection connection) throws PortException {
    try {
      return Set.copyOf(
          connection.ask(
              "list the decommissioned servers",
              connection.admin().listDecommissionedRegionServers()));
    } catch (PortException e) {
      return unlessDenied(e);
    }
  }

  /** None where the right to ask is lacking, as a look goes on without it. */
  static Set<ServerName> unlessDenied(PortException refused) throws PortException {
    for (Throwable cause = refused.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof AccessDeniedException) {
        return Set.of();
      }
    }
    throw refused;
  }
}
