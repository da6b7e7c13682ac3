package io.proteus.deployment.hbase;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.cloud.local.DurableFile;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Keeps which cluster a directory holds. */
record ClusterFile(Path file) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** Empty when the directory holds none. */
  Optional<Cluster> read() throws PortException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Cluster read = JSON.readValue(Files.readString(file), Cluster.class);
      if (read == null) {
        throw new IOException("it holds null");
      }
      return Optional.of(read);
    } catch (IOException e) {
      throw new PortException(
          "%s: cannot be read (%s). Is it from another version of Proteus? `proteus local down --delete --directory %s` ends what runs there and deletes it."
              .formatted(file, e.getMessage(), file.getParent()),
          e);
    }
  }

  void write(Cluster cluster) throws PortException {
    try {
      DurableFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(cluster));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a cluster that is no JSON: " + cluster, e);
    }
  }
}
