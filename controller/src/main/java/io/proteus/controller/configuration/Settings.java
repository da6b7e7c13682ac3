package io.proteus.controller.configuration;

import static io.proteus.controller.configuration.Setting.optional;
import static io.proteus.controller.configuration.Setting.required;
import static io.proteus.controller.configuration.Setting.usually;

import io.proteus.controller.bounds.MaintenanceWindow;
import io.proteus.controller.settings.Kind;
import io.proteus.core.step.StepKind;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every key of the configuration file, once. */
final class Settings {
  private static final List<Setting<?>> ALL = new ArrayList<>();

  static final Setting<String> CLUSTER_NAME =
      add(required("cluster.name", Kind.NAMED, "what Proteus calls the cluster, in files too"));

  static final Setting<String> ENGINE_TYPE =
      add(usually("engine.type", Kind.oneOf("hbase"), "hbase", "the store"));
  static final Setting<List<Address>> ENGINE_ZOOKEEPER =
      add(required("engine.zookeeper", Kind.ADDRESSES, "the cluster's ZooKeeper"));
  static final Setting<String> ENGINE_ZNODE_PARENT =
      add(usually("engine.znodeParent", Kind.TEXT, "/hbase", "where in ZooKeeper the cluster is"));
  static final Setting<Duration> ENGINE_CONNECT_TIMEOUT =
      add(usually("engine.connectTimeout", Kind.DURATION, "20s", "until a connection must stand"));
  static final Setting<Duration> ENGINE_SCRAPE_TIMEOUT =
      add(
          usually(
              "engine.scrapeTimeout", Kind.DURATION, "5s", "until a node must tell its metrics"));
  static final Setting<Map<String, String>> ENGINE_PROPERTIES =
      add(usually("engine.properties", Kind.PAIRS, "{}", "any settings of the store's own client"));
  static final Setting<List<String>> ENGINE_EXCLUDE_TABLES =
      add(usually("engine.excludeTables", Kind.WORDS, "[]", "tables that Proteus leaves alone"));

  static final Setting<String> CLOUD_TYPE =
      add(
          usually(
              "cloud.type",
              Kind.oneOf("none", "local"),
              "none",
              "who restarts, starts and stops nodes"));
  static final Setting<Path> CLOUD_DIRECTORY =
      add(optional("cloud.directory", Kind.FILE, "the local cluster's folder; for `local` only"));
  static final Setting<Duration> CLOUD_MACHINE_GRACE =
      add(
          usually(
              "cloud.machineGrace",
              Kind.DURATION,
              "20m",
              "from the start of a machine that Proteus asked for until its node must have come;"
                  + " later it is ended (`STILLBORN`); more than 10m"));

  static final Setting<String> STRATEGY =
      add(
          usually(
              "strategy",
              Kind.oneOf(Configuration.STRATEGIES.toArray(String[]::new)),
              "met",
              "how it decides; all but `met` count nodes and leave each configured as it is"));

  static {
    ALL.addAll(StrategyKeys.all());
  }

  static final Setting<Duration> MONITOR_PERIOD =
      add(usually("monitor.period", Kind.DURATION, "30s", "from sample to sample (MET-1)"));
  static final Setting<Integer> MONITOR_SAMPLES =
      add(usually("monitor.samples", Kind.COUNT, "6", "samples behind a decision (MET-3)"));
  static final Setting<Ratio> MONITOR_SMOOTHING =
      add(usually("monitor.smoothing", Kind.SHARE, "0.5", "weight of the newest sample (MET-3)"));

  static final Setting<Ratio> MET_CPU_ABOVE =
      add(
          usually(
              "met.cpuAbove", Kind.SHARE, "0.60", "CPU above which a node is overloaded (MET-4)"));
  static final Setting<Ratio> MET_IO_WAIT_ABOVE =
      add(
          usually(
              "met.ioWaitAbove",
              Kind.SHARE,
              "0.20",
              "I/O wait above which a node is overloaded too (MET-4)"));
  static final Setting<Ratio> MET_CPU_BELOW =
      add(
          usually(
              "met.cpuBelow",
              Kind.SHARE,
              "0.10",
              "CPU below which a node has capacity to spare (MET-13)"));
  static final Setting<Ratio> MET_SUB_OPTIMAL_NODES =
      add(
          usually(
              "met.subOptimalNodes",
              Kind.SHARE,
              "0.50",
              "share of overloaded nodes above which nodes are added (MET-5)"));
  static final Setting<Integer> MET_UNDERLOAD_DECISIONS =
      add(
          usually(
              "met.underloadDecisions",
              Kind.COUNT,
              "2",
              "decisions in a row that must find spare nodes before one goes (MET-13)"));
  static final Setting<Duration> MET_OPPOSITE_WINDOW =
      add(
          usually(
              "met.oppositeWindow",
              Kind.DURATION_OR_ZERO,
              "20m",
              "for how long MeT does not undo a resize of its own; `0s` as in the paper's"
                  + " experiment (MET-13)"));
  static final Setting<Ratio> MET_CLASSIFY_READ =
      add(
          usually(
              "met.classify.read",
              Kind.SHARE,
              "0.60",
              "share of reads above which it is a read partition (MET-6)"));
  static final Setting<Ratio> MET_CLASSIFY_WRITE =
      add(
          usually(
              "met.classify.write",
              Kind.SHARE,
              "0.60",
              "share of writes above which it is a write partition (MET-6)"));
  static final Setting<Ratio> MET_CLASSIFY_SCAN =
      add(
          usually(
              "met.classify.scan",
              Kind.SHARE,
              "0.60",
              "share of scans in the reads above which it is a scan partition (MET-6)"));
  static final Setting<Double> MET_CLASSIFY_IDLE_BELOW =
      add(
          usually(
              "met.classify.idleBelow",
              Kind.RATE,
              "0.01",
              "requests below which a partition counts as unused"));

  /** The three settings of a node profile. */
  record ProfileSettings(
      Setting<Ratio> readCache, Setting<Ratio> writeBuffer, Setting<ByteSize> blockSize) {}

  static final Map<AccessClass, ProfileSettings> MET_PROFILES = profiles();

  static final Setting<Ratio> MET_MEMORY_LIMIT =
      add(
          usually(
              "met.memoryLimit",
              Kind.SHARE,
              "0.80",
              "what cache and write buffer may take of the heap together (MET-12)"));
  static final Setting<Ratio> MET_COMPACT_BELOW_WRITE =
      add(
          usually(
              "met.compactBelow.write",
              Kind.SHARE,
              "0.70",
              "locality below which data on write nodes is compacted (MET-11)"));
  static final Setting<Ratio> MET_COMPACT_BELOW_OTHER =
      add(
          usually(
              "met.compactBelow.other",
              Kind.SHARE,
              "0.90",
              "the same on all other nodes (MET-11)"));
  static final Setting<Boolean> MET_SET_BLOCK_SIZE =
      add(
          usually(
              "met.setBlockSize",
              Kind.SWITCH,
              "true",
              "whether tables get the block size of their use (MET-12)"));

  static final Setting<Integer> NODES_MIN =
      add(
          usually(
              "nodes.min",
              Kind.COUNT,
              "1",
              "never fewer nodes; what is missing is started, whatever the load"));
  static final Setting<Integer> NODES_MAX =
      add(
          usually(
              "nodes.max",
              Kind.countOr("present"),
              "present",
              "never more nodes; `present`: none is added"));

  static final Setting<Ratio> GUARDS_MINIMUM_KNOWN =
      add(
          usually(
              "guards.minimumKnownPartitions",
              Kind.SHARE,
              "0.995",
              "partitions whose requests must be known"));
  static final Setting<Duration> GUARDS_STALE_AFTER =
      add(usually("guards.staleAfter", Kind.DURATION, "90s", "how old the newest sample may be"));
  static final Setting<Duration> GUARDS_COOLDOWN =
      add(usually("guards.cooldown", Kind.DURATION_OR_ZERO, "10m", "from action to action"));
  static final Setting<String> GUARDS_BALANCER =
      add(
          usually(
              "guards.balancer",
              Kind.oneOf("take-over", "hold"),
              "take-over",
              "when the store's own balancer is on: switch it off while acting, or do nothing"));
  static final Setting<Ratio> GUARDS_MINIMUM_GAIN =
      add(
          usually(
              "guards.minimumGain",
              Kind.SHARE,
              "0.05",
              "share of the requests that must get a better place"));
  static final Setting<Integer> GUARDS_MAXIMUM_MOVES =
      add(
          usually(
              "guards.maximumMoves",
              Kind.countOr("none"),
              "none",
              "partitions that one plan may move; `none`: no limit"));
  static final Setting<Optional<Duration>> GUARDS_HORIZON =
      add(
          usually(
              "guards.horizon",
              Kind.DURATION.or("none"),
              "1h",
              "in which a plan with as many nodes as before must make up for what it costs;"
                  + " `none`: it need not"));

  static final Setting<Ratio> GUARDS_HEAP_FULL =
      add(
          usually(
              "guards.heapFull",
              Kind.SHARE,
              "0.95",
              "share of a heap up to which a cache may be enlarged while its node runs: what the"
                  + " node needs for itself, cache and write buffer together"));

  static final Setting<Integer> EXECUTION_MOVES_IN_FLIGHT =
      add(
          usually(
              "execution.movesInFlight",
              Kind.COUNT,
              "1",
              "partitions moved at once for every ten nodes, begun ones included"));
  static final Setting<Integer> EXECUTION_COMPACTIONS_IN_FLIGHT =
      add(
          usually(
              "execution.compactionsInFlight",
              Kind.COUNT,
              "2",
              "partitions compacted at once, on different nodes if possible"));
  static final Setting<Duration> EXECUTION_PAUSE_COMPACTIONS =
      add(
          usually(
              "execution.pauseCompactions",
              Kind.DURATION_OR_ZERO,
              "2m",
              "how long the store's own compactions may wait while partitions move; `0s`: not at"
                  + " all"));
  static final Setting<Boolean> EXECUTION_PREFETCH =
      add(
          usually(
              "execution.prefetch",
              Kind.SWITCH,
              "true",
              "whether servers read partitions that move to them into their caches at once, where"
                  + " these are read much and the cache holds all such of the server (HBase: with"
                  + " the plugin)"));
  static final Setting<Duration> EXECUTION_POLL_EVERY =
      add(
          usually(
              "execution.pollEvery", Kind.DURATION, "200ms", "between two looks at the cluster"));
  static final Setting<Duration> EXECUTION_BLOCKED_AT_MOST =
      add(
          usually(
              "execution.blockedAtMost",
              Kind.DURATION,
              "2m",
              "how long a step waits for what blocks it, or for a cluster that does not answer"));
  static final Setting<Integer> EXECUTION_ATTEMPTS =
      add(usually("execution.attempts", Kind.COUNT, "3", "how often a refused step is tried"));

  static final Setting<Duration> EXECUTION_CANARY =
      add(
          usually(
              "execution.canary",
              Kind.DURATION_OR_ZERO,
              "0s",
              "how long the first node with new settings is watched before the others follow; `0s`:"
                  + " not at all"));

  static final Setting<String> VERIFICATION_WHEN_WORSE =
      add(
          usually(
              "verification.whenWorse",
              Kind.oneOf("undo", "report", "off"),
              "undo",
              "a plan that made things worse is undone (with `approval.mode: recommend` proposed to"
                  + " be), or only reported; `off`: nothing is compared"));
  static final Setting<Duration> VERIFICATION_SETTLE =
      add(
          usually(
              "verification.settle",
              Kind.DURATION_OR_ZERO,
              "2m",
              "from the end of a plan until what came of it is measured"));
  static final Setting<Duration> VERIFICATION_WINDOW =
      add(
          usually(
              "verification.window",
              Kind.DURATION,
              "4m",
              "how long it is measured, and how far back it is compared with"));
  static final Setting<Ratio> VERIFICATION_WORSENING =
      add(
          usually(
              "verification.worsening",
              Kind.SHARE,
              "0.10",
              "a smaller loss of throughput, or gain in latency, is of no matter"));
  static final Setting<Duration> VERIFICATION_HOLD_AFTER_UNDO =
      add(
          usually(
              "verification.holdAfterUndo",
              Kind.DURATION_OR_ZERO,
              "1h",
              "for how long nothing like it is done after an undo"));

  static final Setting<Path> JOURNAL_FILE =
      add(
          usually(
              "journal.file",
              Kind.FILE,
              "proteus-data/<cluster.name>/journal.db",
              "what Proteus saw and did; relative to this file"));
  static final Setting<Duration> JOURNAL_KEEP =
      add(usually("journal.keep", Kind.DURATION, "30d", "how long it is kept"));

  static final Setting<String> APPROVAL_MODE =
      add(
          usually(
              "approval.mode",
              Kind.oneOf("observe", "recommend", "automatic"),
              "recommend",
              "`serve`: only look, wait for a person's approval of each plan, or act by itself"));
  static final Setting<Duration> APPROVAL_EXPIRES_AFTER =
      add(
          usually(
              "approval.expiresAfter", Kind.DURATION, "1h", "how long a plan waits for a person"));
  static final Setting<Duration> APPROVAL_QUIET_AFTER_REJECT =
      add(
          usually(
              "approval.quietAfterReject",
              Kind.DURATION_OR_ZERO,
              "30m",
              "for how long nothing is proposed after a rejection"));
  static final Setting<Optional<Integer>> APPROVAL_LIMIT_MOVES =
      limit("moves", "partitions that one plan may move without a person");
  static final Setting<Optional<ByteSize>> APPROVAL_LIMIT_BYTES_MOVED =
      sizeLimit("bytesMoved", "the same, their size");
  static final Setting<Optional<Integer>> APPROVAL_LIMIT_MEMORY_SPLITS =
      limit("memorySplits", "nodes whose memory one plan may divide anew online without a person");
  static final Setting<Optional<Integer>> APPROVAL_LIMIT_RESTARTS =
      limit("restarts", "nodes that one plan may restart without a person");
  static final Setting<Optional<Integer>> APPROVAL_LIMIT_TABLES_ALTERED =
      limit("tablesAltered", "tables that one plan may alter without a person");
  static final Setting<Optional<ByteSize>> APPROVAL_LIMIT_BYTES_COMPACTED =
      sizeLimit("bytesCompacted", "data that one plan may rewrite without a person");
  static final Setting<Optional<Integer>> APPROVAL_LIMIT_NODES_ADDED =
      limit("nodesAdded", "nodes that one plan may start without a person");
  static final Setting<Optional<Integer>> APPROVAL_LIMIT_NODES_REMOVED =
      limit("nodesRemoved", "nodes that one plan may stop for good without a person");
  static final Setting<List<MaintenanceWindow>> APPROVAL_WINDOWS =
      add(
          usually(
              "approval.windows",
              WindowKind.WINDOWS,
              "[]",
              "when plans are begun, as `{days: [sat, sun], from: \"02:00\", to: \"05:00\", zone:"
                  + " Europe/Berlin}`; none: always"));
  static final Setting<Set<StepKind>> APPROVAL_ANYTIME =
      add(
          usually(
              "approval.anytime",
              WindowKind.STEP_KINDS,
              "[]",
              "kinds of steps that need no window, for plans of nothing else: "
                  + String.join(", ", StepKind.words())));

  static final Setting<String> SERVER_ADDRESS =
      add(
          usually(
              "server.address",
              Kind.TEXT,
              "127.0.0.1",
              "where `serve` listens; off loopback only with TLS and tokens"));
  static final Setting<Integer> SERVER_PORT =
      add(usually("server.port", Kind.PORT, "8480", "the port it listens on; 0: any that is free"));
  static final Setting<Path> SERVER_TOKENS =
      add(
          usually(
              "server.tokens",
              Kind.FILE,
              "proteus-data/<cluster.name>/tokens.json",
              "hashes of the tokens that `proteus token` makes; relative to this file"));
  static final Setting<Boolean> SERVER_OPEN =
      add(
          usually(
              "server.openOnLoopback",
              Kind.SWITCH,
              "true",
              "whether anybody on this machine may look without a token, never act"));
  static final Setting<Path> SERVER_TLS_CERTIFICATE =
      add(
          optional(
              "server.tls.certificate", Kind.FILE, "PEM file of the certificate and its chain"));
  static final Setting<Path> SERVER_TLS_KEY =
      add(optional("server.tls.key", Kind.FILE, "PEM file of the certificate's private key"));
  static final Setting<ByteSize> SERVER_LARGEST_REQUEST =
      add(usually("server.largestRequest", Kind.SIZE, "16KB", "body of a request at most"));
  static final Setting<Integer> SERVER_REQUESTS_PER_SECOND =
      add(
          usually(
              "server.requestsPerSecond",
              Kind.COUNT,
              "50",
              "requests of one caller within a second; more are refused"));
  static final Setting<Integer> SERVER_LISTENERS =
      add(usually("server.listeners", Kind.COUNT, "32", "live streams of events at once"));

  static final Setting<String> SERVER_OIDC_ISSUER =
      add(
          optional(
              "server.oidc.issuer",
              Kind.TEXT,
              "address of an OpenID provider whose tokens are taken too"));
  static final Setting<String> SERVER_OIDC_AUDIENCE =
      add(
          optional(
              "server.oidc.audience",
              Kind.TEXT,
              "what the provider's tokens must be made for; required with the issuer"));
  static final Setting<String> SERVER_OIDC_ROLES_CLAIM =
      add(
          usually(
              "server.oidc.rolesClaim",
              Kind.TEXT,
              "roles",
              "where a token says what its bearer is; `realm_access.roles` leads into a claim"));
  static final Setting<Map<String, String>> SERVER_OIDC_ROLES =
      add(
          usually(
              "server.oidc.roles",
              Kind.PAIRS,
              "{}",
              "from what is said there to viewer, operator or administrator"));

  private Settings() {}

  /** In the order of the documentation. */
  static List<Setting<?>> all() {
    return List.copyOf(ALL);
  }

  private static Setting<Optional<Integer>> limit(String kind, String about) {
    return add(usually("approval.limits." + kind, Kind.COUNT_OR_ZERO.or("none"), "none", about));
  }

  private static Setting<Optional<ByteSize>> sizeLimit(String kind, String about) {
    return add(usually("approval.limits." + kind, Kind.SIZE.or("none"), "none", about));
  }

  private static <T> Setting<T> add(Setting<T> setting) {
    ALL.add(setting);
    return setting;
  }

  private static Map<AccessClass, ProfileSettings> profiles() {
    Map<AccessClass, ProfileSettings> profiles = new EnumMap<>(AccessClass.class);
    profiles.put(AccessClass.READ, profile("read", "0.55", "0.10", "32KB"));
    profiles.put(AccessClass.WRITE, profile("write", "0.10", "0.55", "64KB"));
    profiles.put(AccessClass.READ_WRITE, profile("read-write", "0.45", "0.20", "32KB"));
    profiles.put(AccessClass.SCAN, profile("scan", "0.55", "0.10", "128KB"));
    return profiles;
  }

  private static ProfileSettings profile(
      String name, String readCache, String writeBuffer, String blockSize) {
    String key = "met.profiles." + name;
    String on = "on a %s node".formatted(name);
    return new ProfileSettings(
        add(
            usually(
                key + ".readCache",
                Kind.SHARE,
                readCache,
                "share of the heap that caches reads, " + on + " (MET-12)")),
        add(
            usually(
                key + ".writeBuffer",
                Kind.SHARE,
                writeBuffer,
                "share of the heap that buffers writes, " + on + " (MET-12)")),
        add(
            usually(
                key + ".blockSize",
                Kind.SIZE,
                blockSize,
                "blocks of the tables, " + on + " (MET-12)")));
  }
}
