package io.proteus.cloud.provisioning.remote;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import java.util.function.BinaryOperator;

/**
 * Files on machines: each is read again after it was written.
 *
 * @param key of the configuration that says how files are written
 * @param writing by machine and file, the command that puts what it is given into the file
 */
public record RemoteFiles(Ssh ssh, String key, BinaryOperator<String> writing) {

  /** Writes a file unless it is so already. */
  public void bring(String host, String file, String text) throws PortException {
    Ssh.Result now = ssh.attempt(host, "cat " + file, "");
    if (now.exit() != 0 || !now.output().equals(text)) {
      write(host, file, text);
    }
  }

  /** The file is read and written anew; one that has these settings already stays. */
  public void change(String host, String file, SettingsFormat format, SettingsChange change)
      throws PortException {
    String now = ssh.run(host, "cat " + file, "");
    String then = format.changed(now, change);
    if (!then.equals(now)) {
      write(host, file, then);
    }
  }

  private void write(String host, String file, String text) throws PortException {
    ssh.run(host, writing.apply(host, file), text);
    String found = ssh.run(host, "cat " + file, "");
    if (!found.equals(text)) {
      throw new PortException(
          "%s: %s is not as it was written; look at %s.".formatted(host, file, key));
    }
  }
}
