package io.proteus.engine.cassandra;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * A setting that a running node takes over JMX, in the key of its file. Sizes are in bytes and
 * times in milliseconds, as in the catalogue.
 *
 * @param bean that has it
 * @param read the attribute that tells it
 * @param readUnit how many bytes or milliseconds one of what is told is
 * @param write the attribute that takes it, as a whole number
 * @param writeUnit how many bytes or milliseconds one of what is taken is
 * @param least that a node takes, in the unit of the catalogue
 * @param usual its default in Cassandra 5.0; empty where it depends on the machine
 */
record OnlineSetting(
    String key,
    String bean,
    String read,
    long readUnit,
    String write,
    long writeUnit,
    long least,
    Optional<String> usual) {
  private static final String PROXY = "org.apache.cassandra.db:type=StorageProxy";
  private static final long MIB = 1L << 20;
  static final Comparator<OnlineSetting> BY_KEY = Comparator.comparing(OnlineSetting::key);
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  /** All of them, by key. */
  static final Map<String, OnlineSetting> ALL =
      List.of(
              new OnlineSetting(
                  "compaction_throughput",
                  Ring.STORAGE,
                  "CompactionThroughtputBytesPerSec", // as it is spelled there
                  1,
                  "CompactionThroughputMbPerSec",
                  MIB,
                  0,
                  Optional.of("67108864")),
              throughput(
                  "stream_throughput_outbound",
                  "StreamThroughputMebibytesPerSec",
                  Optional.of("25165824")),
              throughput(
                  "entire_sstable_stream_throughput_outbound",
                  "EntireSSTableStreamThroughputMebibytesPerSec",
                  Optional.of("25165824")),
              number("concurrent_compactors", Ring.STORAGE, "ConcurrentCompactors", 1, ""),
              number("max_hint_window", PROXY, "MaxHintWindow", 0, "10800000"),
              number("tombstone_warn_threshold", Ring.STORAGE, "TombstoneWarnThreshold", 1, "1000"),
              number(
                  "tombstone_failure_threshold",
                  Ring.STORAGE,
                  "TombstoneFailureThreshold",
                  1,
                  "100000"))
          .stream()
          .collect(
              Collectors.toMap(
                  OnlineSetting::key, setting -> setting, (one, other) -> one, TreeMap::new));

  private static OnlineSetting throughput(String key, String attribute, Optional<String> usual) {
    return new OnlineSetting(
        key, Ring.STORAGE, attribute + "AsDouble", MIB, attribute, MIB, 0, usual);
  }

  private static OnlineSetting number(
      String key, String bean, String attribute, long least, String usual) {
    return new OnlineSetting(
        key,
        bean,
        attribute,
        1,
        attribute,
        1,
        least,
        Optional.of(usual).filter(text -> !text.isEmpty()));
  }

  static OnlineSetting of(String key) throws PortException {
    OnlineSetting setting = ALL.get(key);
    if (setting == null) {
      throw new PortException(
          "%s: no node of Cassandra takes it while it runs. Want one of %s."
              .formatted(key, String.join(", ", ALL.keySet())));
    }
    return setting;
  }

  boolean isUsual(String value) {
    return usual.equals(Optional.of(value));
  }

  String ask(MBeanServerConnection node) throws IOException, JMException {
    Number told = (Number) node.getAttribute(name(), read);
    return Long.toString(Math.round(told.doubleValue() * readUnit));
  }

  void tell(MBeanServerConnection node, int value) throws IOException, JMException {
    node.setAttribute(name(), new Attribute(write, value));
  }

  /** The value as a node takes it; refuses one that no node does. */
  int taken(String value) throws PortException {
    long number = NUMBER.matcher(value).matches() ? Long.parseLong(value) : -1;
    if (number < least || number % writeUnit != 0 || number / writeUnit > Integer.MAX_VALUE) {
      throw new PortException("%s: want %s, got %s.".formatted(key, wanted(), value));
    }
    return (int) (number / writeUnit);
  }

  /** What a node takes as the catalogue has it. */
  String text(int taken) {
    return Long.toString(taken * writeUnit);
  }

  private String wanted() {
    return writeUnit == 1
        ? "a whole number from %d to %d".formatted(least, Integer.MAX_VALUE)
        : "bytes that are whole MiB, as a running node takes no others, such as %d"
            .formatted(32 * writeUnit);
  }

  private ObjectName name() throws MalformedObjectNameException {
    return new ObjectName(bean);
  }
}
