package io.proteus.lab.faults;

import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.UnreadableJson;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The records of all trials, a line of JSON each, there as soon as a trial has ended. */
record TrialLog(Path file) {
  static final String FILE = "trials.jsonl";

  /** What is in it; nothing when there is no such file. */
  List<TrialRecord> read() throws IOException, PortException {
    List<TrialRecord> records = new ArrayList<>();
    if (!Files.exists(file)) {
      return records;
    }
    for (String line : Files.readAllLines(file)) {
      try {
        records.add(CoreJson.read(line, TrialRecord.class));
      } catch (UnreadableJson e) {
        throw new PortException(
            "%s: line %d is not the record of a trial: %s. Choose another --report, or take the line out."
                .formatted(file, records.size() + 1, e.getMessage()),
            e);
      }
    }
    return records;
  }

  /** Adds one. */
  void append(TrialRecord trial) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(
        file, CoreJson.text(trial) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
