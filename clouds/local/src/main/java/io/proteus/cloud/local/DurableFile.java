package io.proteus.cloud.local;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there whole or not at all, also when the machine dies. */
public final class DurableFile {
  private DurableFile() {}

  /** Replaces a file in one step: readers see the old or the new text. Makes its folder. */
  public static void write(Path file, String text) throws PortException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (FileChannel channel =
          FileChannel.open(
              draft,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new PortException(
          "%s: cannot be written (%s). Is its folder writable, and the disk not full?"
              .formatted(file, e),
          e);
    }
  }
}
