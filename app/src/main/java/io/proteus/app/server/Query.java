package io.proteus.app.server;

import io.javalin.http.Context;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.JournalPage;
import io.proteus.controller.journal.SqliteJournal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The parameters of a request; whatever is not known or not valid refuses it. */
final class Query {
  static final int MOST = 1000;
  private static final int USUAL = 100;

  /** The journal counts nanoseconds since 1970, which do not reach further than 2262. */
  static final Instant EARLIEST = Instant.EPOCH;

  static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private final Context request;

  private Query(Context request) {
    this.request = request;
  }

  /**
   * Refuses parameters that are not among these; their values, which may be secret, stay unsaid.
   */
  static Query of(Context request, String... known) {
    return of(request, List.of(known));
  }

  static Query of(Context request, List<String> known) {
    Set<String> names = new TreeSet<>(known);
    for (String given : request.queryParamMap().keySet()) {
      if (!names.contains(given)) {
        throw Problem.unknown(
                given, names.isEmpty() ? "no parameters" : "one of " + String.join(", ", names))
            .refusal();
      }
    }
    return new Query(request);
  }

  /** A part of the request's path. */
  String path(String key) {
    return request.pathParam(key);
  }

  /** A header of the answer; none where there is nothing to say. */
  void answer(String header, Optional<String> value) {
    value.ifPresent(text -> request.header(header, text));
  }

  /** The page of a journal's entries that is asked for; a shorter one where they are large. */
  JournalPage page(SqliteJournal journal, List<String> kinds) throws JournalException {
    return journal.page(number("before", 1, Long.MAX_VALUE, Long.MAX_VALUE), limit(), kinds);
  }

  /** {@code before} of the next page; null at the end. */
  static @Nullable Long next(JournalPage page) {
    List<JournalEntry> entries = page.entries();
    return page.hasMore() ? Long.valueOf(entries.get(entries.size() - 1).number()) : null;
  }

  Optional<String> text(String key) {
    return Optional.ofNullable(request.queryParam(key)).filter(text -> !text.isBlank());
  }

  String oneOf(String key, List<String> words, String usual) {
    String given = text(key).orElse(usual);
    if (!words.contains(given)) {
      throw Problem.unwanted(key, given, "one of " + String.join(", ", words)).refusal();
    }
    return given;
  }

  /** Words with commas between them; none where the parameter was left out. */
  List<String> someOf(String key, List<String> words) {
    List<String> given =
        text(key).map(text -> List.of(text.split(",", words.size() + 1))).orElse(List.of());
    for (String word : given) {
      if (!words.contains(word)) {
        throw Problem.unwanted(key, word, "some of " + String.join(",", words)).refusal();
      }
    }
    return given;
  }

  /** Words of any kind with commas between them; none where the parameter was left out. */
  List<String> words(String key) {
    return text(key).map(text -> List.of(text.split(","))).orElse(List.of());
  }

  int limit() {
    return (int) number("limit", 1, MOST, USUAL);
  }

  /** A moment as in {@code 2026-01-31T12:00:00Z}. */
  Instant moment(String key, Instant usual) {
    String given = request.queryParam(key);
    if (given == null) {
      return usual;
    }
    try {
      Instant moment = Instant.parse(given);
      if (!moment.isBefore(EARLIEST) && !moment.isAfter(LATEST)) {
        return moment;
      }
    } catch (DateTimeParseException e) {
      // refused as one that is out of range
    }
    throw Problem.unwanted(
            key, given, "a moment between 1970 and 2200, such as 2026-01-31T12:00:00Z")
        .refusal();
  }

  int offset() {
    return (int) number("offset", 0, Integer.MAX_VALUE, 0);
  }

  long number(String key, long least, long most, long usual) {
    String given = request.queryParam(key);
    if (given == null) {
      return usual;
    }
    try {
      long number = Long.parseLong(given);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused as any other number that is not in the range
    }
    throw Problem.unwanted(key, given, "a whole number from %d to %d".formatted(least, most))
        .refusal();
  }
}
