package io.proteus.app.rendering;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An engine's own words. The decisions speak of nodes and partitions; whoever runs HBase reads of
 * RegionServers and regions.
 *
 * @param store the engine's name
 * @param node what a store process that serves partitions is called
 * @param nodes its plural
 * @param partition what a part of a table is called
 * @param partitions its plural
 * @param readCache what caches reads
 * @param writeBuffer what buffers writes
 * @param whatDivides by what nodes take a new memory split while they run
 * @param whatShrinks by what such nodes give memory of their write buffers up while they run, too
 */
public record Vocabulary(
    String store,
    String node,
    String nodes,
    String partition,
    String partitions,
    String readCache,
    String writeBuffer,
    String whatDivides,
    String whatShrinks) {

  public static final Vocabulary HBASE =
      new Vocabulary(
          "HBase",
          "RegionServer",
          "RegionServers",
          "region",
          "regions",
          "block cache",
          "memstore",
          "Proteus's plugin on their class path",
          "hbase.hregion.memstore.chunkpool.maxsize: 0 in their configuration");

  /**
   * The words of an engine.
   *
   * @param type as {@code engine.type} has it
   */
  public static Vocabulary of(String type) {
    if (!type.equals("hbase")) {
      throw new IllegalArgumentException("there are no words for the engine '" + type + "'");
    }
    return HBASE;
  }

  // a name that merely contains a word, as rs-node:16020 or the table my.nodes, is left as it is
  private static final Pattern CORE_WORDS =
      Pattern.compile(
          "(?<![\\w.:,-])(nodes|node|partitions|partition|write buffer|cache)(?![\\w-]|[.:,]\\w)");

  private static final Pattern ONE_OF_MANY =
      Pattern.compile("(?<![\\d.,])1 (node|partition|step)s\\b");

  /** A sentence of the core in this engine's words. */
  public String say(String sentence) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("nodes", nodes);
    words.put("node", node);
    words.put("partitions", partitions);
    words.put("partition", partition);
    words.put("write buffer", writeBuffer);
    words.put("cache", readCache);
    return CORE_WORDS
        .matcher(ONE_OF_MANY.matcher(sentence).replaceAll("1 $1"))
        .replaceAll(
            found -> Matcher.quoteReplacement(words.getOrDefault(found.group(1), found.group(1))));
  }

  /** {@code 1 region}, {@code 12,345 regions}. */
  public String countPartitions(int count) {
    return Figures.count(count, partition, partitions);
  }

  /** {@code 1 RegionServer}, {@code 5 RegionServers}. */
  public String countNodes(int count) {
    return Figures.count(count, node, nodes);
  }

  /** How so many nodes would need no restart for a new memory split. */
  String couldBeDivided(int count) {
    return "With %s, %s could be set without a restart.".formatted(whatDivides, countNodes(count));
  }

  /** How so many nodes that are divided while they run would need no restart for this either. */
  String couldShrink(int count) {
    return "With %s, %s could be given a smaller %s without a restart."
        .formatted(whatShrinks, countNodes(count), writeBuffer);
  }
}
