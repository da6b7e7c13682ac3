package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewsTest {
  private static final String ONE = "a 127.0.0.1:1@11 master - 0 0 1 connected 0-8191\n";
  private static final String TWO = "b 127.0.0.1:2@12 master - 0 0 2 connected 8192-16383\n";
  private static final String NEW = "c 127.0.0.1:3@13 master - 0 0 0 connected\n";
  private static final String MET = "c 127.0.0.1:3@13 handshake - 0 0 0 connected\n";

  private static Map<String, Member> view(String... lines) {
    Map<String, Member> members = new LinkedHashMap<>();
    Member.parse(String.join("", lines)).forEach(member -> members.put(member.id(), member));
    return members;
  }

  private static Views views(
      Map<String, Member> one, Map<String, Member> two, Map<String, Member> added) {
    Map<String, Map<String, Member>> of = new LinkedHashMap<>();
    of.put("127.0.0.1:3", added);
    of.put("127.0.0.1:1", one);
    of.put("127.0.0.1:2", two);
    return Views.of(added, of, Map.of(), true);
  }

  @Test
  void whoWasJustIntroducedTakesNobodyAwayThatItDoesNotKnow() {
    Views views = views(view(ONE, TWO, NEW), view(ONE, TWO, NEW), view(ONE, NEW));

    assertThat(views.primaries()).extracting(Member::id).containsExactly("a", "b");
    assertThat(views.isAwareOf("127.0.0.1:2")).isTrue();
    assertThat(views.isAwareOf("127.0.0.1:3")).isTrue();
    assertThat(views.owners()).doesNotContainNull();
  }

  @Test
  void itIsOneOfThemOnceItKnowsAllAndAllKnowIt() {
    Views halfway = views(view(ONE, TWO, NEW), view(ONE, TWO, MET), view(ONE, TWO, NEW));
    Views joined = views(view(ONE, TWO, NEW), view(ONE, TWO, NEW), view(ONE, TWO, NEW));

    assertThat(halfway.primaries()).extracting(Member::id).containsExactly("a", "b");
    assertThat(joined.primaries()).extracting(Member::id).containsExactly("a", "b", "c");
  }

  @Test
  void whoIsOnlyBeingIntroducedLeadsToNobody() {
    String self = "c 127.0.0.1:3@13 myself,master - 0 0 0 connected\n";
    String meeting = "a 127.0.0.1:1@11 master,handshake - 0 0 0 connected\n";

    assertThat(Views.knowsOthers(view(self, meeting))).isFalse();
    assertThat(Views.knowsOthers(view(self))).isFalse();
    assertThat(Views.knowsOthers(view(self, ONE))).isTrue();
  }

  @Test
  void whoTakesASlotOverAndLostSightOfItsOwnerIsStillOneOfThem() {
    String imports = "b 127.0.0.1:2@12 myself,master - 0 0 2 connected 8192-16383 [7-<-z]\n";
    String lost = "a 127.0.0.1:1@11 master - 0 0 3 connected 0-6 8-8191\n";
    String owns = "a 127.0.0.1:1@11 myself,master - 0 0 3 connected 0-8191\n";
    Map<String, Map<String, Member>> of = new LinkedHashMap<>();
    of.put("127.0.0.1:1", view(owns, TWO));
    of.put("127.0.0.1:2", view(lost, imports));

    Views views = Views.of(view(owns, TWO), of, Map.of(), false);

    assertThat(views.primaries()).extracting(Member::id).containsExactly("a", "b");
    assertThat(views.owners()[7]).isEqualTo("a");
    assertThat(OpenSlots.of(views)).containsEntry(7, "b");
  }

  @Test
  void theNewestOfTwoClaimsCounts() {
    Map<String, Map<String, Member>> of = new LinkedHashMap<>();
    String before = "a 127.0.0.1:1@11 myself,master - 0 0 1 connected 0-8191 [9->-b]\n";
    String now = "b 127.0.0.1:2@12 myself,master - 0 0 4 connected 0-16383\n";
    of.put("127.0.0.1:2", view(now));
    of.put("127.0.0.1:1", view(before, TWO));

    Views views = Views.of(view(before, TWO), of, Map.of(), true);

    assertThat(views.owners()[9]).isEqualTo("b");
    assertThat(OpenSlots.of(views)).isEmpty();
  }
}
