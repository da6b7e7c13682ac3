package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlotMigrationTest {
  /** In the shape in which Valkey 9.1.2 answered. */
  private static List<?> row(String operation, String ranges, String state, String message) {
    return Arrays.asList(
        bytes("name"),
        bytes("d2e3"),
        bytes("operation"),
        bytes(operation),
        bytes("slot_ranges"),
        bytes(ranges),
        bytes("target_node"),
        bytes("b"),
        bytes("create_time"),
        1795970736L,
        bytes("state"),
        bytes(state),
        bytes("message"),
        bytes(message));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void anAnswerIsReadAsTheServerGivesIt() {
    List<SlotMigration> told =
        SlotMigration.parse(
            List.of(
                row("EXPORT", "0-10 12-12", "snapshotting", ""),
                row("IMPORT", "20-30", "success", ""),
                row("EXPORT", "0-10", "failed", "Connection lost to target.")));

    assertThat(told.get(0).isExport()).isTrue();
    assertThat(told.get(0).isUnderWay()).isTrue();
    assertThat(told.get(0).slots().cardinality()).isEqualTo(12);
    assertThat(told.get(0).has(List.of(11))).isFalse();
    assertThat(told.get(0).has(List.of(11, 12))).isTrue();
    assertThat(told.get(1).isExport()).isFalse();
    assertThat(told.get(1).isDone()).isTrue();
    assertThat(told.get(2).isUnderWay()).isFalse();
    assertThat(told.get(2).isDone()).isFalse();
    assertThat(told.get(2).message()).isEqualTo("Connection lost to target.");
  }

  @Test
  void whatANodeSendsAsAWholeIsOpenUntilItHasEnded() {
    Member self =
        Member.parse("a 127.0.0.1:1@11 myself,master - 0 0 2 connected 0-8191\n")
            .get(0)
            .sending(
                SlotMigration.parse(
                    List.of(
                        row("EXPORT", "7-8", "replicating", ""),
                        row("IMPORT", "9000-9000", "receiving-snapshot", ""),
                        row("EXPORT", "20-20", "cancelled", ""))));
    Member other = Member.parse("b 127.0.0.1:2@12 master - 0 0 1 connected 8192-16383\n").get(0);
    Map<String, Member> members = new LinkedHashMap<>(Map.of("a", self, "b", other));
    Views now = Views.of(members, Map.of("127.0.0.1:1", members), Map.of(), true);

    assertThat(OpenSlots.of(now)).isEqualTo(Map.of(7, "b", 8, "b"));
    assertThat(OpenSlotCase.ofStrangers(7, "b", now).whole())
        .hasToString(
            "slot 7 is being moved whole from 127.0.0.1:1 to 127.0.0.1:2, and Proteus did not begin that: await its end, or end all that 127.0.0.1:1 moves with CLUSTER CANCELSLOTMIGRATIONS");
  }

  @Test
  void slotsAreOrderedAsTheFewestRanges() {
    assertThat(SlotRange.runs(List.of(5, 1, 2, 3, 9)))
        .containsExactly(new SlotRange(1, 3), new SlotRange(5, 5), new SlotRange(9, 9));
    assertThat(SlotRange.runs(List.of())).isEmpty();
  }
}
