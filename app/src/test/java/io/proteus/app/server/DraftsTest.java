package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies that Proteus proposes, over the API (PCM-7). */
class DraftsTest {
  private static final String DRAFTS = HERE + "/policies/drafts";
  private static final Description DESCRIPTION = new Description();
  private static final String DESCRIBED = "/api/v1/clusters/{cluster}/policies/drafts";
  private static final String WHY = "{\"reason\": \"it was measured\"}";
  static final String POLICIES =
      """
      configuration: {policy: policies}
      policies: {directory: policies}
      """;
  private static final String DRAFT =
      """
      # pcm-ro without blockSize is proposed
      schema: proteus/policy/1
      name: pcm-ro
      title: for readers
      source: for a test
      workload: {class: RO, when: reads == 1}
      hold: 3m
      set:
        blockCacheShare: 0.3
      """;

  @TempDir private Path folder;
  private Path own;
  private Path draft;

  @BeforeEach
  void propose() throws IOException {
    own = folder.resolve("policies");
    draft = proposedIn(folder);
  }

  /** Leaves a draft of pcm-ro where {@link #POLICIES} say. */
  static Path proposedIn(Path folder) throws IOException {
    Path drafts = Files.createDirectories(folder.resolve("policies").resolve("drafts"));
    return Files.writeString(drafts.resolve("pcm-ro.yaml"), DRAFT);
  }

  @Test
  void anAdministratorAcceptsADraftAndItCountsWithTheNextCycle() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, POLICIES)) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.cycles(2);
      HttpResponse<String> listed = proteus.get(DRAFTS, null);
      JsonNode drafts = Description.read(listed.body());

      HttpResponse<String> accepted = proteus.post(DRAFTS + "/pcm-ro/accept", WHY, administrator);
      proteus.cycles(1);

      assertThat(drafts.at("/items/0/name").asText()).isEqualTo("pcm-ro");
      assertThat(drafts.at("/items/0/text").asText()).isEqualTo(DRAFT);
      assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
      DESCRIPTION.assertDescribed("GET", DESCRIBED, listed);
      DESCRIPTION.assertDescribed("POST", DESCRIBED + "/{policy}/accept", accepted);
      assertThat(proteus.json(DRAFTS).get("total").asInt()).isZero();
      assertThat(own.resolve("pcm-ro.yaml"))
          .content()
          .startsWith("# accepted by the-administrator at ")
          .contains(": it was measured\n" + DRAFT);
      JsonNode asked = proteus.json(HERE + "/journal?kind=operator-asked").at("/entries/0/event");
      assertThat(asked.get("name").asText()).isEqualTo("the-administrator");
      assertThat(asked.get("what").asText()).isEqualTo("policies accept pcm-ro");
      assertThat(asked.get("why").asText()).isEqualTo("it was measured");
      assertThat(proteus.get(HERE + "/journal?kind=policies-read", null).body()).contains("pcm-ro");
    }
  }

  @Test
  void aRejectedDraftIsGoneAndChangesNoPolicy() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, POLICIES)) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.cycles(1);

      HttpResponse<String> rejected = proteus.post(DRAFTS + "/pcm-ro/reject", WHY, administrator);
      HttpResponse<String> again = proteus.post(DRAFTS + "/pcm-ro/reject", WHY, administrator);

      assertThat(rejected.statusCode()).isEqualTo(200);
      assertThat(again.statusCode()).isEqualTo(404);
      assertThat(draft).doesNotExist();
      assertThat(own.resolve("pcm-ro.yaml")).doesNotExist();
    }
  }

  @Test
  void whatCannotBeAPolicyStaysADraftAndIsSaid() throws Exception {
    Files.writeString(draft, DRAFT.replace("blockCacheShare", "blockCachShare"));
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, POLICIES)) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.cycles(1);

      HttpResponse<String> refused = proteus.post(DRAFTS + "/pcm-ro/accept", WHY, administrator);

      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body()).contains("blockCachShare", "blockCacheShare");
      assertThat(draft).exists();
      assertThat(own.resolve("pcm-ro.yaml")).doesNotExist();
    }
  }

  @Test
  void anOperatorMayNotAndAPathOutOfTheFolderLeadsNowhere() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, POLICIES)) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(1);

      assertThat(proteus.post(DRAFTS + "/pcm-ro/accept", WHY, operator).statusCode())
          .isEqualTo(403);
      assertThat(proteus.post(DRAFTS + "/pcm-ro/accept", WHY, null).statusCode()).isEqualTo(403);
      assertThat(proteus.post(DRAFTS + "/pcm-ro/accept", "{}", administrator).statusCode())
          .isEqualTo(400);
      assertThat(proteus.post(DRAFTS + "/..%2Fpcm-ro/reject", WHY, administrator).statusCode())
          .isGreaterThanOrEqualTo(400);
      assertThat(draft).exists();
    }
  }

  @Test
  void withoutAFolderThereAreNoneAndNoneCanBeAccepted() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.cycles(1);

      assertThat(proteus.json(DRAFTS).get("total").asInt()).isZero();
      HttpResponse<String> refused = proteus.post(DRAFTS + "/pcm-ro/accept", WHY, administrator);
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body()).contains("policies.directory");
    }
  }
}
