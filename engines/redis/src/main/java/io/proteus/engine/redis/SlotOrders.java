package io.proteus.engine.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Response;

/**
 * Orders and questions for many slots of one node that are sent together. A node writes its file of
 * the cluster once for all orders that it finds waiting, and one by one it does so for each.
 */
final class SlotOrders {
  private SlotOrders() {}

  /** What becomes of a slot on a node. */
  enum State {
    IMPORTING,
    MIGRATING,
    NODE
  }

  /** Has a node neither give these slots away nor take them over any more. */
  static boolean close(Jedis node, List<Integer> slots) {
    all(
        node,
        slots,
        (pipeline, slot) ->
            pipeline.sendCommand(
                Protocol.Command.CLUSTER, "SETSLOT", Integer.toString(slot), "STABLE"));
    return true;
  }

  /** Sets all of these slots to a state that names another node; the first refusal is thrown. */
  static boolean set(Jedis node, List<Integer> slots, State state, String other) {
    all(
        node,
        slots,
        (pipeline, slot) ->
            pipeline.sendCommand(
                Protocol.Command.CLUSTER, "SETSLOT", Integer.toString(slot), state.name(), other));
    return true;
  }

  /** How many keys each slot has here. */
  static Map<Integer, Long> counts(Jedis node, List<Integer> slots) {
    Map<Integer, Long> counts = new TreeMap<>();
    List<Object> answers =
        all(
            node,
            slots,
            (pipeline, slot) ->
                pipeline.sendCommand(
                    Protocol.Command.CLUSTER, "COUNTKEYSINSLOT", Integer.toString(slot)));
    for (int at = 0; at < slots.size(); at++) {
      counts.put(slots.get(at), ((Number) answers.get(at)).longValue());
    }
    return counts;
  }

  /** Up to so many keys of each slot that has any here. */
  static Map<Integer, List<byte[]>> keys(Jedis node, List<Integer> slots, int most) {
    Map<Integer, List<byte[]>> keys = new TreeMap<>();
    List<Object> answers =
        all(
            node,
            slots,
            (pipeline, slot) ->
                pipeline.sendCommand(
                    Protocol.Command.CLUSTER,
                    "GETKEYSINSLOT",
                    Integer.toString(slot),
                    Integer.toString(most)));
    for (int at = 0; at < slots.size(); at++) {
      List<byte[]> some =
          ((List<?>) answers.get(at))
              .stream().map(key -> (byte[]) Objects.requireNonNull(key)).toList();
      if (!some.isEmpty()) {
        keys.put(slots.get(at), some);
      }
    }
    return keys;
  }

  /** The memory that each of these keys takes; 0 for one that is gone. */
  static List<Long> sizes(Jedis node, List<byte[]> keys) {
    return all(node, keys, (pipeline, key) -> pipeline.memoryUsage(key)).stream()
        .map(size -> Objects.requireNonNullElse(size, 0L))
        .toList();
  }

  /** Sends one order for each, and then reads all answers. */
  static <S, T> List<T> all(
      Jedis node, List<S> subjects, BiFunction<Pipeline, S, Response<T>> order) {
    Pipeline pipeline = node.pipelined();
    List<Response<T>> answers = new ArrayList<>();
    subjects.forEach(subject -> answers.add(order.apply(pipeline, subject)));
    pipeline.sync();
    List<T> all = new ArrayList<>(); // may hold nulls
    answers.forEach(answer -> all.add(answer.get()));
    return all;
  }
}
