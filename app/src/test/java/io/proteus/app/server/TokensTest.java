package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that an administrator writes and a service reads. */
class TokensTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String OWNER = "unix:uid";
  private static final String GROUP = "unix:gid";
  private static final int ROOT = 0;
  private static final int SERVICE = 54_321;

  @TempDir private Path folder;

  private void givenToTheService() throws Exception {
    assumeThat(Files.getAttribute(folder, OWNER)).as("only root gives files away").isEqualTo(ROOT);
    Files.setAttribute(folder, OWNER, SERVICE);
    Files.setAttribute(folder, GROUP, SERVICE);
  }

  @Test
  void whatRootWritesIsTheServicesLikeTheFolderThatItIsIn() throws Exception {
    givenToTheService();
    Path file = folder.resolve("orders/secret/tokens.json");
    Tokens tokens = new Tokens(file);

    tokens.add("anna", Role.OPERATOR, NOW);
    tokens.add("ben", Role.VIEWER, NOW);
    tokens.remove("anna");

    for (Path made : List.of(folder.resolve("orders"), file.getParent(), file)) {
      assertThat(Files.getAttribute(made, OWNER)).as("%s", made).isEqualTo(SERVICE);
      assertThat(Files.getAttribute(made, GROUP)).as("%s", made).isEqualTo(SERVICE);
    }
    assertThat(tokens.all()).extracting(Tokens.Token::name).containsExactly("ben");
  }

  @Test
  void aFileKeepsItsOwnerThoughTheFolderIsAnothers() throws Exception {
    Path file = folder.resolve("tokens.json");
    Tokens tokens = new Tokens(file);
    tokens.add("anna", Role.OPERATOR, NOW);
    givenToTheService();

    tokens.add("ben", Role.VIEWER, NOW);

    assertThat(Files.getAttribute(file, OWNER)).isEqualTo(ROOT);
  }

  @Test
  void aFileThatHoldsNothingIsNamed() throws Exception {
    Path file = folder.resolve("tokens.json");
    Files.writeString(file, "null");

    assertThatThrownBy(new Tokens(file)::all)
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "server.tokens: %s is not as `proteus token` writes it: $: want a value, got null",
            file);
  }
}
