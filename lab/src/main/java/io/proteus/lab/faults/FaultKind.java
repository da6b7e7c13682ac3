package io.proteus.lab.faults;

import io.proteus.core.step.MovePartition;
import io.proteus.lab.stage.Choice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What goes wrong. */
enum FaultKind {
  PROTEUS_BOUNDARY("proteus-boundary", "Proteus killed as soon as a step is over") {
    @Override
    Fault fault(Tools tools) {
      return new ProteusKilled.AtBoundary();
    }
  },
  PROTEUS_ANYTIME("proteus-anytime", "Proteus killed at a random moment") {
    @Override
    Fault fault(Tools tools) {
      return new ProteusKilled.AtAnyMoment();
    }
  },
  TARGET_MOVE("target-move", "the RegionServer killed that a region moves to") {
    @Override
    Fault fault(Tools tools) {
      return StoreKilled.duringMove(MovePartition::to);
    }
  },
  SOURCE_MOVE("source-move", "the RegionServer killed that a region moves from") {
    @Override
    Fault fault(Tools tools) {
      return StoreKilled.duringMove(MovePartition::from);
    }
  },
  SERVER_COMPACTION("server-compaction", "the RegionServer killed that compacts a region") {
    @Override
    Fault fault(Tools tools) {
      return StoreKilled.duringCompaction();
    }
  },
  SERVER_RESTART("server-restart", "a RegionServer killed during a drained restart") {
    @Override
    Fault fault(Tools tools) {
      return new RestartHit();
    }

    @Override
    boolean needsPlugin() {
      return false;
    }
  },
  MASTER_MOVE("master-move", "the HMaster killed during a move") {
    @Override
    Fault fault(Tools tools) {
      return StoreKilled.master();
    }
  },
  ZOOKEEPER_SHORT("zookeeper-short", "ZooKeeper stopped for 3 to 9 s, less than a session") {
    @Override
    Fault fault(Tools tools) {
      return new ZooKeeperPaused(Duration.ofSeconds(3), Duration.ofSeconds(9));
    }
  },
  ZOOKEEPER_LONG("zookeeper-long", "ZooKeeper stopped for 25 to 35 s, more than every session") {
    @Override
    Fault fault(Tools tools) {
      return new ZooKeeperPaused(Duration.ofSeconds(25), Duration.ofSeconds(35));
    }
  },
  FULL_DISK("full-disk", "no room left under the journal") {
    @Override
    Fault fault(Tools tools) {
      return new DiskFilled();
    }

    @Override
    Optional<String> objection(Tools tools) throws IOException, InterruptedException {
      return SmallDisk.objection().map("no small disk can be mounted here (%s)"::formatted);
    }
  },
  SCRAPE_HANGS("scrape-hangs", "a RegionServer stopped for up to 12 s while Proteus watches") {
    @Override
    Fault fault(Tools tools) {
      return new ScrapeHangs();
    }
  },
  CLOCK_FORWARD("clock-forward", "the clock of Proteus jumps 10 min forward") {
    @Override
    Fault fault(Tools tools) {
      return new ClockJumps(tools.library(), JUMP);
    }

    @Override
    Optional<String> objection(Tools tools) {
      return tools.withoutFakeTime();
    }
  },
  CLOCK_BACK("clock-back", "the clock of Proteus jumps 10 min back") {
    @Override
    Fault fault(Tools tools) {
      return new ClockJumps(tools.library(), JUMP.negated());
    }

    @Override
    Optional<String> objection(Tools tools) {
      return tools.withoutFakeTime();
    }
  };

  private static final Duration JUMP = Duration.ofMinutes(10);

  private final String id;
  private final String title;

  FaultKind(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /**
   * What some faults take that not every machine has.
   *
   * @param fakeTime the library libfaketime; null where there is none
   */
  record Tools(@Nullable Path fakeTime) {
    Path library() {
      if (fakeTime == null) {
        throw new IllegalStateException("asked for a fault that objects");
      }
      return fakeTime;
    }

    Optional<String> withoutFakeTime() {
      return fakeTime == null
          ? Optional.of(
              "libfaketime is not installed: apt-get install faketime, or name it by --faketime")
          : Optional.empty();
    }
  }

  /** As the command line and the records have it. */
  String id() {
    return id;
  }

  /** For a table. */
  String title() {
    return title;
  }

  /** One of it, for one trial. */
  abstract Fault fault(Tools tools);

  /** Whether it is about servers that take a memory split while they run. */
  boolean needsPlugin() {
    return true;
  }

  /** Why there can be none of it on this machine; empty when there can. */
  Optional<String> objection(Tools tools) throws IOException, InterruptedException {
    return Optional.empty();
  }

  static FaultKind named(String id) {
    return Choice.of("--kinds", id, values(), FaultKind::id);
  }
}
