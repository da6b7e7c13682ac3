package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenSlotCaseTest {
  private static Views views(String... lines) {
    Map<String, Member> members = new LinkedHashMap<>();
    Member.parse(String.join("", lines)).forEach(member -> members.put(member.id(), member));
    return Views.of(members, Map.of("127.0.0.1:1", members), Map.of(), true);
  }

  @Test
  void aStrangersSlotIsToldFromWhereToWhereItGoesAndHowItIsClosed() {
    Views now =
        views(
            "a 127.0.0.1:1@11 myself,master - 0 0 2 connected 0-8191 [7->-b]\n",
            "b 127.0.0.1:2@12 master - 0 0 1 connected 8192-16383\n");

    assertThat(OpenSlots.of(now)).containsOnly(Map.entry(7, "b"));
    assertThat(OpenSlotCase.ofStrangers(7, "b", now).whole())
        .hasToString(
            "slot 7 is open on its way from 127.0.0.1:1 to 127.0.0.1:2, and Proteus did not begin"
                + " that: finish it, or undo it with CLUSTER SETSLOT 7 STABLE on both nodes");
  }

  @Test
  void aRangeWhoseTargetIsDeadNamesItAndHowItsKeysAreGivenUp() {
    Views now =
        views(
            "a 127.0.0.1:1@11 myself,master - 0 0 2 connected 0-16383\n",
            "b 127.0.0.1:2@12 master,fail - 0 0 1 connected\n");

    assertThat(
            OpenSlotCase.ofDead(new SlotRange(0, 511).id(), new Shard("b", List.of()), now).whole())
        .asString()
        .startsWith("127.0.0.1:2, to which Proteus was moving ")
        .endsWith(
            "is dead and has some of its keys: start it again; or give these keys up with CLUSTER"
                + " FORGET b on all nodes");
  }

  @Test
  void whoeverComesBackAsAPrimaryIsAFormerOneAndWhoFollowsIsNot() {
    Shard shard = new Shard("b", List.of("c", "d"));
    Views now =
        views(
            "a 127.0.0.1:1@11 myself,master - 0 0 2 connected 0-8191\n",
            "b 127.0.0.1:2@12 master,fail - 0 0 1 connected\n",
            "c 127.0.0.1:3@13 master - 0 0 3 connected 8192-16383\n",
            "d 127.0.0.1:4@14 slave,fail c 0 0 3 connected\n",
            "e 127.0.0.1:5@15 master,fail - 0 0 0 connected\n");
    Member dead = now.members().get("b");
    Member leader = shard.leader(now).orElseThrow();

    assertThat(leader.id()).isEqualTo("c");
    assertThat(FormerPrimaries.of(shard, leader, now)).containsExactly(dead);
    assertThat(OpenSlotCase.ofAwaited(dead, leader).whole())
        .hasToString(
            "127.0.0.1:2 is dead, and once it is back it would take all that it had from"
                + " 127.0.0.1:3, and the slots on their way with it, which stay open:"
                + " start it again; or give it up with CLUSTER FORGET b on all nodes");
  }
}
