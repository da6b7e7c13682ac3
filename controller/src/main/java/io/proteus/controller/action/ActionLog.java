package io.proteus.controller.action;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The actions of a journal, folded once. Before each answer it folds the entries that any process
 * has appended since. It keeps the newest actions; older ones are read on demand. It may be used by
 * several threads.
 */
public final class ActionLog {
  /** Actions that are kept, with their plans; a plan of a large cluster has some megabytes. */
  static final int MOST_KEPT = 20;

  /** Entries that are read at once. */
  private static final int PAGE = 1_000;

  private static final List<String> KINDS_BUT_PLANNED =
      Actions.KINDS.stream().filter(kind -> !kind.equals("planned")).toList();

  /** Kinds of entries whose newest one counts, however old it is. */
  private static final List<List<String>> NEWEST_COUNTS =
      List.of(
          List.of("undo-began", "undo-ended"),
          List.of("proposed", "proposal-ended"),
          List.of("verified"));

  private final Journal journal;
  private @Nullable Actions folded;
  private long last;

  public ActionLog(Journal journal) {
    this.journal = journal;
  }

  public Journal journal() {
    return journal;
  }

  /** The newest actions, as the journal has them by now. */
  public synchronized Actions now() throws JournalException {
    Actions known = folded;
    if (known == null) {
      return load(MOST_KEPT).actions();
    }
    for (long end = journal.lastNumber(); last < end; ) {
      List<JournalEntry> page = journal.after(last, PAGE, Actions.KINDS);
      for (JournalEntry entry : page) {
        known = known.after(entry);
      }
      boolean isWhole = page.size() < PAGE;
      long read = page.isEmpty() ? last : page.get(page.size() - 1).number();
      last = isWhole ? Math.max(read, end) : read;
    }
    known = known.newest(MOST_KEPT);
    folded = known;
    return known;
  }

  /** The action with a plan; empty when the journal has no such plan that was begun. */
  public Optional<Action> of(String plan) throws JournalException {
    Optional<Action> kept = now().of(plan);
    return kept.isPresent() || !wasBegun(plan)
        ? kept
        : reaching(actions -> actions.of(plan).isPresent()).of(plan);
  }

  /** Asked before older plans are read: for one that was never begun, all of them would be. */
  private boolean wasBegun(String plan) throws JournalException {
    return journal.ofPlan(plan).stream().anyMatch(entry -> entry.event() instanceof Planned);
  }

  /** The actions as far back as something is found, or all of them when it is not. */
  public synchronized Actions reaching(Predicate<Actions> isFound) throws JournalException {
    Actions actions = now();
    boolean isWhole = false;
    for (int reach = 2 * MOST_KEPT; !isWhole && !isFound.test(actions); reach *= 2) {
      Loaded more = load(reach);
      actions = more.actions();
      isWhole = more.isWhole();
    }
    return actions;
  }

  private record Loaded(Actions actions, boolean isWhole) {}

  /** Reads so many of the newest plans, with the actions that they belong to, and what counts. */
  private Loaded load(int plans) throws JournalException {
    NavigableMap<Long, JournalEntry> entries = new TreeMap<>();
    long end = journal.lastNumber(); // another process may write meanwhile
    List<JournalEntry> planned = journal.before(Long.MAX_VALUE, plans, List.of("planned"));
    boolean isWhole = planned.size() < plans;
    note(planned, entries);
    long first = isWhole ? 0 : beginning(planned.get(planned.size() - 1), entries);
    List<JournalEntry> page;
    long read = first - 1;
    do {
      page = journal.after(read, PAGE, KINDS_BUT_PLANNED);
      note(page, entries);
      read = page.isEmpty() ? read : page.get(page.size() - 1).number();
    } while (page.size() == PAGE);
    if (!isWhole) {
      noteOlder(entries);
    }
    Actions actions = Actions.of(List.copyOf(entries.headMap(end, true).values())).newest(plans);
    folded = actions.newest(MOST_KEPT);
    last = end;
    return new Loaded(actions, isWhole);
  }

  /** The number of the entry with which an action began; its plans are noted. */
  private long beginning(JournalEntry oldest, Map<Long, JournalEntry> entries)
      throws JournalException {
    JournalEntry first = oldest;
    while (first.event() instanceof Planned planned && planned.continues() != null) {
      List<JournalEntry> before = journal.before(first.number(), 1, List.of("planned"));
      if (before.isEmpty()) {
        break;
      }
      first = before.get(0);
      note(before, entries);
    }
    return first.number();
  }

  /** Adds older entries that still count. */
  private void noteOlder(Map<Long, JournalEntry> entries) throws JournalException {
    for (String unfinished : journal.unfinishedPlans()) {
      note(journal.ofPlan(unfinished), entries);
    }
    for (List<String> kinds : NEWEST_COUNTS) {
      List<JournalEntry> newest = journal.before(Long.MAX_VALUE, 1, kinds);
      note(newest, entries);
      for (JournalEntry entry : newest) {
        if (entry.event() instanceof UndoBegan began) {
          note(journal.ofPlan(began.plan()), entries);
        }
      }
    }
    journal
        .lastAsked(Actions.OF_PAUSE.toArray(String[]::new))
        .ifPresent(asked -> entries.put(asked.number(), asked));
  }

  private static void note(List<JournalEntry> some, Map<Long, JournalEntry> entries) {
    some.forEach(entry -> entries.put(entry.number(), entry));
  }
}
