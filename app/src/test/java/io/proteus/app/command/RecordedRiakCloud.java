package io.proteus.app.command;

import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import io.proteus.testkit.riak.RecordedRiak;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code cloud.type: recorded-riak}: where the nodes of the newest double run. */
public final class RecordedRiakCloud implements CloudProvider<RecordedRiakCloud.Settings> {
  static volatile @Nullable RecordedRiak newest;

  /** It has no settings. */
  public record Settings() {}

  @Override
  public String type() {
    return "recorded-riak";
  }

  @Override
  public Class<Settings> settings() {
    return Settings.class;
  }

  @Override
  public OpenCloud open(Settings settings, Consumer<String> progress) throws PortException {
    RecordedRiak riak = newest;
    if (riak == null) {
      throw new PortException("recorded-riak: none was started.");
    }
    return OpenCloud.of(riak);
  }
}
