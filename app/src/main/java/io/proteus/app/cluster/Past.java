package io.proteus.app.cluster;

import io.proteus.controller.journal.EmptyJournal;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.words.Sentence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decision knows from before.
 *
 * @param lastAction when the last action ended; null when there was none
 * @param memory what the strategy remembers
 */
public record Past(@Nullable Instant lastAction, StrategyMemory memory) {
  public static final Past NONE = new Past(null, StrategyMemory.INITIAL);

  /** What the journal holds of it, without making one where there is none. */
  public static Past of(ClusterConnection connection) throws PortException, JournalException {
    Path file = connection.configuration().journal().file();
    if (!Files.exists(file)) {
      return NONE;
    }
    try (Journal journal = connection.journalToRead()) {
      return new Past(journal.lastAction().orElse(null), journal.memory());
    } catch (EmptyJournal e) {
      return NONE;
    }
  }

  /** The plans that are carried out now, as the journal says, if there is one. */
  public static List<String> running(ClusterConnection connection)
      throws PortException, JournalException {
    if (!Files.exists(connection.configuration().journal().file())) {
      return List.of();
    }
    try (Journal journal = connection.journalToRead()) {
      return journal.unfinishedPlans();
    } catch (EmptyJournal e) {
      return List.of();
    }
  }

  /** Gives a journal that is empty the same past. */
  public void into(Journal journal, Instant now) throws JournalException {
    if (lastAction != null) {
      journal.append(
          lastAction,
          new JournalEvent.PlanEnded("earlier", "completed", Sentence.of("earlier"), 1));
    }
    journal.append(now, new JournalEvent.Remembered(memory));
    if (!memory.drains().equals(DrainedNodes.NONE)) {
      journal.append(now, new JournalEvent.Drained(memory.drains()));
    }
  }
}
