package io.proteus.app.bulkload;

import io.proteus.app.WrongUsage;
import io.proteus.controller.keys.KeyFile;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.bulkload.Partitioner;
import io.proteus.core.bulkload.SequentialPartitioner;
import io.proteus.core.bulkload.UniformPartitioner;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Key distributions by name: those that are shipped, and every {@link Partitioner} on the class
 * path that a jar names as its service (HCF-1).
 */
final class KeyDistributions {
  private KeyDistributions() {}

  static Partitioner named(String name, String prefix, int width) {
    if (width < 0) {
      throw new WrongUsage("--key-width: want 1 or more digits, got %d.".formatted(width));
    }
    if (width > 0 && !name.equals("sequential")) {
      throw new WrongUsage(
          "--key-width: is of --key-distribution sequential, got %s.".formatted(name));
    }
    List<Partitioner> known = new ArrayList<>(shipped(prefix, width));
    ServiceLoader.load(Partitioner.class).forEach(known::add);
    return known.stream()
        .filter(partitioner -> partitioner.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name, known.stream().map(Partitioner::name).toList()));
  }

  private static List<Partitioner> shipped(String prefix, int width) {
    byte[] bytes = KeyFile.bytesOfArgument(prefix);
    return List.of(
        UniformPartitioner.bytes(bytes),
        UniformPartitioner.hex(bytes),
        UniformPartitioner.decimal(bytes),
        SequentialPartitioner.of(bytes, width));
  }

  private static WrongUsage unknown(String name, List<String> known) {
    return new WrongUsage(
        "--key-distribution: want one of %s, got '%s'.%s For other keys give a --sample of them."
            .formatted(
                String.join(", ", known),
                name,
                NearestWord.to(name, known).map(" Maybe '%s'."::formatted).orElse("")));
  }
}
