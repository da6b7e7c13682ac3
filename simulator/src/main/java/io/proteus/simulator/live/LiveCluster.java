package io.proteus.simulator.live;

import io.proteus.controller.journal.JournalRights;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreClock;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A simulated cluster as this process knows it: its history in a folder, its clock, its claim. */
final class LiveCluster {
  /** The locks on files that keep processes apart are one to a process. */
  private static final Map<Object, LiveCluster> KNOWN = new ConcurrentHashMap<>();

  private final LiveSettings settings;
  private final LiveHistory history;
  private final LiveClaims claims;

  private LiveCluster(LiveSettings settings, Path folder, InstantSource day) throws IOException {
    this.settings = settings;
    JournalRights.makeFolder(folder); // the journal is kept beside it
    this.history = new LiveHistory(folder, settings.origin(), settings.speed(), day);
    this.claims = new LiveClaims(folder, this::now);
  }

  /**
   * The cluster of these settings.
   *
   * @throws InvalidValue where its folder cannot be used
   */
  static LiveCluster of(LiveSettings settings) {
    Object key = settings.directory().map(Object.class::cast).orElse(settings);
    return KNOWN.computeIfAbsent(key, unknown -> begun(settings));
  }

  private static LiveCluster begun(LiveSettings settings) {
    try {
      Path folder =
          settings.directory().isPresent()
              ? settings.directory().get()
              : Files.createTempDirectory("proteus-simulated");
      if (settings.directory().isEmpty()) {
        folder.toFile().deleteOnExit();
        for (String name : LiveHistory.FILES) {
          folder.resolve(name).toFile().deleteOnExit();
        }
      }
      return new LiveCluster(settings, folder, InstantSource.system());
    } catch (IOException | UncheckedIOException e) {
      throw new InvalidValue(
          "engine.directory: want a folder for the simulated cluster, got %s: %s"
              .formatted(settings.directory().map(Path::toString).orElse("none"), e.getMessage()));
    }
  }

  LiveClaims claims() {
    return claims;
  }

  private Instant now() {
    return history.began().plusNanos((long) (history.seconds() * 1e9));
  }

  StoreClock clock() {
    return new StoreClock() {
      @Override
      public Instant now() {
        return LiveCluster.this.now();
      }

      @Override
      public double speed() {
        return settings.speed();
      }
    };
  }

  /** The cluster as it is now, which is worked out from its history. */
  OpenStore open() throws PortException {
    return new LiveStore(settings.read(), settings.seed(), history).open(claims);
  }
}
