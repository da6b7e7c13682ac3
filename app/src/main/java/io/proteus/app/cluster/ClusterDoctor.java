package io.proteus.app.cluster;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.parameter.SettingsCheck;
import io.proteus.core.decision.Assessment;
import io.proteus.core.decision.Assessor;
import io.proteus.core.doctor.BalancerBeside;
import io.proteus.core.doctor.Checkup;
import io.proteus.core.doctor.Doctor;
import io.proteus.core.doctor.LeftSwitchedOff;
import io.proteus.core.health.Finding;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.strategy.Situation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a cluster is assessed by, as its configuration says, and who says what is wrong with it. */
public final class ClusterDoctor {
  private ClusterDoctor() {}

  /** Says what is worth doing to clusters with this configuration. */
  public static Assessor assessor(Configuration configuration) {
    return new Assessor(configuration.decisionMaker(), configuration.met().scaling().cpuAbove());
  }

  /** What checks look at. */
  public static Checkup checkup(Configuration configuration, Situation now) {
    Assessor assessor = assessor(configuration);
    Assessment assessment = assessor.assess(now);
    return new Checkup(now, assessor.hotAbove(), assessment);
  }

  /** A doctor who asks the store, too. */
  public static Doctor asking(ClusterConnection connection) {
    List<StoreCheck> checks = new ArrayList<>();
    checks.add(new BalancerBeside(connection.ports().claiming()));
    checks.add(new LeftSwitchedOff(connection.ports()));
    if (connection.parameters().settings() != null) {
      checks.add(new SettingsCheck(connection.parameters()::review));
    }
    checks.addAll(connection.checks());
    return new Doctor(checks, cures(connection.configuration()));
  }

  /** What the engine's own checks find while the cluster cannot be read, such as missing rights. */
  public static List<Finding> ofUnreadable(ClusterConnection connection, Instant at) {
    return new Doctor(connection.checks(), cures(connection.configuration()))
        .ofUnobserved(connection.configuration().clusterName(), at);
  }

  /** A doctor who goes by what was observed. */
  public static Doctor observing(Configuration configuration) {
    return Doctor.observing(cures(configuration));
  }

  private static Map<String, String> cures(Configuration configuration) {
    return configuration.extensions().engine().provider().cures();
  }
}
