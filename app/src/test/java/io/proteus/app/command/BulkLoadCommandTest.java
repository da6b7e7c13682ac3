package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoredTable;
import io.proteus.core.units.ByteSize;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import io.proteus.testkit.ManualClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkLoadCommandTest {
  private static final TableId USERS = new TableId("users");

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster =
      InMemoryCluster.cluster()
          .clock(clock)
          .node("rs1")
          .holding("orders", 2)
          .node("rs2")
          .node("rs3")
          .build();
  private final InMemoryTables tables =
      new InMemoryTables()
          .heap("rs1", ByteSize.ofMegabytes(1024))
          .heap("rs2", ByteSize.ofMegabytes(1024))
          .heap("rs3", ByteSize.ofMegabytes(1024));

  @Test
  void aPlanShowsSplitsSettingsReasonsAndSourcesAndChangesNothing() {
    Outcome plan = load("plan", "--key-distribution", "hex");

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out())
        .contains("1,000,000 rows of 1 KB, 976.6 MB, into users on 3 RegionServers")
        .contains("3 regions (HCF-1, PCM-8, keys hex)")
        .contains("split at 555, aaa")
        .containsPattern("flush size +128 MB")
        .contains("(HCF-4)")
        .contains("as HBase has them:")
        .contains("serves 1 other table too")
        .containsPattern("threads a client +4");
    assertThat(tables.changes()).isEmpty();
  }

  @Test
  void thePlanAsJsonHasEverySettingWithItsReason() throws Exception {
    sample(IntStream.range(0, 900).mapToObj("%03d"::formatted));

    String json = load("plan", "--sample", "keys.txt", "--json").out();

    Schemas.assertValid("bulk-load", json);
    JsonNode plan = new ObjectMapper().readTree(json);

    assertThat(plan.path("schema").asText()).isEqualTo("proteus/bulk-load/1");
    assertThat(plan.path("splits")).extracting(JsonNode::asText).containsExactly("3", "6");
    assertThat(plan.path("table").asText()).isEqualTo("create");
    assertThat(plan.path("settings").size()).isGreaterThan(8);
    assertThat(plan.path("settings"))
        .allMatch(setting -> !setting.path("reason").asText().isBlank())
        .allMatch(setting -> setting.path("source").asText().matches(".*(HCF|PCM)-\\d.*"));
  }

  @Test
  void aHeapThatStaysAsItIsIsSaidWithTheReason() throws Exception {
    assertThat(remarks(cluster, "--table-only"))
        .anyMatch(remark -> remark.contains("heap stays divided as it is"))
        .noneMatch(remark -> remark.contains("restart"));
    InMemoryCluster without =
        InMemoryCluster.cluster()
            .clock(clock)
            .node("rs1")
            .byRestartOnly()
            .node("rs2")
            .node("rs3")
            .build();
    assertThat(remarks(without))
        .anyMatch(remark -> remark.contains("heap stays divided as it is"))
        .anyMatch(remark -> remark.contains("Proteus's plugin") && remark.contains("restart"));
  }

  private List<String> remarks(InMemoryCluster on, String... options) throws Exception {
    List<String> arguments = arguments("plan", "--key-distribution", "hex", "--json");
    arguments.addAll(List.of(options));
    String json =
        new CommandLineUnderTest(folder, clock)
            .on(on, tables)
            .configured("")
            .run(arguments.toArray(String[]::new))
            .out();
    List<String> remarks = new ArrayList<>();
    new ObjectMapper().readTree(json).path("remarks").forEach(one -> remarks.add(one.asText()));
    return remarks;
  }

  @Test
  void whatIsPreparedIsPutBackValueByValue() throws Exception {
    Map<String, String> own = Map.of("MEMSTORE_FLUSHSIZE", "1000", "owner", "ada");
    tables.with(new StoredTable(USERS, true, true, keys("555", "aaa"), List.of("d"), own));

    Outcome prepared = load("prepare", "--key-distribution", "hex", "--yes");

    assertThat(prepared.exitCode()).as(prepared.err()).isZero();
    assertThat(prepared.out()).contains("users is set up").contains("bulk-load finish");
    assertThat(attributes()).containsEntry("MEMSTORE_FLUSHSIZE", String.valueOf(128 << 20));
    assertThat(memory()).containsOnly(MemorySplit.of(0.20, 0.50));

    Outcome finished = proteus().run("bulk-load", "finish", "--table", "users");

    assertThat(finished.exitCode()).as(finished.err()).isZero();
    assertThat(finished.out()).contains("are as before the load").contains("users is compacted");
    assertThat(attributes()).isEqualTo(own);
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
    assertThat(tables.changes()).containsExactly("alter users", "alter users", "compact users");
    assertThat(proteus().run("history").out())
        .contains("users is set up for a load")
        .contains("users is as before its load");
  }

  /** Else a later change of a server's files would have no effect, and nobody would know why. */
  @Test
  void aServerThatWentByItsFilesDoesSoAgainAndOneThatWasSetOnlineKeepsToThat() throws Exception {
    MemorySplit own = MemorySplit.of(0.30, 0.30);
    MemorySplit wanted = MemorySplit.of(0.20, 0.50);
    cluster.setMemorySplit(new NodeId("rs1"), own);
    cluster.setMemorySplit(new NodeId("rs3"), wanted);
    cluster.forgetMemorySplit(new NodeId("rs3"));
    memory();
    assertThat(pinned()).containsExactly(true, false, false);

    load("prepare", "--key-distribution", "hex", "--yes");
    assertThat(memory()).containsOnly(wanted);
    assertThat(pinned()).as("rs3 has it already").containsExactly(true, true, false);
    Outcome finished = proteus().run("bulk-load", "finish", "--table", "users");

    assertThat(finished.exitCode()).as(finished.err()).isZero();
    assertThat(memory()).containsExactly(own, MemorySplit.of(0.40, 0.25), wanted);
    assertThat(pinned()).containsExactly(true, false, false);
  }

  private List<Boolean> pinned() {
    return cluster.peek().nodes().stream().map(Node::pinned).toList();
  }

  @Test
  void aLoadIsFinishedByWhicheverNameOfItsTable() {
    List<String> arguments =
        arguments("prepare", "--key-distribution", "hex", "--yes").stream()
            .map(argument -> argument.equals("users") ? "default:users" : argument)
            .toList();
    Outcome prepared = proteus().run(arguments.toArray(String[]::new));
    assertThat(prepared.exitCode()).as(prepared.err()).isZero();
    assertThat(prepared.out()).contains("bulk-load finish --table users");
    assertThat(load("prepare", "--key-distribution", "hex", "--yes").err())
        .contains("was prepared");

    Outcome finished = proteus().run("bulk-load", "finish", "--table", "users");

    assertThat(finished.exitCode()).as(finished.err()).isZero();
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
  }

  @Test
  void aTableThatIsLeftAloneIsNotLoadedByWhicheverName() {
    Outcome refused =
        proteus()
            .configured("  excludeTables: [default:users]\n")
            .run(arguments("plan", "--key-distribution", "hex").toArray(String[]::new));

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("--table users: is among engine.excludeTables");
  }

  @Test
  void aServerThatIsDownWhenALoadIsFinishedComesBackAsItsFilesSay() {
    assertThat(load("prepare", "--key-distribution", "hex", "--yes").exitCode()).isZero();
    assertThat(memory()).containsOnly(MemorySplit.of(0.20, 0.50));
    cluster.kill(new NodeId("rs2"), 8);

    Outcome finished = proteus().run("bulk-load", "finish", "--table", "users");

    assertThat(finished.exitCode()).as(finished.err()).isZero();
    assertThat(finished.out())
        .contains("heap of 2 of 3")
        .contains("rs2 is not there: when it is back, it divides its heap as its own files say");
    assertThat(memory()).hasSize(3).containsOnly(MemorySplit.of(0.40, 0.25));
  }

  @Test
  void whatSomebodyElseHasSetSinceIsLeft() throws Exception {
    assertThat(load("prepare", "--key-distribution", "hex", "--yes").exitCode()).isZero();
    tables.alter(USERS, Map.of("MEMSTORE_FLUSHSIZE", "7"), Set.of());

    Outcome finished =
        proteus().run("bulk-load", "finish", "--table", "users", "--without-compaction");

    assertThat(finished.out())
        .contains("MEMSTORE_FLUSHSIZE is 7 on users, set by somebody else since");
    assertThat(attributes()).isEqualTo(Map.of("MEMSTORE_FLUSHSIZE", "7"));
    assertThat(tables.changes()).doesNotContain("compact users");
  }

  @Test
  void whatCouldOnlyBeHalfPreparedIsPutBackToo() throws Exception {
    tables.failWith("the master is away");

    Outcome failed = load("prepare", "--key-distribution", "hex", "--yes");

    assertThat(failed.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(failed.err()).contains("the master is away").contains("bulk-load finish");
    assertThat(memory()).containsOnly(MemorySplit.of(0.20, 0.50));
    Outcome finished = proteus().run("bulk-load", "finish", "--table", "users");
    assertThat(finished.exitCode()).as(finished.err()).isZero();
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
  }

  @Test
  void aSecondPreparationWouldForgetWhatWasBeforeTheFirst() {
    load("prepare", "--key-distribution", "hex", "--yes");

    Outcome again = load("prepare", "--key-distribution", "hex", "--yes");

    assertThat(again.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(again.err()).contains("was prepared").contains("bulk-load finish --table users");
    assertThat(tables.changes()).containsExactly("create users");
  }

  /** The heaps are the servers', so the first load's would pass for those before the second. */
  @Test
  void aSecondLoadDividesNoHeapsWhileTheFirstIsNotFinished() {
    load("prepare", "--key-distribution", "hex", "--yes");
    List<MemorySplit> divided = memory();

    Outcome refused = loadPeople();

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .contains("--table people: the servers' heaps are divided for the load of users")
        .contains("bulk-load finish --table users")
        .contains("--table-only");
    assertThat(tables.changes()).containsExactly("create users");
    Outcome tableOnly = loadPeople("--table-only");
    assertThat(tableOnly.exitCode()).as(tableOnly.err()).isZero();
    assertThat(memory()).isEqualTo(divided);

    proteus().run("bulk-load", "finish", "--table", "users");
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
    proteus().run("bulk-load", "finish", "--table", "people");
    Outcome again = loadPeople();
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(memory()).isEqualTo(divided);
  }

  private Outcome loadPeople(String... options) {
    List<String> arguments =
        arguments("prepare", "--key-distribution", "hex", "--yes").stream()
            .map(argument -> argument.equals("users") ? "people" : argument)
            .collect(Collectors.toCollection(ArrayList::new));
    arguments.addAll(List.of(options));
    return proteus().run(arguments.toArray(String[]::new));
  }

  @Test
  void whereTheCompactionCannotBeBegunFinishIsRepeated() {
    load("prepare", "--key-distribution", "hex", "--yes");
    tables.failWith("the master is away", "compact");

    Outcome failed = proteus().run("bulk-load", "finish", "--table", "users");

    assertThat(failed.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(failed.err()).contains("the master is away");
    tables.recover();
    Outcome again = proteus().run("bulk-load", "finish", "--table", "users");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.out()).contains("users is compacted");
    assertThat(tables.changes()).endsWith("compact users");
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
  }

  @Test
  void nothingIsPutBackWhereNothingWasPrepared() {
    assertThat(proteus().run("bulk-load", "finish", "--table", "users").err())
        .contains("--table users: no load of it was prepared");
  }

  @Test
  void aQuestionIsAskedAndNoChangesNothing() {
    Outcome declined =
        proteus()
            .answering("n\n")
            .run(arguments("prepare", "--key-distribution", "hex").toArray(String[]::new));

    assertThat(declined.exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(tables.changes()).isEmpty();
    assertThat(load("prepare", "--key-distribution", "hex").err()).contains("--yes");
  }

  @Test
  void aTableWithRowsIsLeftAsItIsUnlessItsRegionsAreKept() {
    tables.with(new StoredTable(USERS, true, false, keys("m"), List.of("d"), Map.of()));

    Outcome refused = load("prepare", "--key-distribution", "hex", "--yes");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .contains("--table users: holds rows in 2 regions, want an empty table")
        .contains("--keep-partitions");
    assertThat(load("prepare", "--key-distribution", "hex", "--yes", "--recreate").err())
        .contains("holds rows");
    assertThat(tables.changes()).isEmpty();
    Outcome kept = load("prepare", "--yes", "--keep-regions");
    assertThat(kept.exitCode()).as(kept.err()).isZero();
    assertThat(kept.out())
        .contains("keeps its regions")
        .contains("holds rows already")
        .containsPattern("split from +1 PB");
    assertThat(attributes()).containsEntry("MAX_FILESIZE", String.valueOf(1L << 50));
    assertThat(tables.changes()).containsExactly("alter users");
    assertThat(tables.table(USERS).orElseThrow().splits()).isEqualTo(keys("m"));
  }

  @Test
  void aTableWithManyRegionsOnSmallHeapsKeepsItsFlushSizeWithItsRegions() {
    String[] splits = IntStream.range(1, 300).mapToObj("%04d"::formatted).toArray(String[]::new);
    Map<String, String> own = Map.of("MEMSTORE_FLUSHSIZE", "1000");
    tables.with(new StoredTable(USERS, true, false, keys(splits), List.of("d"), own));

    Outcome kept = load("prepare", "--yes", "--keep-regions");

    assertThat(kept.exitCode()).as(kept.err()).isZero();
    assertThat(attributes())
        .containsEntry("MEMSTORE_FLUSHSIZE", "1000")
        .containsEntry("hbase.hstore.blockingStoreFiles", "20");
  }

  @Test
  void anEmptyTableThatIsSplitOtherwiseIsMadeAnewOnlyWhenAskedTo() {
    tables.with(new StoredTable(USERS, true, true, keys("m"), List.of("d"), Map.of()));

    assertThat(load("prepare", "--key-distribution", "hex", "--yes").err()).contains("--recreate");
    Outcome made = load("prepare", "--key-distribution", "hex", "--yes", "--recreate");

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(tables.changes()).containsExactly("recreate users");
    assertThat(tables.table(USERS).orElseThrow().families()).containsExactly("d");
  }

  @Test
  void aTableThatACrashLeftShutForBeingMadeAnewIsOpenedByFinish() {
    tables.with(new StoredTable(USERS, true, true, keys("m"), List.of("d"), Map.of()));
    tables.failWith("killed", "recreate");
    load("prepare", "--key-distribution", "hex", "--yes", "--recreate");
    tables.with(
        new StoredTable(
            USERS, true, true, keys("m"), List.of("d"), Map.of(InMemoryTables.SHUT, "true")));
    tables.recover();

    Outcome finished = proteus().run("bulk-load", "finish", "--table", "users");

    assertThat(finished.exitCode()).as(finished.err()).isZero();
    assertThat(attributes()).isEmpty();
  }

  @Test
  void whatAFamilyHasOfItsOwnWouldWinSoTheLoadIsRefused() throws Exception {
    tables.with(familyWith(Map.of("MEMSTORE_FLUSHSIZE", "7", "owner", "ada")));

    Outcome refused = load("prepare", "--key-distribution", "hex", "--yes");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .contains("--table users: column family d has MEMSTORE_FLUSHSIZE=7 of its own")
        .contains("the load wants " + (128 << 20));
    assertThat(tables.changes()).isEmpty();
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
    assertThat(load("plan", "--key-distribution", "hex").err()).contains("MEMSTORE_FLUSHSIZE=7");

    tables.with(
        familyWith(Map.of("MEMSTORE_FLUSHSIZE", String.valueOf(128 << 20), "owner", "ada")));
    Outcome same = load("prepare", "--key-distribution", "hex", "--yes");
    assertThat(same.exitCode()).as(same.err()).isZero();
  }

  private static StoredTable familyWith(Map<String, String> own) {
    return new StoredTable(
        USERS, true, true, keys("555", "aaa"), List.of("c", "d"), Map.of(), Map.of("d", own));
  }

  @Test
  void filesAreLoadedByTheStoresOwnToolsIntoASplitTable() {
    Outcome made = load("prepare", "--key-distribution", "hex", "--yes", "--by", "hfiles");

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.out()).contains("Then run").contains("load files into users of 3 partitions");
    assertThat(attributes()).containsOnlyKeys("SPLIT_POLICY", "MAX_FILESIZE");
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
  }

  @Test
  void aPrefixHasBytesAndTextAsTheFilesOfKeysDo() {
    String plan =
        load("plan", "--key-distribution", "decimal", "--key-prefix", "ä\\x00", "--json").out();

    assertThat(plan).contains("\\\\xC3\\\\xA4\\\\x003333").doesNotContain("x5Cx00");
  }

  /** Keys in upper case would all lie below the splits between a and f. */
  @Test
  void theHelpSaysThatHexadecimalDigitsAreInLowerCase() {
    assertThat(proteus().run("bulk-load", "plan", "--help").out()).contains("hex (lower case)");
  }

  @Test
  void aPartitionerOfOnesOwnIsFoundByItsName() {
    Outcome plan = load("plan", "--key-distribution", "thirds");

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("keys thirds").contains("split at one-third, two-thirds");
  }

  @Test
  void aHeapOfAnotherSizeThanTheMachineSuggestsIsSaid() {
    assertThat(load("plan", "--key-distribution", "hex", "--node-memory", "8GB").out())
        .contains("4 GB to 6 GB, is recommended (HCF-3, PCM-2)");
    assertThat(load("plan", "--key-distribution", "hex", "--node-memory", "2GB").out())
        .doesNotContain("is recommended");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--key-distribution hexa|Maybe 'hex'",
        "--key-distribution hex --rules met|--rules: want hconfig or pcm-bl",
        "--key-distribution hex --by hands|--by: want puts or files",
        "--key-distribution hex --regions 2 --regions-per-server 2|want one of them",
        "--key-distribution hex --regions-per-server 100|--partitions-per-node: 100 regions share",
        "--key-distribution hex --max-imbalance 0.5|--max-imbalance: want 1 or more",
        "--key-distribution decimal --key-width 4|--key-width: is of",
        "--sample missing.txt|--sample missing.txt: cannot be read (there is no such file)",
        "--sample .|cannot be read",
        "--sample empty.txt|--sample empty.txt: has no key in it",
        "--sample few.txt|--sample few.txt: has 2 different keys of 3, want at least 3",
        "--sample skewed.txt|b is 75 % of the keys",
        "--splits unordered.txt|--splits unordered.txt: want split keys ascending",
        "--sample few.txt --splits unordered.txt|want one of them, got 2",
        "--family f|want one of them, got none",
        "--keep-regions|--keep-partitions: there is no table users",
        "--keep-regions --sample few.txt|--keep-partitions: the table stays as it is split",
        "--keep-regions --regions-per-server 2|--keep-partitions: the table stays as it is split",
        "--key-distribution hex --node-memory much|--node-memory: want a size such as 8GB"
      })
  void whatCannotBeIsRefusedByTheNameOfTheOption(String options, String message) {
    sample(Stream.of("a"));
    proteus()
        .file("empty.txt", "\n\n")
        .file("few.txt", "a\nb\nb\n")
        .file("skewed.txt", "a\nb\nb\nb\nb\nb\nb\nc\n")
        .file("unordered.txt", "b\na\n");

    Outcome refused = load("prepare", (options + " --yes").split(" "));

    assertThat(refused.exitCode()).isIn(ExitCode.ERROR, ExitCode.USAGE);
    assertThat(refused.err()).contains(message);
    assertThat(tables.changes()).isEmpty();
    assertThat(memory()).containsOnly(MemorySplit.of(0.40, 0.25));
  }

  private void sample(Stream<String> keys) {
    proteus().file("keys.txt", keys.collect(Collectors.joining("\n")));
  }

  private Map<String, String> attributes() {
    return tables.table(USERS).orElseThrow().attributes();
  }

  /** Of every node, once what was asked for has come. */
  private List<MemorySplit> memory() {
    try {
      for (int poll = 0; poll < 10; poll++) {
        cluster.topology();
      }
    } catch (PortException e) {
      throw new AssertionError(e);
    }
    return cluster.peek().nodes().stream().map(Node::memory).toList();
  }

  private static List<RowKey> keys(String... texts) {
    return Stream.of(texts).map(text -> RowKey.of(text.getBytes(StandardCharsets.UTF_8))).toList();
  }

  private static List<String> arguments(String command, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "bulk-load",
                command,
                "--table",
                "users",
                "--rows",
                "1000000",
                "--record-size",
                "1KB"));
    arguments.addAll(List.of(options));
    return arguments;
  }

  private Outcome load(String command, String... options) {
    return proteus().run(arguments(command, options).toArray(String[]::new));
  }

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock).on(cluster, tables).configured("");
  }
}
