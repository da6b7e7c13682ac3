package io.proteus.engine.riak;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.testkit.riak.RecordedRiak;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recorded answers of {@code show}, as they were written. */
class ShownValuesTest {
  private static Map<String, String> parsed(String key, String recording) {
    return ShownValues.parse(key, RecordedRiak.recorded(recording));
  }

  @ParameterizedTest
  @CsvSource({
    "05-config__n2__show_transfer_limit, transfer_limit, riak2@127.0.0.1, 4",
    "90-backend-bitcask__n1__show_storage_backend, storage_backend, riak1@127.0.0.1, bitcask",
    "90-backend-leveled__n1__show_storage_backend, storage_backend, riak1@127.0.0.1, leveled",
  })
  void oneNodeTellsItsOwnValue(String recording, String key, String node, String value) {
    assertThat(parsed(key, recording)).containsExactly(Map.entry(node, value));
  }

  @Test
  void allNodesTellTheirsAndADeadOneIsMissing() {
    assertThat(parsed("transfer_limit", "07-three-nodes-settled__n1__show_transfer_limit_--all"))
        .containsOnlyKeys("riak1@127.0.0.1", "riak2@127.0.0.1", "riak3@127.0.0.1")
        .containsValue("8");
    assertThat(parsed("transfer_limit", "18-riak3-killed-t15__n1__show_transfer_limit_--all"))
        .containsOnlyKeys("riak1@127.0.0.1", "riak2@127.0.0.1", "riak4@127.0.0.1");
  }

  @Test
  void aTableOfSeveralKeysIsCutAndTellsNothing() {
    String table =
        "05-config__n1__show_transfer_limit_leveldb.maximum_memory_leveldb.maximum_memory.perc";

    assertThat(parsed("storage_backend", table)).isEmpty();
    assertThat(parsed("transfer_limit", table)).isEmpty();
  }

  @Test
  void aKeyThatRiakDoesNotKnowTellsNothing() {
    assertThat(parsed("nosuch.key", "05-config__n1__show_nosuch.key")).isEmpty();
  }

  @Test
  void aValueThatMayBeCutIsMissing() {
    String node = "riak-of-the-second-hall@host-0017.rack-03.example.com";
    String cut = "riak_kv_eleveldb_backend_that_goes_on_and_on";
    String row = "|%s|%s|".formatted(node, cut);
    String table = "|%53s|%44s|\n%s\n".formatted("node", "storage_x", row);

    assertThat(row).hasSize(100);
    assertThat(ShownValues.parse("storage_x", table)).isEmpty();
    assertThat(ShownValues.parse("storage_x", table.replace(cut, " ".repeat(43) + "8")))
        .containsExactly(Map.entry(node, "8"));
  }

  @ParameterizedTest
  @CsvSource({
    "anti_entropy, '{off,[]}', passive",
    "anti_entropy, '{on,[debug]}', active-debug",
    "anti_entropy.throttle, true, on",
    "anti_entropy.throttle, off, off",
  })
  void theRestIsReadAsRiaksSchemaHasIt(String key, String told, String value) {
    String table = "|node|%s|\n|riak1@127.0.0.1|%s|\n".formatted(key, told);

    assertThat(ShownValues.parse(key, table)).containsValue(value);
  }

  @ParameterizedTest
  @CsvSource({
    "anti_entropy, undefined",
    "anti_entropy, on",
    "leveldb.maximum_memory, undefined",
    "bitcask.sync.strategy, '{seconds,10}'",
  })
  void whatIsNoValueIsMissing(String key, String told) {
    String table = "|node|%s|\n|riak1@127.0.0.1|%s|\n".formatted(key, told);

    assertThat(ShownValues.parse(key, table)).isEmpty();
  }
}
