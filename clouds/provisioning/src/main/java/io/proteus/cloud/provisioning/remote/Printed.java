package io.proteus.cloud.provisioning.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What a process prints, read while it runs. Another process may hold its pipe open after its end,
 * as the shared connection of an older OpenSSH does with the errors of the command that made it. So
 * the end of the pipe is waited for only a while.
 */
final class Printed {
  /** What a process that has ended printed is in its pipe already. */
  private static final Duration AFTER_ITS_END = Duration.ofSeconds(3);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CountDownLatch end = new CountDownLatch(1);

  private Printed() {}

  /** Reads on a thread of its own, which a pipe that is held open keeps. */
  static Printed of(InputStream stream) {
    Printed printed = new Printed();
    Thread reader = new Thread(() -> printed.read(stream), "proteus-ssh-output");
    reader.setDaemon(true);
    reader.start();
    return printed;
  }

  private void read(InputStream stream) {
    try (stream) {
      stream.transferTo(bytes);
    } catch (IOException e) {
      // the process was ended; what came until then counts
    } finally {
      end.countDown();
    }
  }

  /** All of it, once its process has ended; empty where the pipe stays open. */
  Optional<String> whole() throws InterruptedException {
    return end.await(AFTER_ITS_END.toMillis(), TimeUnit.MILLISECONDS)
        ? Optional.of(text())
        : Optional.empty();
  }

  /** What there is of it, once its process has ended. */
  String soFar() throws InterruptedException {
    return whole().orElseGet(this::text);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
