package io.proteus.engine.file;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.Holder;
import io.proteus.core.port.LeasedClaim;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Claims of a cluster that lie in a file beside it, as a lease: it ends by itself when its holder
 * gives no sign of life. So a cluster that is down can be claimed, and nothing of its users is
 * taken.
 */
public final class FileClaims implements Claiming, AutoCloseable {
  /** After this time without a sign of life of its holder, a claim ends. */
  public static final Duration SESSION = Duration.ofSeconds(15);

  private static final String TOKEN = "claim.token";
  private static final String UNTIL = "claim.until";
  private static final String EPOCH = "claim.epoch";
  private static final String WHO = "claim.who";
  private static final String URL = "claim.url";
  private static final String SINCE = "claim.since";

  private final Notes notes;
  private final Clocks clocks;
  private final ScheduledExecutorService beat =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "file-claim");
            thread.setDaemon(true);
            return thread;
          });
  private volatile @Nullable LeasedClaim own;
  private volatile @Nullable Claim held;
  private volatile @Nullable Claiming elsewhere;

  public FileClaims(Notes notes) {
    this(notes, new Clocks(System::nanoTime, System::currentTimeMillis));
  }

  FileClaims(Notes notes, Clocks clocks) {
    this.notes = notes;
    this.clocks = clocks;
    beat.scheduleWithFixedDelay(
        this::giveASign, SESSION.toMillis() / 5, SESSION.toMillis() / 5, TimeUnit.MILLISECONDS);
  }

  /**
   * The claim that was taken last, here or from another authority; null where none was, or where it
   * was taken here and let go.
   */
  public @Nullable Claim held() {
    return held;
  }

  /** Who holds the claim now, whoever grants it. */
  public Optional<Holder> holderAnywhere() throws PortException {
    Claiming other = elsewhere;
    return other == null ? holder() : other.holder();
  }

  private void giveASign() {
    LeasedClaim claim = own;
    if (claim != null) {
      try {
        claim.confirm();
      } catch (ClaimLost e) {
        // whoever acts asks for it again, and is told
      }
    }
  }

  private boolean isFree(Map<String, String> noted) {
    return !noted.containsKey(TOKEN)
        || clocks.ofDay().getAsLong() >= Long.parseLong(noted.getOrDefault(UNTIL, "0"));
  }

  private String soon() {
    return Long.toString(clocks.ofDay().getAsLong() + SESSION.toMillis());
  }

  @Override
  public Claim claim(String who) throws PortException {
    return claim(Claimant.of(who));
  }

  @Override
  public Claim claim(Claimant claimant) throws PortException {
    String token = UUID.randomUUID().toString();
    Clocks.Moment asked = clocks.now();
    Map<String, String> noted =
        notes.change(
            all -> {
              if (isFree(all)) {
                long epoch = Long.parseLong(all.getOrDefault(EPOCH, "0")) + 1;
                all.put(TOKEN, token);
                all.put(UNTIL, soon());
                all.put(EPOCH, Long.toString(epoch));
                all.put(WHO, claimant.who());
                all.put(SINCE, Instant.ofEpochMilli(clocks.ofDay().getAsLong()).toString());
                all.remove(URL);
                if (claimant.url() != null) {
                  all.put(URL, claimant.url());
                }
              }
              return all;
            });
    if (!token.equals(noted.get(TOKEN))) {
      throw new AlreadyClaimed(
          "the cluster is claimed by %s. It is free %d s after its last sign of life."
              .formatted(holder(noted), SESSION.toSeconds()));
    }
    LeasedClaim claim =
        new LeasedClaim(
            new InFile(token),
            clocks,
            asked,
            Long.parseLong(noted.getOrDefault(EPOCH, "0")),
            SESSION);
    own = claim;
    held = claim;
    return claim;
  }

  /** Others do not see this folder, or not all of them. */
  @Override
  public Optional<Claiming> grantedBy(Claiming authority) {
    elsewhere = authority;
    authority.notes().ifPresent(notes::moveTo);
    return Optional.of(new GrantedElsewhere(authority));
  }

  @Override
  public Optional<Holder> holder() throws PortException {
    Map<String, String> noted = notes.read();
    return isFree(noted) ? Optional.empty() : Optional.of(holder(noted));
  }

  private static Holder holder(Map<String, String> noted) {
    return new Holder(
        noted.getOrDefault(WHO, "somebody"),
        noted.getOrDefault(SINCE, "an unknown time"),
        Long.parseLong(noted.getOrDefault(EPOCH, "0")),
        noted.get(URL));
  }

  @Override
  public void close() {
    beat.shutdownNow();
  }

  private final class GrantedElsewhere implements Claiming {
    private final Claiming authority;

    GrantedElsewhere(Claiming authority) {
      this.authority = authority;
    }

    @Override
    public Claim claim(String who) throws PortException {
      return claim(Claimant.of(who));
    }

    @Override
    public Claim claim(Claimant claimant) throws PortException {
      Claim granted = authority.claim(claimant);
      held = granted;
      return granted;
    }

    @Override
    public Optional<Holder> holder() throws PortException {
      return authority.holder();
    }
  }

  private final class InFile implements LeasedClaim.Authority {
    private final String token;

    InFile(String token) {
      this.token = token;
    }

    @Override
    public boolean holds(Duration limit) throws PortException {
      return token.equals(
          notes
              .change(
                  all -> {
                    if (token.equals(all.get(TOKEN))) {
                      all.put(UNTIL, soon());
                    }
                    return all;
                  })
              .get(TOKEN));
    }

    @Override
    public void letGo() {
      own = null;
      held = null;
      try {
        notes.change(
            all -> {
              if (token.equals(all.get(TOKEN))) {
                all.remove(TOKEN);
              }
              return all;
            });
      } catch (PortException e) {
        // it ends by itself
      }
    }
  }
}
