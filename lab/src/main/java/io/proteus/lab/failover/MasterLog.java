package io.proteus.lab.failover;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the HMaster wrote down of who asked it for what: a witness that is not of Proteus. */
final class MasterLog {
  private static final Pattern MOVE =
      Pattern.compile(
          "^(\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d,\\d{3}) .*Client=([^/]*)/.* move hri=.*?"
              + "([0-9a-f]{32}).*destination=([^,]+).*running balancer");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  private MasterLog() {}

  /** A region that somebody asked to be moved. */
  record Move(Instant at, String user, String region, String destination) {}

  /** All moves that were asked for, in the order in which the master took them. */
  static List<Move> moves(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.map(MasterLog::move).flatMap(Optional::stream).toList();
    }
  }

  static Optional<Move> move(String line) {
    Matcher found = MOVE.matcher(line);
    if (!found.find()) {
      return Optional.empty();
    }
    Instant at =
        LocalDateTime.parse(found.group(1).replace('T', ' '), TIME)
            .atZone(ZoneId.systemDefault())
            .toInstant();
    return Optional.of(new Move(at, found.group(2), found.group(3), found.group(4)));
  }
}
