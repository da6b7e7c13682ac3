package io.proteus.app.server;

import io.proteus.app.view.Appraisal;
import io.proteus.controller.action.Actions;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.Trace;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be asked of the past. All of it is read from the journal, a bounded part at a time. */
final class PastApi {
  /** More than a chart has room for, and little enough to be read at once. */
  private static final int MOST_POINTS = 500;

  private static final int USUAL_POINTS = 300;

  /** A slider goes to and fro; each holds up to 2,000 partitions. */
  private static final int KEPT = 8;

  private static final List<String> OBSERVED = List.of("observed");
  private static final List<String> SURVEYED = List.of("surveyed");
  private static final List<String> DECIDED = List.of("decided");
  private static final List<String> BEGUN = List.of("planned", "proposed");

  private final String cluster;
  private final SqliteJournal journal;
  private final Appraisal appraisal;
  private final Map<Long, Moment> kept = new LinkedHashMap<>(KEPT, 0.75f, true);

  /**
   * @param journal a reader of its own
   */
  PastApi(String cluster, SqliteJournal journal, Appraisal appraisal) {
    this.cluster = cluster;
    this.journal = journal;
    this.appraisal = appraisal;
  }

  /** What was observed over time, in a few points. */
  Trace timeline(Query query) throws JournalException {
    Instant from = query.moment("from", Query.EARLIEST);
    Instant to = query.moment("to", Query.LATEST);
    if (from.isAfter(to)) {
      throw Problem.unwanted("from", from.toString(), "a moment that is not after 'to', " + to)
          .refusal();
    }
    int most = (int) query.number("limit", 1, MOST_POINTS, USUAL_POINTS);
    return journal.trace(from, to, most);
  }

  /** The cluster at the time of the entry that the path names. */
  Moment moment(Query query) throws JournalException {
    String given = query.path("entry");
    long entry;
    try {
      entry = Long.parseLong(given);
    } catch (NumberFormatException e) {
      throw Problem.unwanted("entry", given, "the number of an entry of the journal").refusal();
    }
    if (entry < 1 || entry == Long.MAX_VALUE) {
      throw Problem.missing("entry", given).refusal();
    }
    return momentOf(entry);
  }

  /** At the last observation that is not after an entry. */
  private Moment momentOf(long entry) throws JournalException {
    JournalEntry observed = newest(entry + 1, OBSERVED);
    if (observed == null) {
      throw Problem.missing("entry", Long.toString(entry)).refusal();
    }
    synchronized (kept) {
      Moment known = kept.get(observed.number());
      if (known != null) {
        return known;
      }
    }
    List<JournalEntry> later = journal.after(observed.number(), 1, OBSERVED);
    long end = later.isEmpty() ? Long.MAX_VALUE : later.get(0).number();
    JournalEntry decided = newest(end, DECIDED);
    Moment moment =
        Moment.of(
            cluster,
            appraisal,
            new Moment.Entries(
                observed,
                newest(end, SURVEYED),
                decided == null || decided.number() < observed.number() ? null : decided,
                planOf(observed.number(), end)));
    if (!later.isEmpty()) { // else its decision may be still to come
      keep(observed.number(), moment);
    }
    return moment;
  }

  /**
   * What waited or ran at any time from an observation to the next: a plan may be so short that its
   * begin and its end both lie between the two.
   */
  private @Nullable JournalEntry planOf(long observed, long end) throws JournalException {
    JournalEntry last = newest(end, BEGUN);
    if (last == null) {
      return null;
    }
    List<JournalEntry> life =
        journal.ofPlan(last.event().planId().orElseThrow()).stream()
            .filter(entry -> entry.number() < end)
            .toList();
    Actions actions = Actions.of(life);
    return Stream.concat(actions.begun().stream(), actions.proposals().stream())
            .anyMatch(action -> action.wasUnderWayAfter(observed))
        ? last
        : null;
  }

  private @Nullable JournalEntry newest(long before, List<String> kinds) throws JournalException {
    List<JournalEntry> found = journal.before(before, 1, kinds);
    return found.isEmpty() ? null : found.get(0);
  }

  private void keep(long number, Moment moment) {
    synchronized (kept) {
      kept.put(number, moment);
      if (kept.size() > KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
  }
}
