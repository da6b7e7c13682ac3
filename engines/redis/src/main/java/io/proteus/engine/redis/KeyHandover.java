package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import redis.clients.jedis.params.MigrateParams;

/** Hands the keys of open slots over, in batches bounded by their bytes. */
final class KeyHandover {
  private static final int KEYS_AT_ONCE = 500;

  private final RedisSettings settings;
  private final Connections own;
  private final Permit permit;
  private final Runnable progress;

  /**
   * @param progress told after each batch
   */
  KeyHandover(RedisSettings settings, Connections own, Permit permit, Runnable progress) {
    this.settings = settings;
    this.own = own;
    this.permit = permit;
    this.progress = progress;
  }

  /**
   * Answers which slots stay open, each with its reason: one that has a key which has become too
   * large meanwhile, or at which {@link LargeKeys} did not look. Keys of it that are at its target
   * cannot come back: a source whose slot is open takes none, and while it is closed clients would
   * miss them. Both nodes serve an open slot, so that nothing is lost.
   */
  Map<Integer, String> all(List<Integer> slots, Member from, Member to)
      throws PortException, InterruptedException {
    Map<Integer, String> stay = new TreeMap<>();
    List<Integer> left = slots;
    while (!left.isEmpty()) {
      List<Integer> asked = left;
      int most = Math.max(1, KEYS_AT_ONCE / asked.size());
      Map<Integer, List<byte[]>> found =
          own.ask(from.address(), node -> SlotOrders.keys(node, asked, most));
      List<byte[]> keys = found.values().stream().flatMap(List::stream).toList();
      List<Long> sizes = own.ask(from.address(), node -> SlotOrders.sizes(node, keys));
      leaveLargeKeys(found, sizes, from, to).forEach(stay::putIfAbsent);
      int at = 0;
      long bytes = 0;
      List<List<byte[]>> batch = new ArrayList<>();
      for (Map.Entry<Integer, List<byte[]>> ofSlot : found.entrySet()) {
        if (stay.containsKey(ofSlot.getKey())) {
          at += ofSlot.getValue().size();
          continue;
        }
        batch.add(new ArrayList<>());
        for (byte[] key : ofSlot.getValue()) {
          long size = sizes.get(at++);
          if (bytes > 0 && bytes + size > settings.batch().bytes()) {
            migrate(from, to, batch);
            batch = new ArrayList<>(List.of(new ArrayList<>()));
            bytes = 0;
          }
          batch.get(batch.size() - 1).add(key);
          bytes += size;
        }
      }
      migrate(from, to, batch);
      left = found.keySet().stream().filter(slot -> !stay.containsKey(slot)).toList();
    }
    return stay;
  }

  private Map<Integer, String> leaveLargeKeys(
      Map<Integer, List<byte[]>> found, List<Long> sizes, Member from, Member to) {
    Map<Integer, String> stay = new TreeMap<>();
    int at = 0;
    for (Map.Entry<Integer, List<byte[]>> ofSlot : found.entrySet()) {
      for (byte[] key : ofSlot.getValue()) {
        long size = sizes.get(at++);
        if (size > settings.largestKey().bytes()) {
          stay.put(
              ofSlot.getKey(),
              "slot %d has the key '%s' of %,d bytes, more than engine.largestKey allows (%s): it was smaller when the move began, or among too many to be looked at. %s keeps it, and %s has the keys that were moved; both serve the slot. Make the key smaller or raise engine.largestKey, and order the move again."
                  .formatted(
                      ofSlot.getKey(),
                      new String(key, StandardCharsets.UTF_8),
                      size,
                      settings.largestKey(),
                      from.address(),
                      to.address()));
        }
      }
    }
    return stay;
  }

  /**
   * Hands one batch over, with an order for each slot. The source has the truth until it has handed
   * a key over, so a copy at its target is replaced.
   */
  private void migrate(Member from, Member to, List<List<byte[]>> batch)
      throws PortException, InterruptedException {
    List<List<byte[]>> orders = batch.stream().filter(keys -> !keys.isEmpty()).toList();
    if (orders.isEmpty()) {
      return;
    }
    permit.ask();
    MigrateParams how = MigrateParams.migrateParams().replace();
    String password = own.password();
    String user = own.user();
    if (password != null && user != null) {
      how.auth2(user, password);
    } else if (password != null) {
      how.auth(password);
    }
    int millis = Math.toIntExact(settings.timeout().toMillis());
    int colon = to.address().lastIndexOf(':');
    String host = to.address().substring(0, colon);
    int port = Integer.parseInt(to.address().substring(colon + 1));
    own.ask(
        from.address(),
        node ->
            SlotOrders.all(
                node,
                orders,
                (pipeline, keys) ->
                    pipeline.migrate(host, port, millis, how, keys.toArray(new byte[0][]))));
    progress.run();
  }
}
