package io.proteus.cloud.ssh;

import io.proteus.cloud.provisioning.remote.Ssh;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Stages;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Makes a spare host a node (TIR-4): its files, its monitor, its store, each checked before the
 * next. The host tells how far that is, so that a start which a crash cut short goes on where it
 * was. A start that fails is put back, and nothing of it is left running.
 */
final class HostStart {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final SshCloudSettings settings;
  private final Ssh ssh;
  private final HostStates states;
  private final HostFiles files;
  private final Consumer<String> progress;

  HostStart(
      SshCloudSettings settings,
      Ssh ssh,
      HostStates states,
      HostFiles files,
      Consumer<String> progress) {
    this.settings = settings;
    this.ssh = ssh;
    this.states = states;
    this.files = files;
    this.progress = progress;
  }

  /**
   * Starts a node, or goes on with its start.
   *
   * @param found the host as it is; marked with these tags where its start was begun before
   */
  void carryOut(String host, HostState found, MachineTags tags, Launch launch, Stages stages)
      throws PortException {
    HostMark mark = HostMark.begun(tags, found.isOf(tags) ? found.mark() : Map.of());
    ssh.run(host, HostMark.writing(settings, host), mark.text());
    if (!found.runs()) {
      stages.reached(Sentence.of("%s is taken, a spare host", host));
      try {
        bringFiles(host, launch, stages);
        mark = startMonitor(host, mark, stages);
        start(host);
        awaitNode(host);
      } catch (PortException e) {
        throw putBack(host, e);
      }
    } else {
      // it may serve already, so it is not stopped for an answer that does not come
      awaitNode(host);
    }
    ssh.run(host, HostMark.writing(settings, host), mark.finished().text());
    stages.reached(Sentence.of("the store runs on %s", host));
  }

  private void bringFiles(String host, Launch launch, Stages stages) throws PortException {
    SortedMap<String, String> made = files.made(host, launch);
    for (Map.Entry<String, String> file : made.entrySet()) {
      progress.accept("%s: bringing %s".formatted(host, file.getKey()));
      files.bring(host, file.getKey(), file.getValue());
    }
    if (settings.file().settingsFile().isPresent()) {
      files.configure(host, SettingsChange.setting(launch.settings()));
    }
    if (!made.isEmpty()) {
      stages.reached(Sentence.of("%s has its files, %s", host, String.join(", ", made.keySet())));
    }
  }

  /** A monitor that answers already is not Proteus's to start, nor to end. */
  private HostMark startMonitor(String host, HostMark mark, Stages stages) throws PortException {
    Optional<String> start = settings.provisioning().monitor();
    if (start.isEmpty()) {
      return mark;
    }
    String check = settings.filled(settings.provisioning().monitorReady().orElseThrow(), host);
    HostMark now = mark;
    if (ssh.attempt(host, check, "").exit() != 0) {
      now = mark.withMonitor();
      ssh.run(host, HostMark.writing(settings, host), now.text());
      progress.accept("%s: starting its monitor".formatted(host));
      ssh.run(host, settings.filled(start.get(), host), "");
      await(host, check, "its monitor does not answer");
    }
    stages.reached(Sentence.of("the monitor answers on %s", host));
    return now;
  }

  /** Starts the store's service alone. */
  private void start(String host) throws PortException {
    progress.accept("%s: starting %s".formatted(host, settings.service()));
    ssh.run(host, settings.filled(settings.start(), host), "");
  }

  private void awaitNode(String host) throws PortException {
    Instant until = Instant.now().plus(settings.timeout());
    while (!states.of(host).runs()) {
      if (!Instant.now().isBefore(until)) {
        throw new PortException(
            "%s: %s was started, and has no process after %d s (cloud.timeout, cloud.pid). Its log there tells why."
                .formatted(host, settings.service(), settings.timeout().toSeconds()));
      }
      pause(host);
    }
    if (settings.provisioning().ready().isPresent()) {
      await(
          host,
          settings.filled(settings.provisioning().ready().get(), host),
          "%s runs and does not answer".formatted(settings.service()));
    }
  }

  /** Asks until a check holds. */
  private void await(String host, String check, String otherwise) throws PortException {
    Instant until = Instant.now().plus(settings.timeout());
    while (true) {
      Ssh.Result last = ssh.attempt(host, check, "");
      if (last.exit() == 0) {
        return;
      }
      if (!Instant.now().isBefore(until)) {
        throw new PortException(
            "%s: %s within %d s (cloud.timeout): '%s' ends with %d%s"
                .formatted(
                    host,
                    otherwise,
                    settings.timeout().toSeconds(),
                    check,
                    last.exit(),
                    Ssh.said(last.errors(), last.output())));
      }
      pause(host);
    }
  }

  private static void pause(String host) throws PortException {
    try {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted while %s was waited for.".formatted(host), e);
    }
  }

  /**
   * Ends what a start that failed left, and says so. A start that is waited for no more is
   * interrupted, and has to be put back all the same; whoever waits is told of the interrupt then.
   */
  private PortException putBack(String host, PortException why) {
    boolean interrupted = Thread.interrupted();
    try {
      String left = clear(host);
      return new PortException(
          "%s It is put back: nothing of it runs on %s%s.".formatted(why.getMessage(), host, left),
          why);
    } catch (PortException e) {
      PortException both =
          new PortException(
              "%s It could not be put back: %s The next start among cloud.hosts tries that again."
                  .formatted(why.getMessage(), e.getMessage()),
              why);
      both.addSuppressed(e);
      return both;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Ends the node of a host, and the monitor where Proteus started it, and takes the mark away.
   * Files stay.
   *
   * @return what goes on there all the same; empty where nothing does
   */
  String clear(String host) throws PortException {
    HostState now = states.of(host);
    if (now.runs() || !now.reached()) {
      progress.accept("%s: stopping %s".formatted(host, settings.service()));
      ssh.run(host, settings.filled(settings.stop(), host), "");
    }
    // one that was too slow for a look has told no mark
    Map<String, String> mark =
        now.reached()
            ? now.mark()
            : HostMark.read(ssh.run(host, HostMark.reading(settings, host), ""));
    String left = endMonitor(host, HostMark.of(mark));
    ssh.run(host, HostMark.deleting(settings, host), "");
    return left;
  }

  private String endMonitor(String host, HostMark mark) throws PortException {
    if (!mark.hasMonitor()) {
      return "";
    }
    if (settings.monitorStop().isEmpty()) {
      return " but its monitor, as there is no cloud.monitorStop";
    }
    progress.accept("%s: stopping its monitor".formatted(host));
    ssh.run(host, settings.filled(settings.monitorStop().get(), host), "");
    return "";
  }
}
