package io.proteus.lab.stage;

import io.proteus.app.Interruption;
import io.proteus.core.port.PortException;
import io.proteus.deployment.hbase.LocalDeployment;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/** A stage that leaves no process behind, however the command ends. */
public record StageHold(Stage stage, Interruption interruption) implements AutoCloseable {

  /** Opens a stage; from now on Ctrl-C ends its processes before the command ends. */
  public static StageHold open(StageSpec spec, Consumer<String> progress)
      throws PortException, IOException {
    return open(spec, Map.of(), progress);
  }

  /** The same with more settings of every daemon, in HBase's keys. */
  public static StageHold open(StageSpec spec, Map<String, String> more, Consumer<String> progress)
      throws PortException, IOException {
    return open(spec, more, true, progress);
  }

  /** The same with or without Proteus's plugin on the servers. */
  public static StageHold open(
      StageSpec spec, Map<String, String> more, boolean plugin, Consumer<String> progress)
      throws PortException, IOException {
    LocalDeployment deployment = LocalDeployment.in(spec.directory());
    Interruption interruption =
        Interruption.handledBy(
            () -> {
              if (deployment.hasBegun()) {
                progress.accept("interrupted; ending the cluster");
              }
              deployment.cancel(true, line -> {});
            });
    try {
      return new StageHold(Stage.open(deployment, spec, more, plugin, progress), interruption);
    } catch (PortException | IOException | RuntimeException e) {
      interruption.close();
      throw e;
    }
  }

  @Override
  public void close() throws PortException, IOException {
    if (!interruption.hasBegun()) {
      stage.close();
    }
    interruption.close();
  }
}
