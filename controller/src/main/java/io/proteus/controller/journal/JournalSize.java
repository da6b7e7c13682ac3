package io.proteus.controller.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Keeps a journal within its bounds by dropping the oldest entries. What is never dropped: an
 * unfinished plan with its steps, a plan that is being undone, what a load that has not ended puts
 * back, and the newest entry of each kind that a restart looks for.
 */
final class JournalSize {
  static final long MOST_BYTES = 256L << 20;

  /** Looking costs more than appending, so it is not done each time. */
  static final int EVERY = 200;

  /** The entries that tell what the strategy remembers. */
  static final String REMEMBERING =
      "(kind = 'remembered' OR kind = 'planned' AND body ->> 'memory' IS NOT NULL)";

  private static final String DROPPABLE =
      " AND (plan IS NULL OR plan NOT IN (SELECT plan FROM entry WHERE kind = 'planned' EXCEPT"
          + " SELECT plan FROM entry WHERE kind = 'plan-ended')) AND coalesce(plan, '') IS NOT"
          + " (SELECT u.plan FROM entry u WHERE u.number = (SELECT max(number) FROM entry WHERE"
          + " kind IN ('undo-began', 'undo-ended')) AND u.kind = 'undo-began') AND NOT (kind ="
          + " 'load-prepared' AND number > coalesce((SELECT max(f.number) FROM entry f WHERE f.kind"
          + " = 'load-finished' AND f.plan = entry.plan), 0)) AND number IS NOT (SELECT max(number)"
          + " FROM entry WHERE "
          + REMEMBERING
          + ") AND number IS NOT (SELECT max(number) FROM entry WHERE kind IN ('balancer-taken',"
          + " 'balancer-restored')) AND number IS NOT (SELECT max(number) FROM entry WHERE kind IN"
          + " ('compactions-paused', 'compactions-resumed')) AND number IS NOT (SELECT max(number)"
          + " FROM entry WHERE kind = 'operator-asked' AND body ->> 'what' IN ('pause', 'resume',"
          + " 'stop', 'put back')) AND number IS NOT (SELECT max(number) FROM entry WHERE kind ="
          + " 'claim-taken') AND number IS NOT (SELECT max(number) FROM entry WHERE kind ="
          + " 'drained') AND number IS NOT (SELECT max(number) FROM entry WHERE kind = 'plan-ended'"
          + " AND body ->> 'changes' > 0)";

  private final Duration keep;
  private final long mostBytes;
  private int appended;

  JournalSize(Duration keep, long mostBytes) {
    this.keep = keep;
    this.mostBytes = mostBytes;
  }

  /**
   * Called after each append.
   *
   * @param now in nanoseconds since 1970
   * @return whether it was time to look
   */
  boolean prune(Connection connection, long now) throws SQLException {
    boolean looks = appended++ % EVERY == 0;
    if (looks) {
      dropOlderThan(connection, now - keep.toNanos());
      dropUntilSmall(connection);
    }
    return looks;
  }

  private static void dropOlderThan(Connection connection, long moment) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM entry WHERE at < ?" + DROPPABLE)) {
      delete.setLong(1, moment);
      delete.executeUpdate();
    }
  }

  /** A tenth of the entries at a time; ends at the latest when nothing may be dropped any more. */
  private void dropUntilSmall(Connection connection) throws SQLException {
    while (usedBytes(connection) > mostBytes) {
      try (Statement statement = connection.createStatement()) {
        int dropped =
            statement.executeUpdate(
                "DELETE FROM entry WHERE number IN (SELECT number FROM entry WHERE true"
                    + DROPPABLE
                    + " ORDER BY number LIMIT (SELECT 1 + count(*) / 10 FROM entry))");
        if (dropped == 0) {
          return;
        }
      }
    }
  }

  private static long usedBytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT (p.page_count - f.freelist_count) * s.page_size"
                    + " FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s")) {
      return result.next() ? result.getLong(1) : 0;
    }
  }
}
