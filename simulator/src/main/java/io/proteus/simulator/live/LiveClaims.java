package io.proteus.simulator.live;

import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.UnreadableJson;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who may act on a simulated cluster: a lock on a file, which ends with the process. */
final class LiveClaims implements Claiming {
  static final String HOLDER = "claim.json";
  static final String LOCK = "claim.lock";

  private final Path holder;
  private final FileChannel channel;
  private final InstantSource clock;
  private @Nullable FileLock lock;
  private @Nullable Held current;

  LiveClaims(Path folder, InstantSource clock) throws IOException {
    this.holder = folder.resolve(HOLDER);
    this.clock = clock;
    this.channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  @Override
  public Claim claim(String who) throws PortException {
    return claim(Claimant.of(who));
  }

  @Override
  public synchronized Claim claim(Claimant claimant) throws PortException {
    try {
      FileLock taken = current == null ? channel.tryLock() : null;
      if (taken == null) {
        throw new AlreadyClaimed(
            "%s holds the simulated cluster; end it first."
                .formatted(written().map(Holder::toString).orElse("another process")));
      }
      lock = taken;
      long epoch = written().map(Holder::epoch).orElse(0L) + 1;
      Holder now = new Holder(claimant.who(), clock.instant().toString(), epoch, claimant.url());
      Files.writeString(holder, CoreJson.text(now));
      Held held = new Held(epoch);
      current = held;
      return held;
    } catch (IOException e) {
      throw new PortException("the simulated cluster cannot be claimed: " + e, e);
    }
  }

  @Override
  public synchronized Optional<Holder> holder() throws PortException {
    if (current != null) {
      return written();
    }
    try (FileLock free = channel.tryLock()) {
      return free == null ? written() : Optional.empty();
    } catch (IOException e) {
      throw new PortException("who holds the simulated cluster cannot be told: " + e, e);
    }
  }

  private Optional<Holder> written() throws PortException {
    try {
      return Files.exists(holder)
          ? Optional.of(CoreJson.read(Files.readString(holder), Holder.class))
          : Optional.empty();
    } catch (IOException | UnreadableJson e) {
      throw new PortException("%s cannot be read: %s".formatted(holder, e.getMessage()), e);
    }
  }

  /** Nobody holds it from now on, whoever did. */
  synchronized void expire() {
    current = null;
    FileLock held = lock;
    lock = null;
    if (held != null) {
      try {
        held.release();
      } catch (IOException e) {
        throw new IllegalStateException("a lock of this process cannot be let go", e);
      }
    }
  }

  private final class Held implements Claim {
    private final long epoch;

    Held(long epoch) {
      this.epoch = epoch;
    }

    @Override
    public boolean isHeld() {
      synchronized (LiveClaims.this) {
        return current == this;
      }
    }

    @Override
    public void confirm() throws ClaimLost {
      if (!isHeld()) {
        throw new ClaimLost("the simulated cluster is not claimed by this process any more.");
      }
    }

    @Override
    public long epoch() {
      return epoch;
    }

    @Override
    public void close() {
      synchronized (LiveClaims.this) {
        if (current == this) {
          expire();
        }
      }
    }
  }
}
