package io.proteus.engine.file;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.ClaimNotes;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.InMemoryClaims;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A claim in a file is a lease: one process has it, until it lets it go or falls silent. */
class FileClaimsTest {
  private final ManualClock clock = ManualClock.start();

  @TempDir private Path folder;
  private Notes notes;
  private FileClaims ours;
  private FileClaims theirs;

  @BeforeEach
  void twoProcessesWithTheSameFolder() throws PortException {
    notes = new Notes(folder, "shop");
    ours = claims(notes);
    theirs = claims(new Notes(folder, "shop"));
  }

  private FileClaims claims(Notes of) {
    return new FileClaims(
        of, new Clocks(() -> clock.instant().toEpochMilli() * 1_000_000, clock::millis));
  }

  @AfterEach
  void end() {
    ours.close();
    theirs.close();
  }

  @Nested
  class AsAContract extends ClaimContractTest {
    private final InMemoryCluster cluster =
        cluster().node("a").holding("t", 1).node("b").holding("t", 1).build();

    @Override
    protected Ports ports() {
      return new Ports(cluster.ports().store(), cluster.ports().facets(), ours);
    }

    @Override
    protected Duration patience() {
      return Duration.ofSeconds(2);
    }

    @Override
    protected void loseClaim() throws Exception {
      clock.advance(FileClaims.SESSION);
      theirs.claim("somebody else").close();
    }
  }

  @Test
  void whoHasFallenSilentIsFollowedAfterOneSessionAndNotBefore() throws PortException {
    Claim silent = ours.claim("ours");

    clock.advance(FileClaims.SESSION.minusMillis(1));
    assertThatThrownBy(() -> theirs.claim("theirs"))
        .isInstanceOf(AlreadyClaimed.class)
        .hasMessageContaining("ours")
        .hasMessageContaining("15 s");
    clock.advance(Duration.ofMillis(1));
    try (Claim next = theirs.claim("theirs")) {
      assertThat(next.epoch()).isEqualTo(silent.epoch() + 1);
      assertThatThrownBy(silent::confirm).isInstanceOf(ClaimLost.class);
    }
  }

  @Test
  void aSignOfLifeKeepsItForAnotherSession() throws PortException {
    Claim claim = ours.claim("ours");
    clock.advance(FileClaims.SESSION.minusSeconds(1));
    claim.confirm();
    clock.advance(FileClaims.SESSION.minusSeconds(1));

    assertThatThrownBy(() -> theirs.claim("theirs")).isInstanceOf(AlreadyClaimed.class);
    claim.close();
    assertThat(ours.held()).isNull();
  }

  @Test
  void theAddressOfTheFormerHolderIsNotThatOfTheNext() throws PortException {
    ours.claim(new Claimant("ours", "http://one:7070")).close();

    try (Claim claim = theirs.claim("theirs")) {
      assertThat(claim.isHeld()).isTrue();
      assertThat(ours.holder())
          .hasValueSatisfying(
              holder -> {
                assertThat(holder.who()).isEqualTo("theirs");
                assertThat(holder.url()).isNull();
              });
    }
  }

  @Test
  void ordersInTheBackgroundAskTheClaimThatAnotherAuthorityGranted() throws PortException {
    InMemoryClaims elsewhere = new InMemoryClaims(clock);
    Claiming granted = ours.grantedBy(elsewhere).orElseThrow();

    Claim claim = granted.claim(new Claimant("ours", "http://one:7070"));

    assertThat(ours.held()).isSameAs(claim);
    assertThat(granted.holder()).isEqualTo(elsewhere.holder());
    assertThat(ours.holder()).as("the file has no claim").isEmpty();
    assertThat(ours.holderAnywhere()).isEqualTo(elsewhere.holder()).isPresent();
    claim.close();
    assertThatThrownBy(ours.held()::confirm).isInstanceOf(ClaimLost.class);
  }

  /** Whoever claims the cluster there next need not see this folder. */
  @Test
  void whatIsNotedGoesWhereTheClaimIs() throws PortException {
    Notes there = new Notes(folder.resolve("there"), "shop");
    Claiming elsewhere =
        new InMemoryClaims(clock) {
          @Override
          public Optional<ClaimNotes> notes() {
            return Optional.of(there);
          }
        };
    ours.grantedBy(elsewhere).orElseThrow();

    notes.change(
        all -> {
          all.put("move.0-63", "n1");
          return all;
        });

    assertThat(there.read()).containsEntry("move.0-63", "n1");
    assertThat(notes.read()).isEqualTo(there.read());
    assertThat(new Notes(folder, "shop").read()).isEmpty();
  }

  @Test
  void whatElseIsNotedStaysWhereItIs() throws PortException {
    notes.change(
        all -> {
          all.put("move.0-63", "n1");
          return all;
        });
    ours.claim("ours").close();

    assertThat(notes.read()).containsEntry("move.0-63", "n1");
    assertThat(new Notes(folder, "another cluster").read()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeMadeIsNamedWithItsSetting() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> new Notes(file.resolve("below"), "shop"))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("engine.directory")
        .hasMessageContaining(file.toString());
  }
}
