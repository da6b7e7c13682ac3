package io.proteus.engine.redis;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a server, as far as it tells which keys it can take: a key is handed over in the
 * form in which its source writes dumps, and an older server refuses a newer form.
 */
record ServerVersion(String program, int major, int minor) {
  private static final Pattern TOLD = Pattern.compile("(valkey-)?(\\d+)\\.(\\d+).*");
  private static final Comparator<ServerVersion> BY_AGE =
      Comparator.comparingInt(ServerVersion::major).thenComparingInt(ServerVersion::minor);

  /** Empty where it is not told. */
  static Optional<ServerVersion> of(Figures told) {
    Matcher version = TOLD.matcher(ToldSettings.version(told));
    return version.matches()
        ? Optional.of(
            new ServerVersion(
                version.group(1) == null ? "Redis" : "Valkey",
                Integer.parseInt(version.group(2)),
                Integer.parseInt(version.group(3))))
        : Optional.empty();
  }

  /** Whether it is; the numbers of Redis and those of Valkey say nothing of each other. */
  boolean isNewerThan(ServerVersion other) {
    return program.equals(other.program) && BY_AGE.compare(this, other) > 0;
  }

  @Override
  public String toString() {
    return "%s %d.%d".formatted(program, major, minor);
  }
}
