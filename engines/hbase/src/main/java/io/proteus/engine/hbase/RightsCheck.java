package io.proteus.engine.hbase;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.words.Sentence;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission;

/**
 * Whether HBase lets Proteus' user act: moves, splits, alters and the balancer want {@code ADMIN}.
 * A cluster without access control lets everybody, and knows no rights to ask for.
 */
record RightsCheck(ClusterConnection connection) implements StoreCheck {
  private static final String NAME = "missing-rights";
  private static final Permission ADMIN =
      Permission.newBuilder().withActions(Permission.Action.ADMIN).build();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    List<SecurityCapability> guarded =
        connection.ask(
            "ask whether HBase has access control", connection.admin().getSecurityCapabilities());
    if (!guarded.contains(SecurityCapability.AUTHORIZATION)) {
      return List.of();
    }
    List<Boolean> granted =
        connection.ask(
            "ask for the rights of Proteus' user",
            connection.admin().hasUserPermissions(List.of(ADMIN)));
    return lacking(user(), granted.get(0));
  }

  static List<Finding> lacking(String user, boolean isAdmin) {
    return isAdmin
        ? List.of()
        : List.of(
            Finding.of(
                NAME,
                Severity.WARNING,
                List.of(user),
                Sentence.of("%s lacks HBase's right ADMIN", user),
                Sentence.of(
                    "Proteus may look, and its moves, splits, altered {tables} and balancer orders"
                        + " will be refused"),
                Sentence.of("have an administrator grant it"),
                "echo \"grant '%s', 'A'\" | hbase shell -n".formatted(user)));
  }

  static String user() throws PortException {
    try {
      return User.getCurrent().getShortName();
    } catch (IOException e) {
      throw new PortException("Cannot tell as which user Proteus asks HBase: " + e, e);
    }
  }
}
