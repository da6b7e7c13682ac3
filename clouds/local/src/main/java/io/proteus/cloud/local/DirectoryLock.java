package io.proteus.cloud.local;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets one Proteus at a time change what a directory stands for; ends with its process at latest.
 */
public final class DirectoryLock implements AutoCloseable {
  /**
   * The locks of this JVM. The kernel cannot tell them: closing a second channel of a file releases
   * the lock of the first.
   */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @throws PortException if another Proteus, or another thread of this one, holds it for longer
   *     than that
   */
  public static DirectoryLock hold(Path directory, Duration patience) throws PortException {
    Path file = directory.toAbsolutePath().normalize().resolve("lock");
    AtomicReference<@Nullable DirectoryLock> held = new AtomicReference<>();
    Waiting.until(
        patience,
        () -> {
          held.set(tryHold(file));
          return held.get() != null;
        });
    DirectoryLock lock = held.get();
    if (lock == null) {
      throw new PortException(
          "%s: another Proteus is at work on it. Wait until it has finished, or end it."
              .formatted(directory));
    }
    return lock;
  }

  private static @Nullable DirectoryLock tryHold(Path file) throws PortException {
    if (!HELD_HERE.add(file)) {
      return null;
    }
    FileChannel channel = null;
    boolean locked = false;
    try {
      Files.createDirectories(file.getParent());
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      locked = channel.tryLock() != null;
      return locked ? new DirectoryLock(file, channel) : null;
    } catch (IOException e) {
      throw new PortException(
          "%s: cannot be locked (%s). Choose a folder that you may write.".formatted(file, e), e);
    } finally {
      if (!locked) {
        giveBack(file, channel);
      }
    }
  }

  private static void giveBack(Path file, @Nullable FileChannel channel) throws PortException {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new PortException("%s: cannot be unlocked (%s).".formatted(file, e), e);
    } finally {
      HELD_HERE.remove(file);
    }
  }

  @Override
  public void close() throws PortException {
    giveBack(file, channel);
  }
}
