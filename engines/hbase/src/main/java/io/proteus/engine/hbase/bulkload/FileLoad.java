package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.List;

/** How HBase's own tools make files of rows and hand them over to a table. */
public final class FileLoad {
  /** Size of the files that HFileOutputFormat2 writes, unless it is told otherwise. */
  private static final ByteSize FILE = new ByteSize(10L << 30);

  /** Files for one region and family that the tool refuses to exceed. */
  private static final long MOST_FILES = 32;

  private FileLoad() {}

  /** How rows become HFiles, and how these come into the table. */
  public static List<String> commands(LoadRequest request, List<String> families, int regions) {
    String table = request.table().value();
    String folder = "/tmp/" + table.replace(':', '-');
    StringBuilder columns = new StringBuilder("HBASE_ROW_KEY");
    families.forEach(family -> columns.append(",").append(family).append(":value"));
    List<String> lines = new ArrayList<>();
    lines.add(
        "# rows as lines in %s.tsv on HDFS, key and values with tabs between; name your columns"
            .formatted(folder));
    lines.add(
        "hbase org.apache.hadoop.hbase.mapreduce.ImportTsv -Dimporttsv.columns=%s -Dimporttsv.bulk.output=%s-hfiles %s %s.tsv"
            .formatted(columns, folder, table, folder));
    long files = request.data().bytes() / regions / FILE.bytes() + 1;
    String limit =
        files > MOST_FILES
            ? " -Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=" + 2 * files
            : "";
    lines.add("# hands the files over to the regions, which move them into place");
    lines.add(
        "hbase org.apache.hadoop.hbase.tool.BulkLoadHFilesTool%s %s-hfiles %s"
            .formatted(limit, folder, table));
    return lines;
  }
}
