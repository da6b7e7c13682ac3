package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proteus.controller.policy.PolicySettings;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.provider.Providers;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.ColdNeighbours;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.HotPartitions;
import io.proteus.core.decision.LostLocality;
import io.proteus.core.decision.LostNodes;
import io.proteus.core.decision.OverdueMachines;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.decision.TokenBalance;
import io.proteus.core.history.Smoothing;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.port.PriceList;
import io.proteus.core.strategy.demand.ModelSettings;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.ConfiguredScaling;
import io.proteus.core.strategy.scaling.CpuOf;
import io.proteus.core.strategy.scaling.ForecastScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MdpScaling;
import io.proteus.core.strategy.scaling.MdpSettings;
import io.proteus.core.strategy.scaling.MetNodeCount;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ReconfiguringScaling.Reconfiguring;
import io.proteus.core.strategy.scaling.ScalingPolicies;
import io.proteus.core.strategy.scaling.TargetTracking;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.deployment.hbase.LocalCloudSettings;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import io.proteus.engine.hbase.bulkload.HConfigSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  private static final Path FOLDER = Path.of("/etc/proteus");
  private static final String LEAST =
      """
      cluster:
        name: shop
      engine:
        zookeeper: zk1:2181, zk2:2182
      """;

  private static Configuration parse(String yaml) throws InvalidConfiguration {
    return Configuration.parse("proteus.yaml", yaml, FOLDER);
  }

  private static List<String> problems(String yaml) {
    return catchThrowableOfType(InvalidConfiguration.class, () -> parse(yaml)).problems();
  }

  private static HBaseConnectionSettings hbase(Configuration read) {
    return read.extensions().engine().settings(HBaseConnectionSettings.class);
  }

  private static final TokenBalance TOKENS =
      new TokenBalance(Ratio.of(0.25), Ratio.of(0.1), Ratio.of(0.5), Ratio.of(0.4));
  private static final LostLocality LOCALITY =
      new LostLocality(Ratio.of(0.7), Ratio.of(0.9), 4, Duration.ofHours(12), Ratio.of(0.7));

  @Test
  void sourcesOfHostMetricsAreThoseThatAreInstalledEachOnce() throws InvalidConfiguration {
    assertThat(parse(LEAST + "hosts: {sources: [store]}\n").extensions().hosts())
        .extracting(source -> source.provider().type())
        .containsExactly("store");
    assertThat(problems(LEAST + "hosts: {sources: [stor]}\n"))
        .singleElement()
        .asString()
        .contains(
            "hosts.sources: want one of cloud, ganglia, node-exporter, prometheus, store, got"
                + " 'stor'. Maybe 'store'.");
    assertThat(problems(LEAST + "hosts: {sources: [store, store]}\n"))
        .singleElement()
        .asString()
        .contains("hosts.sources: want each source once, got store, store.");
  }

  @Test
  void whatIsOfferedInsteadOfAnUnknownNameIsAllThatThereIs() {
    assertThat(problems(LEAST + "strategy: mat\n").get(0))
        .contains(
            "strategy: want one of %s,".formatted(String.join(", ", ScalingPolicies.names())));
    assertThat(problems(LEAST + "cloud: {type: locl}\n").get(0))
        .contains(
            "cloud.type: want one of %s,"
                .formatted(
                    Providers.clouds().stream()
                        .map(it -> it.type())
                        .sorted()
                        .collect(Collectors.joining(", "))));
  }

  @Test
  void everySettingHasThisDefault() throws InvalidConfiguration {
    Configuration read = parse(LEAST);

    assertThat(read.clusterName()).isEqualTo("shop");
    assertThat(read.engine()).isEqualTo(new EngineSettings("hbase", List.of()));
    assertThat(hbase(read))
        .isEqualTo(
            new HBaseConnectionSettings(
                List.of(new Address("zk1", 2181), new Address("zk2", 2182)),
                "/hbase",
                Duration.ofSeconds(20),
                Duration.ofSeconds(5),
                Map.of(),
                HConfigSettings.PAPER));
    assertThat(read.extensions().engine().address()).isEqualTo("zk1:2181,zk2:2182/hbase");
    assertThat(read.cloud()).isEqualTo(new CloudSettings("none", OverdueMachines.usual()));
    assertThat(read.cloud().overdueMachines().grace()).isEqualTo(Duration.ofMinutes(20));
    assertThat(read.hosts()).isEqualTo(new HostSettings(List.of("cloud", "store")));
    assertThat(read.extensions().hosts())
        .extracting(source -> source.provider().type())
        .containsExactly("cloud", "store");
    assertThat(read.strategy()).isEqualTo("auto");
    assertThat(read.monitor())
        .isEqualTo(new MonitorSettings(Duration.ofSeconds(30), 6, new Smoothing(0.5)));
    assertThat(read.nodes()).isEqualTo(new NodeBounds(1, 0));
    assertThat(read.guards())
        .isEqualTo(
            new GuardSettings(
                Ratio.of(0.995),
                Duration.ofSeconds(90),
                Duration.ofMinutes(10),
                GuardSettings.Balancer.TAKE_OVER,
                Ratio.of(0.05),
                0,
                Duration.ofHours(1),
                GuardSettings.DeadNodes.GO_ON,
                Duration.ofMinutes(10),
                Duration.ofMinutes(3),
                Duration.ofHours(3),
                Duration.ofHours(1),
                GuardSettings.Harmless.WITH_AUTO));
    NodeBounds bounds = new NodeBounds(1, 0);
    Map<String, ConfiguredScaling> counting = new HashMap<>(read.policies().counting());
    counting.putAll(
        Map.of(
            "met",
            new MetNodeCount(MetScaling.defaults(), Duration.ofMinutes(20), false),
            "threshold",
            ThresholdScaling.paper(),
            "target",
            new TargetTracking(Ratio.of(0.6), null, Ratio.of(0.1), CpuOf.MEAN),
            "mdp",
            new MdpSettings(
                bounds,
                MdpSettings.Worth.THROUGHPUT_LESS_SQUARE,
                null,
                1,
                100,
                10,
                2,
                Ratio.of(0.9),
                MdpScaling.Rhythm.paper()),
            "forecast",
            ForecastScaling.usual(bounds)));
    assertThat(read.policies())
        .isEqualTo(
            new StrategySettings(
                "auto",
                "model",
                true,
                counting,
                Limits.within(bounds),
                new Reconfiguring(1.5, Ratio.of(0.6)),
                new Spread(Even.DATA, Ratio.of(0.1)),
                ModelSettings.usual(),
                new PolicySettings(
                    "hbase",
                    PolicyShelf.Selection.SHIPPED,
                    null,
                    Ratio.of(0.1),
                    false,
                    null,
                    true,
                    0.01),
                Optional.empty(),
                List.of(
                    HotPartitions.usual(),
                    new ColdNeighbours(300, ByteSize.ofMegabytes(256), 4),
                    LOCALITY,
                    TOKENS)));
    assertThat(read.execution())
        .isEqualTo(
            new ExecutionSettings(
                1,
                2,
                Duration.ofMinutes(2),
                Duration.ofMillis(200),
                Duration.ofMinutes(2),
                3,
                Duration.ZERO,
                new BrakeSettings(Brake.END, 1.5, 2.5, Ratio.of(0.8), 2, Duration.ofMinutes(10))));
    assertThat(read.verification())
        .isEqualTo(
            new VerificationSettings(
                VerificationSettings.WhenWorse.UNDO,
                Duration.ofMinutes(2),
                Duration.ofMinutes(4),
                Ratio.of(0.10)));
    assertThat(read.journal())
        .isEqualTo(
            new JournalSettings(
                Path.of("/etc/proteus/proteus-data/shop/journal.db"),
                Duration.ofDays(30),
                Duration.ofDays(400)));
    assertThat(read.approval())
        .isEqualTo(
            new ApprovalSettings(
                ApprovalMode.RECOMMEND, Duration.ofHours(1), Duration.ofMinutes(30)));
    assertThat(read.server())
        .isEqualTo(
            new ServerSettings(
                "127.0.0.1",
                8480,
                Path.of("/etc/proteus/proteus-data/shop/tokens.json"),
                true,
                TlsFiles.NONE,
                ByteSize.ofBytes(16 << 10),
                50,
                32,
                Optional.empty()));
    assertThat(read.server()).isEqualTo(ServerSettings.usual(read.server().tokens()));
  }

  @Test
  void aProviderWantsAnAudienceAndRolesAndIsAskedEncryptedOrOnThisMachine()
      throws InvalidConfiguration {
    String oidc = LEAST + "server: {oidc: {issuer: '%s', audience: proteus, roles: {ops: %s}}}";

    assertThat(parse(oidc.formatted("https://id.example.org/ops", "operator")).server().oidc())
        .hasValueSatisfying(
            provider -> {
              assertThat(provider.rolesClaim()).isEqualTo("roles");
              assertThat(provider.roles()).containsOnly(Map.entry("ops", "operator"));
            });
    assertThat(problems(oidc.formatted("http://id.example.org", "operator")))
        .singleElement()
        .asString()
        .contains("server.oidc.issuer", "https", "http://id.example.org");
    assertThat(problems(oidc.formatted("https://id.example.org", "king")))
        .singleElement()
        .asString()
        .contains("server.oidc.roles.ops", "administrator", "king");
    assertThat(problems(LEAST + "server: {oidc: {issuer: 'https://id.example.org'}}"))
        .singleElement()
        .asString()
        .contains("server.oidc.audience");
  }

  @Test
  void aCertificateWantsItsKey() {
    assertThat(problems(LEAST + "server: {tls: {certificate: server.pem}}"))
        .singleElement()
        .asString()
        .contains("server.tls")
        .contains("only the certificate");
  }

  /**
   * The defaults of MeT and of the guards are core's, which has them from the paper, but for the
   * window in which MeT does not turn. What the store is like is said by its engine.
   */
  @Test
  void theDefaultsDecideAsThePaperDoes() throws InvalidConfiguration {
    assertThat(parse(LEAST + "strategy: met\nmet: {oppositeWindow: 0s}\n").decisionMaker())
        .isEqualTo(
            new DecisionMaker(
                Proposals.of(
                        PolicyStrategy.met(),
                        Optional.of(
                            new LostNodes(
                                PolicyStrategy.met(),
                                new NodeBounds(1, 0),
                                Duration.ofMinutes(3),
                                Duration.ofHours(3))),
                        Optional.empty())
                    .and(LOCALITY),
                Guards.defaults(),
                new Planner(
                    Ratio.of(0.7), Ratio.of(0.9), HeapRoom.usual(), Providers.memory("hbase")),
                new Predictor(1, 2, Duration.ofHours(1), Providers.costs("hbase"))));
  }

  @Test
  void theTemplateIsExactlyTheDefaults() throws InvalidConfiguration {
    String least = "cluster: {name: my-cluster}\nengine: {zookeeper: '127.0.0.1:2181'}\n";

    assertThat(parse(Configuration.template()))
        .usingRecursiveComparison()
        .usingOverriddenEquals()
        .ignoringFields("written")
        .isEqualTo(parse(least));
    assertThat(Configuration.template()).contains("directory:");
  }

  /** Else nobody could tell what to change, and nodes would keep what they were started with. */
  @Test
  void nodesAreAskedForWhatTheProfilesInUseSetThemTo() throws InvalidConfiguration {
    String handlers =
        "met: {profiles: {write: {settings: {hbase.regionserver.handler.count: 60}}}}\n";

    assertThat(parse(LEAST + "strategy: met\n" + handlers).startKeys())
        .containsExactly("hbase.regionserver.handler.count");
    assertThat(parse(LEAST + "strategy: auto\n" + handlers).startKeys()).isEmpty();
    assertThat(
            parse(LEAST + "configuration: {policy: policies}\npolicies: {restart: true}\n")
                .startKeys())
        .contains("hbase.regionserver.global.memstore.size.lower.limit");
  }

  @Test
  void whatIsSetIsTaken() throws InvalidConfiguration {
    Configuration read =
        parse(
            LEAST
                + """
                  excludeTables: [default:scratch]
                  properties:
                    hbase.rpc.timeout: 10000
                cloud: {type: local, directory: cluster, machineGrace: 45m}
                monitor: {period: 500ms, smoothing: 75%}
                met:
                  profiles:
                    scan: {blockSize: 256 KB}
                  setBlockSize: false
                nodes: {min: 2, max: 9}
                guards: {balancer: hold, cooldown: 0s, maximumMoves: 40}
                journal: {file: /var/lib/j.db, keep: 7d}
                """);

    assertThat(read.engine().excludeTables()).containsExactly("default:scratch");
    assertThat(hbase(read).properties()).containsEntry("hbase.rpc.timeout", "10000");
    assertThat(read.extensions().cloud().settings())
        .isEqualTo(
            new LocalCloudSettings(Optional.of(Path.of("/etc/proteus/cluster")), PriceList.NONE));
    assertThat(read.decisionMaker().overdueMachines())
        .isEqualTo(new OverdueMachines(Duration.ofMinutes(45)));
    assertThat(read.monitor())
        .isEqualTo(new MonitorSettings(Duration.ofMillis(500), 6, new Smoothing(0.75)));
    assertThat(read.met().profiles().profileOf(AccessClass.SCAN).blockSize())
        .isEqualTo(ByteSize.ofKilobytes(256));
    assertThat(read.met().scaling().bounds()).isEqualTo(new NodeBounds(2, 9));
    assertThat(read.guards().takeOverBalancer()).isFalse();
    assertThat(read.guards().maximumMoves()).isEqualTo(40);
    assertThat(read.journal())
        .isEqualTo(
            new JournalSettings(
                Path.of("/var/lib/j.db"), Duration.ofDays(7), Duration.ofDays(400)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "met: {cpuAbvoe: 0.6} | proteus.yaml:5: met.cpuAbvoe: there is no such setting. Maybe"
            + " met.cpuAbove.",
        "cpuAbove: 0.6 | proteus.yaml:5: cpuAbove: there is no such setting. Maybe met.cpuAbove.",
        "gaurds: {cooldown: 1m} | gaurds: there is no such setting. Maybe guards.",
        "met: {cpuAbove: high} | proteus.yaml:5: met.cpuAbove: want a share such as 0.6 or 60%, got"
            + " 'high'.",
        "met: {cpuAbove: 60} | met.cpuAbove: want a share such as 0.6 or 60%, got '60'.",
        "met: 5 | proteus.yaml:5: met: want a section of settings, got '5'.",
        "monitor: {period: 30} | monitor.period: want a duration such as 30s, 3m or 1h, got '30'.",
        "monitor: {period: 0s} | monitor.period: want a duration such as 30s, 3m or 1h, got '0s'.",
        "monitor: {samples: [6]} | monitor.samples: want a whole number, 1 or more, got a list.",
        "monitor: {samples: } | got nothing. Take the line out for the default, 6.",
        "monitor: {smoothing: 0} | smoothing: want 0 < alpha <= 1, got 0.0.",
        "nodes: {min: 5, max: 3} | nodes: want 1 <= min <= max, got min=5 max=3. Maybe they are"
            + " swapped.",
        "met: {cpuBelow: 0.7} | met.cpuBelow: want less than met.cpuAbove, got 70 % and 60 %.",
        "met: {profiles: {read: {readCache: 0.75}}} | met.profiles.read: want cache + write buffer"
            + " of at most 80 %",
        "met: {profiles: {write: {writeBuffer: 0.95}}} | memory split: want cache + write buffer"
            + " within the heap",
        "cloud: {type: local} | cloud.directory: want the local cluster's folder, as cloud.type is"
            + " local.",
        "cloud: {type: locl} | , got 'locl'. Maybe 'local'.",
        "cloud: {machineGrace: 10m} | cloud.machineGrace: want more than 10 min, as long as a plan"
            + " waits",
        "cloud: {directory: x} | cloud.directory: is for cloud.type local or local-cassandra or"
            + " local-redis, and it is none.",
        "guards: {balancer: takeover} | want one of take-over, hold, got 'takeover'. Maybe"
            + " 'take-over'.",
        "strategy: mat | , got 'mat'. Maybe 'met'.",
        "threshold: {growAbove: 0.1} | threshold.shrinkBelow: want less than threshold.growAbove,"
            + " got 15 % and 10 %.",
        "threshold: {ioWaitAbove: no} | threshold.ioWaitAbove: want a share such as 0.6 or 60%, or"
            + " off, got 'no'.",
        "mdp: {reward: expression} | mdp.expression: want an expression, as mdp.reward is"
            + " expression.",
        "mdp: {expression: machines} | mdp.expression: want it with mdp.reward expression only, got"
            + " 'machines'",
        "mdp: {reward: expression, expression: machines * cpu} | got 'machines * cpu': there is no"
            + " cpu.",
        "mdp: {reward: expression, expression: machines *} | mdp.expression: want numbers, + - * /"
            + " ^ ( ), comparisons",
        "mdp: {reward: expression, expression: RANDOM()} | mdp.expression: want numbers",
        "mdp: {reward: expression, expression: 'machines > 3'} | it is not a number.",
        "mdp: {reward: expression, expression: '(machines - 5) ^ 0.5'} | mdp.expression: want"
            + " numbers",
        "mdp: {reward: expression, expression: '(machines - 5) ^ 0.5'} | it has no value with"
            + " machines 3, throughput 900, latency 5 and load 1000",
        "mdp: {reward: expression, expression: '(machines - 3) ^ (0 - 1)'} | it has no value with"
            + " machines 3",
        "mdp: {discount: 1} | mdp: want largestStep of 1 or more and discount below 1",
        "forecast: {serviceLevel: 1} | forecast: want cpu above 0, serviceLevel of 0.5 and more and"
            + " below 1",
        "forecast: {horizon: 1m} | forecast.horizon: want 1 to 500 slots of PT1H, got PT1M.",
        "scaling: {removable: 0} | scaling.removable: want a share above 0, got 0.",
        "met: {cpuAbove: 0.5, cpuAbove: 0.6} | not YAML: Duplicate field 'cpuAbove'",
        "met: [ | not YAML",
      })
  void anErrorNamesTheLineTheSettingTheValueAndWhatIsWanted(String more, String problem) {
    assertThat(problems(LEAST + more.strip() + "\n"))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("proteus.yaml:")
        .contains(problem);
  }

  @Test
  void allErrorsAreToldAtOnceInTheOrderOfTheFile() {
    assertThat(
            problems(
                """
                engine:
                  zookeeper: zk1
                  scrapeTimout: 3s
                met:
                  cpuAbove: 1.2
                nodes: {min: 0}
                """))
        .containsExactly(
            "proteus.yaml:2: engine.zookeeper: want host:port, or several with commas between them,"
                + " got 'zk1'.",
            "proteus.yaml:3: engine.scrapeTimout: there is no such setting. Maybe"
                + " engine.scrapeTimeout.",
            "proteus.yaml:5: met.cpuAbove: want a share such as 0.6 or 60%, got '1.2'.",
            "proteus.yaml:6: nodes.min: want a whole number, 1 or more, got '0'.",
            "proteus.yaml: cluster.name: is required; want letters, digits, '.', '_' and '-'.");
  }

  @Test
  void aSectionMayBeEmpty() throws InvalidConfiguration {
    assertThat(parse(LEAST + "met:\n  # cpuAbove: 0.7\nguards:\n")).isEqualTo(parse(LEAST));
  }

  @Test
  void anEmptyFileLacksWhatIsRequired() {
    assertThat(problems("# nothing\n")).hasSize(2);
    assertThat(problems("")).hasSize(2);
  }

  @Test
  void aFileIsReadAndAMissingOneIsToldOf(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("proteus.yaml");
    assertThatThrownBy(() -> Configuration.read(file))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContaining("there is no such file. 'proteus init' writes one.");

    Files.writeString(file, LEAST);
    assertThat(Configuration.read(file).journal().file())
        .isEqualTo(folder.resolve("proteus-data/shop/journal.db"));
  }
}
