package io.proteus.lab.elasticity;

import io.proteus.workloads.tenant.Dataset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What is played on a store, and between which bounds Proteus counts its nodes. */
interface StoreScript {
  /** That it begins with. */
  int nodes();

  /** That there may be. */
  int most();

  /** That a node may use. */
  double cores();

  List<Dataset> datasets();

  ElasticityPlay.Schedule schedule();

  /**
   * For how long tenants run before nodes have their cap: code that is not compiled yet is slow.
   */
  default Duration uncapped() {
    return Duration.ZERO;
  }

  /** How long clients are looked at before and after a resize. */
  Duration surrounding();

  /** For how long a node that comes under load has no cap, from when it answers. */
  default Duration newcomersUncapped() {
    return Duration.ZERO;
  }

  /** How long nodes take after a resize until they are as they stay. */
  default Duration settles() {
    return Duration.ZERO;
  }

  /** Operations that are asked for in all, answered or not. */
  double asked();

  /** What Proteus is told beside where the cluster is. */
  String settings(String policy, Path journal);

  /** Clients of all tenants. */
  default int clients() {
    return datasets().stream().mapToInt(dataset -> dataset.tenant().threads()).sum();
  }
}
