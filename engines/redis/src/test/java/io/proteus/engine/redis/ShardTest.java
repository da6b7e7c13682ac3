package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardTest {
  private static final String FAR = "z 127.0.0.1:9@19 master - 0 0 1 connected 8192-16383\n";
  private static final Shard SHARD = new Shard("a", List.of("b"));

  private static Optional<String> leader(String... lines) {
    return SHARD.leader(views(lines)).map(Member::id);
  }

  private static Views views(String... lines) {
    Map<String, Member> members = new LinkedHashMap<>();
    Member.parse(FAR + String.join("", lines)).forEach(member -> members.put(member.id(), member));
    return Views.of(members, Map.of("127.0.0.1:9", members), Map.of(), true);
  }

  @Test
  void itsPrimaryLeadsWhileItLives() {
    assertThat(
            leader(
                "a 127.0.0.1:1@11 master - 0 0 2 connected 0-8191\n",
                "b 127.0.0.1:2@12 slave a 0 0 2 connected\n"))
        .contains("a");
  }

  @Test
  void aFollowerThatTookOverLeadsThoughItsFormerPrimaryIsBackWithoutSlots() {
    String successor = "b 127.0.0.1:2@12 master - 0 0 3 connected 0-8191\n";

    assertThat(leader("a 127.0.0.1:1@11 master,fail - 0 0 2 connected\n", successor)).contains("b");
    assertThat(leader("a 127.0.0.1:1@11 slave b 0 0 3 connected\n", successor)).contains("b");
    assertThat(leader("a 127.0.0.1:1@11 master - 0 0 2 connected\n", successor)).contains("b");
  }

  @Test
  void aFormerFollowerThatIsAPrimaryOfAnotherShardByNowDoesNotLeadWhileItsPrimaryLives() {
    String elsewhere = "b 127.0.0.1:2@12 master - 0 0 4 connected 4096-8191\n";

    assertThat(leader("a 127.0.0.1:1@11 master - 0 0 2 connected 0-4095\n", elsewhere))
        .contains("a");
  }

  @Test
  void oneThatCameLaterLeadsWhomItsFormerPrimaryFollows() {
    assertThat(
            leader(
                "a 127.0.0.1:1@11 slave c 0 0 3 connected\n",
                "c 127.0.0.1:3@13 master - 0 0 3 connected 0-8191\n"))
        .contains("c");
  }

  @Test
  void nobodyLeadsADeadShardAndOneThatIsUnknownIsForgotten() {
    String dead = "a 127.0.0.1:1@11 master,fail - 0 0 2 connected\n";

    assertThat(leader(dead)).isEmpty();
    assertThat(SHARD.isForgotten(views(dead))).isFalse();
    assertThat(SHARD.isForgotten(views())).isTrue();
  }

  @Test
  void itIsReadBackAsItIsNoted() {
    assertThat(Shard.parse(SHARD.toString())).isEqualTo(SHARD);
    assertThat(Shard.parse("a")).isEqualTo(new Shard("a", List.of()));
  }
}
