package io.proteus.engine.riak;

import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The change that Proteus has staged last and did not see committed, as noted beside the ring. */
final class NotedChange {
  private static final String ACTION = "staged.action";
  private static final String NODE = "staged.node";

  private final Notes notes;

  NotedChange(Notes notes) {
    this.notes = notes;
  }

  /** Null where there is none. */
  @Nullable Staged staged() throws PortException {
    Map<String, String> noted = notes.read();
    String action = noted.get(ACTION);
    return action == null ? null : new Staged(action, noted.getOrDefault(NODE, ""));
  }

  void staging(Staged change) throws PortException {
    notes.change(
        all -> {
          all.put(ACTION, change.action());
          all.put(NODE, change.details());
          return all;
        });
  }

  void nothingStaged() throws PortException {
    notes.change(
        all -> {
          all.remove(ACTION);
          all.remove(NODE);
          return all;
        });
  }
}
