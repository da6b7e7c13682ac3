package io.proteus.workloads.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentSkipListMap;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** A store in memory; rows that were never written read as present, for there is no load phase. */
class MapStore extends DB {
  final Map<String, byte[]> rows = new ConcurrentSkipListMap<>();

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> values) {
    values.put("field0", new ByteArrayByteIterator(rows.getOrDefault(key, new byte[1])));
    return Status.OK;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> found) {
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    values.values().stream().limit(1).forEach(value -> rows.put(key, value.toArray()));
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    rows.remove(key);
    return Status.OK;
  }
}
