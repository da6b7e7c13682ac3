package io.proteus.lab.elasticity;

import io.proteus.workloads.tenant.Dataset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What is played on a Redis cluster, and between which bounds Proteus counts its shards. */
interface RedisScript {
  /** That it begins with. */
  int shards();

  /** That there may be. */
  int most();

  /** That a shard may use. */
  double cores();

  List<Dataset> datasets();

  ElasticityPlay.Schedule schedule();

  /** How long clients are looked at before and after a resize. */
  Duration surrounding();

  /** Operations that are asked for in all, answered or not. */
  double asked();

  /** What Proteus is told beside where the cluster is. */
  String settings(String policy, Path journal);

  /** Clients of all tenants. */
  default int clients() {
    return datasets().stream().mapToInt(dataset -> dataset.tenant().threads()).sum();
  }
}
