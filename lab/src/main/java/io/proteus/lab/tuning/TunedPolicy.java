package io.proteus.lab.tuning;

import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.result.Environment;
import io.proteus.lab.tuner.Comparison;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.Tuner;
import io.proteus.lab.tuner.TuningResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;

/** The result of a tuning as a policy, with the evidence for it in the file. */
record TunedPolicy(TuningResult result, BenchWorkload workload) {

  /**
   * Writes the policy.
   *
   * @throws InvalidConfiguration if what was found contradicts itself on nodes of a usual size; the
   *     file is then not written
   */
  void write(Path file, ParameterCatalogue catalogue) throws IOException, InvalidConfiguration {
    String text = text();
    PolicyFile.parse(String.valueOf(file.getFileName()), text, catalogue);
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, text);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    Environment machine = result.environment();
    long own = result.trials().stream().filter(t -> t.purpose() != Purpose.COMPARE).count();
    comment(text, result.conclusion());
    comment(
        text,
        "%s, %s; %d trials, seed %d, until %s. %s"
            .formatted(
                result.workload(),
                workload.description(),
                own,
                result.seed(),
                result.endedAt(),
                result.measurement()));
    for (Comparison side : result.comparison()) {
      comment(text, "%s: %s".formatted(side.name(), spread(side)));
    }
    comment(
        text,
        String.format(
            Locale.ROOT,
            "Repeats differ by %.1f %% (standard deviation). On %s, %d nodes with %s heap, %d cores"
                + " and %s memory for all, %s.",
            100 * result.noise().sigma(),
            machine.store(),
            machine.servers(),
            ByteSize.ofBytes(machine.serverHeapBytes()),
            machine.cores(),
            ByteSize.ofBytes(machine.memoryBytes()),
            machine.operatingSystem()));
    comment(text, "On other machines it may be otherwise: tune again there.");
    text.append("schema: ").append(PolicyFile.SCHEMA).append('\n');
    text.append("name: tuned-").append(result.workload()).append('\n');
    text.append("title: Tuned for ").append(result.workload()).append('\n');
    text.append(
        "source: \"proteus tune, %d trials on %s: %s\"%n".formatted(own, result.on(), gain()));
    text.append("workload:\n");
    text.append("  class: ").append(workload.workloadClass()).append('\n');
    text.append("  when: \"").append(workload.when()).append("\"\n");
    text.append("hold: 10m\nset:\n");
    new TreeMap<>(result.changed())
        .forEach((name, value) -> text.append("  %s: %s%n".formatted(name, value)));
    return text.toString();
  }

  private static void comment(StringBuilder text, String line) {
    text.append("# ").append(line).append('\n');
  }

  private static String spread(Comparison side) {
    return String.format(
        Locale.ROOT,
        "%,.0f op/s in the middle of %d%s",
        side.median(),
        side.perSecond().size(),
        side.ratio() == null ? "" : ", " + ratio(side) + " the defaults");
  }

  private String gain() {
    return Comparison.named(Tuner.RESULT, result.comparison())
        .filter(side -> side.ratio() != null)
        .map(side -> ratio(side) + " the defaults")
        .orElse("not compared");
  }

  private static String ratio(Comparison side) {
    return side.ratio() == null
        ? "not compared with"
        : String.format(
            Locale.ROOT,
            "%.2f (%.2f to %.2f) times",
            side.ratio().median(),
            side.ratio().min(),
            side.ratio().max());
  }
}
