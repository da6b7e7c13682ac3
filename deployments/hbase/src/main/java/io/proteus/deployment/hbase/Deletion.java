package io.proteus.deployment.hbase;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Deletes what a cluster keeps in its directory, and nothing else: that may be somebody's home. */
record Deletion(Layout layout) {

  void run() throws PortException {
    for (Path ours : layout.everything()) {
      of(ours);
    }
    try {
      Files.deleteIfExists(layout.root());
    } catch (IOException holdsOtherFiles) {
      // they are not ours
    }
  }

  /** A folder with all that is in it, or a file; nothing where there is none. */
  static void of(Path tree) throws PortException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new PortException("%s: cannot be deleted (%s).".formatted(tree, e), e);
    }
  }
}
