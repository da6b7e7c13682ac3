package io.proteus.simulator.scenario;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.input.Wanted;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Clients of one table.
 *
 * @param name of the tenant and of its table
 * @param clients that take turns: each waits for its answer, thinks, and asks again; in an open
 *     loop connections
 * @param think time between an answer and the next request
 * @param rate most requests a second of all clients together, at load 1; null when they ask as fast
 *     as they are answered
 * @param rows at the start
 * @param rowSize of a row, and of an insert
 * @param updateSize of what an update writes
 * @param scanRows rows that a scan returns, on average
 * @param shares of the requests that each partition gets, together 1
 * @param hotData share of each partition's data that is asked for most
 * @param hotRequests share of the requests that goes to it
 * @param hotSpotMoves how often the shares move on by one partition; null when they stay
 * @param active when it works; empty: always
 * @param load curves that scale its rate, or its clients where it has none
 * @param clientsOf another tenant whose clients ask this table in the same operation, as one
 *     transaction uses several tables; null: it has its own. Clients, think time, rate, load and
 *     spans are then the other's
 * @param requests to this table in one operation of its clients, on average
 * @param openLoop null where a client asks again only when it was answered
 * @param oneKey whether all requests to a partition are to one of its keys
 */
public record Tenant(
    @Key(doc = "of the tenant and its table") String name,
    @Section(value = "shares of what its requests do, together 1", required = true)
        Operations operations,
    @Key(
            doc = "each waits for its answer, thinks, and asks again; in an open loop connections",
            usual = "50",
            range = "over 0")
        double clients,
    @Key(doc = "between answer and question", usual = "0s", zero = true) Duration think,
    @Key(
            doc =
                "most operations a second of all clients together; without it they ask as fast as"
                    + " they are answered",
            unit = "op/s")
        @Nullable Double rate,
    @Key(doc = "at the start; 100 TB together at most", usual = "1000000", range = "over 0")
        double rows,
    @Key(doc = "YCSB's row of 1 KB as HBase stores it", usual = "1.37KB") ByteSize rowSize,
    @Key(doc = "what an update writes: one of the row's ten fields", usual = "140B")
        ByteSize updateSize,
    @Key(doc = "rows that a scan returns", usual = "50", range = "1 or more") double scanRows,
    @Key(
            doc =
                "partitions: a number of equal ones, the share of the requests that each gets, or"
                    + " `{count: 256, zipf: 0.9}` for so many that are asked unevenly, by Zipf's"
                    + " law",
            usual = "4",
            kind = "partitions")
        List<Double> shares,
    @Key(doc = "share of a partition's data that is asked for most", usual = "1", unit = "share")
        double hotData,
    @Key(doc = "share of the requests that goes to it", usual = "1", unit = "share")
        double hotRequests,
    @Key(doc = "how often the shares move on by one partition; without it never")
        @Nullable Duration hotSpotMoves,
    @Key(doc = "when it works; without it always", usual = "[]") List<Span> active,
    @Key(
            doc =
                "curves that scale the rate, or the number of clients where there is no rate;"
                    + " several are multiplied",
            usual = "[]")
        List<Load> load,
    @Key(
            doc =
                "another tenant whose clients ask this table in the same operation: a transaction"
                    + " over several tables. Clients, think time, rate, `active` and `load` are"
                    + " then that one's")
        @Nullable String clientsOf,
    @Key(
            doc = "requests to this table in one operation of its clients",
            usual = "1",
            range = "over 0")
        double requests,
    @Section("requests come at `rate`, whether or not others were answered")
        @Nullable OpenLoop openLoop,
    @Key(
            doc =
                "whether all requests to a partition are to one key of it, so that a split leaves"
                    + " them together",
            usual = "false")
        boolean oneKey) {
  private static final double ROUNDING = 1e-6;

  /** Its files are kept block by block. */
  private static final double MOST_BYTES = 1e14;

  private static final double MOST_CLIENTS = 1e7;

  public Tenant {
    shares = List.copyOf(shares);
    active = List.copyOf(active);
    load = List.copyOf(load);
    double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
    if (shares.isEmpty()
        || shares.stream().anyMatch(share -> share < 0)
        || Math.abs(sum - 1) > ROUNDING) {
      throw new InvalidValue(
          "tenants.%s.shares: want shares of 0 or more that add up to 1, got %s."
              .formatted(name, shares));
    }
    if (!(clients > 0)
        || think.isNegative()
        || !(rows > 0)
        || rowSize.bytes() <= 0
        || updateSize.bytes() <= 0
        || !(requests > 0)
        || !(scanRows >= 1)
        || (rate != null && !(rate > 0))) {
      throw new InvalidValue(
          "tenants.%s: want clients, rows, rowSize, updateSize, requests and rate over 0, scanRows of 1 or more and no negative think time."
              .formatted(name));
    }
    Wanted.that(
        clients <= MOST_CLIENTS,
        "tenants.%s.clients".formatted(name),
        "10 million at most",
        clients);
    Wanted.that(
        rows * rowSize.bytes() <= MOST_BYTES,
        "tenants.%s.rows".formatted(name),
        "rows of rowSize that are 100 TB at most",
        rows);
    Wanted.that(
        Double.isFinite(requests) && Double.isFinite(scanRows) && (rate == null || rate < 1e12),
        "tenants.%s".formatted(name),
        "a rate below 10^12 a second, and finite requests and scanRows",
        "rate %s, requests %s and scanRows %s".formatted(rate, requests, scanRows));
    if (openLoop != null && (rate == null || clientsOf != null || !think.isZero())) {
      throw new InvalidValue(
          "tenants.%s.openLoop: want a rate, no think time and clients of its own, got rate %s, think %s and clientsOf %s."
              .formatted(name, rate, think, clientsOf));
    }
    if (!(hotData > 0 && hotData <= 1) || !(hotRequests >= 0 && hotRequests <= 1)) {
      throw new InvalidValue(
          "tenants.%s: want hotData over 0 and hotRequests of 0 or more, both 1 or less, got %s and %s."
              .formatted(name, hotData, hotRequests));
    }
  }

  /**
   * A span of the run.
   *
   * @param until null for the end of the run
   */
  public record Span(
      @Key(doc = "when it begins to work", zero = true) Duration from,
      @Key(doc = "when it ends; without it at the end of the run") @Nullable Duration until) {
    public Span {
      Wanted.given("active.from", from);
      Wanted.that(
          until == null || until.compareTo(from) > 0,
          "active.until",
          "later than from, which is %s".formatted(from),
          until);
    }

    boolean contains(Duration at) {
      return at.compareTo(from) >= 0 && (until == null || at.compareTo(until) < 0);
    }
  }

  /** The same but that its shares stay where they are. */
  public Tenant withHotSpotThatStays() {
    return with(operations, rate, hotData, hotRequests, null);
  }

  /**
   * The same with other requests.
   *
   * @param offered most of them a second
   */
  public Tenant asking(Operations others, double offered) {
    return with(others, offered, hotData, hotRequests, hotSpotMoves);
  }

  /** The same but that this share of each partition's data gets this share of the requests. */
  public Tenant withHot(double data, double ofRequests) {
    return with(operations, rate, data, ofRequests, hotSpotMoves);
  }

  private Tenant with(
      Operations others,
      @Nullable Double otherRate,
      double otherHotData,
      double otherHotRequests,
      @Nullable Duration moves) {
    return new Tenant(
        name,
        others,
        clients,
        think,
        otherRate,
        rows,
        rowSize,
        updateSize,
        scanRows,
        shares,
        otherHotData,
        otherHotRequests,
        moves,
        active,
        load,
        clientsOf,
        requests,
        openLoop,
        oneKey);
  }

  /** Bytes that a request writes, on average. */
  public double writtenBytes() {
    return insertedBytes()
        + (operations.update() + operations.readModifyWrite()) * updateSize.bytes();
  }

  /** Bytes by which a request lets the data grow, on average. */
  public double insertedBytes() {
    return operations.insert() * rowSize.bytes();
  }

  /** What its load is scaled by at a moment; 0 while it does not work. */
  public double loadAt(Duration at) {
    if (!active.isEmpty() && active.stream().noneMatch(span -> span.contains(at))) {
      return 0;
    }
    double factor = 1;
    for (Load curve : load) {
      factor *= Math.max(0, curve.at(at));
    }
    return factor;
  }

  /** The share of the requests that a partition gets at a moment. */
  public double shareAt(int partition, Duration at) {
    long turns = hotSpotMoves == null ? 0 : at.toMillis() / Math.max(1, hotSpotMoves.toMillis());
    return shares.get((int) Math.floorMod(partition + turns, shares.size()));
  }
}
