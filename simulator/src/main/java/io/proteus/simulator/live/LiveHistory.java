package io.proteus.simulator.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.UnreadableJson;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a simulated cluster came to be as it is: what was ordered of it and when, and how its time
 * passed. Scenario, seed and history make the cluster, so that every process that reads the history
 * sees the same one. While nobody looks, its clock stands still.
 */
final class LiveHistory {
  /** What is in its folder. */
  static final List<String> FILES =
      List.of("history.jsonl", "history.lock", LiveClaims.HOLDER, LiveClaims.LOCK);

  private static final Duration NOBODY_LOOKS = Duration.ofMinutes(1);
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(5);

  private final Path file;
  private final FileChannel lock;
  private final InstantSource day;
  private final List<Order> orders = new ArrayList<>();
  private final Spell first;
  private Spell spell;
  private Instant seen;
  private long read;

  /**
   * A time in which somebody looks.
   *
   * @param from when it began, by the time of the day
   * @param at how many seconds the cluster was old then
   * @param speed how fast its clock goes
   * @param origin what the cluster is made of
   */
  record Spell(Instant from, double at, int speed, String origin) {}

  /**
   * Something that was ordered.
   *
   * @param at how many seconds the cluster was old
   * @param facet of which it is an order
   */
  record Order(long at, String facet, String name, List<JsonNode> values) {}

  /** A line of the file: one of the two. */
  private record Line(@Nullable Spell spell, @Nullable Order order) {}

  /** What is done while no other process changes the history. */
  interface Change {
    void make() throws Throwable;
  }

  LiveHistory(Path folder, String origin, int speed, InstantSource day) throws IOException {
    this.file = folder.resolve(FILES.get(0));
    this.day = day;
    this.lock =
        FileChannel.open(
            folder.resolve(FILES.get(1)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    this.spell = new Spell(day.instant(), 0, speed, origin);
    this.seen = spell.from();
    try (FileLock held = lock.lock()) {
      if (Files.exists(file)) {
        seen = Files.getLastModifiedTime(file).toInstant();
        spell = firstSpell();
      } else {
        append(new Line(spell, null));
      }
      first = spell;
      readOn();
      if (!origin.equals(first.origin())) {
        throw new InvalidValue(
            "engine.scenario: want %s, of which the cluster in %s is, got %s. Name another engine.directory, or delete it."
                .formatted(first.origin(), folder, origin));
      }
      if (spell.speed() != speed) {
        append(new Line(new Spell(day.instant(), ageAt(lastLookedAt()), speed, origin), null));
        readOn();
      }
    }
  }

  private Spell firstSpell() throws IOException {
    try (var lines = Files.lines(file)) {
      Spell begin = lines.findFirst().map(LiveHistory::parsed).map(Line::spell).orElse(null);
      if (begin == null) {
        throw new IOException("%s does not begin as a history does".formatted(file));
      }
      return begin;
    }
  }

  /** When the cluster began, by the time of the day. */
  Instant began() {
    return first.from();
  }

  /** How old the cluster is. */
  synchronized double seconds() {
    try {
      readOn();
      Instant now = day.instant();
      if (isLongAgo(now, NOBODY_LOOKS) && isLongAgo(now, lastLookedAt())) {
        try (FileLock held = lock.lock()) {
          readOn();
          append(
              new Line(new Spell(now, ageAt(lastLookedAt()), spell.speed(), spell.origin()), null));
        }
        readOn();
        seen = now;
      } else if (isLongAgo(now, BETWEEN_SIGNS)) {
        Files.setLastModifiedTime(file, FileTime.from(now));
        seen = now;
      }
      return ageAt(now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isLongAgo(Instant now, Duration length) {
    return Duration.between(seen, now).compareTo(length) > 0;
  }

  private static boolean isLongAgo(Instant now, Instant then) {
    return Duration.between(then, now).compareTo(NOBODY_LOOKS) > 0;
  }

  private Instant lastLookedAt() throws IOException {
    return Files.getLastModifiedTime(file).toInstant();
  }

  private double ageAt(Instant now) {
    double passed = Duration.between(spell.from(), now).toNanos() / 1e9;
    return spell.at() + Math.max(0, passed) * spell.speed();
  }

  /** What was ordered, after the first so many. */
  synchronized List<Order> ordersAfter(int number) {
    return List.copyOf(orders.subList(number, orders.size()));
  }

  /** Changes the cluster, with no other process doing so meanwhile. */
  synchronized void alone(Change change) throws Throwable {
    try (FileLock held = lock.lock()) {
      change.make();
    }
  }

  /** Writes down what was ordered; within {@link #alone}. */
  synchronized void add(Order order) throws IOException {
    append(new Line(null, order));
    readOn();
  }

  private void append(Line line) throws IOException {
    Files.writeString(
        file, CoreJson.text(line) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Reads the whole lines that were written since. */
  private void readOn() throws IOException {
    long size = Files.size(file);
    if (size == read) {
      return;
    }
    byte[] more = new byte[Math.toIntExact(size - read)];
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      bytes.seek(read);
      bytes.readFully(more);
    }
    int whole = more.length;
    while (whole > 0 && more[whole - 1] != '\n') {
      whole--;
    }
    read += whole;
    new String(more, 0, whole, StandardCharsets.UTF_8)
        .lines()
        .map(LiveHistory::parsed)
        .forEach(this::take);
  }

  private void take(Line line) {
    if (line.spell() != null) {
      spell = line.spell();
    }
    if (line.order() != null) {
      orders.add(line.order());
    }
  }

  private static Line parsed(String line) {
    try {
      return CoreJson.read(line, Line.class);
    } catch (UnreadableJson e) {
      throw new UncheckedIOException(new IOException("a line of the history: " + e.getMessage()));
    }
  }
}
