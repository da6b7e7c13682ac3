package io.proteus.cloud.local;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one state directory. It starts them apart from our terminal so that they outlive
 * us, caps them, and ends them by number and start time, never by name.
 *
 * <p>Nothing is kept in memory: another Proteus on the same directory sees and ends the same
 * processes.
 */
public final class LocalProcesses {

  /** Time that a killed process gets to vanish. */
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  /** Time in which a process that was just forked becomes visible with its marker. */
  private static final Duration FORK_PATIENCE = Duration.ofMillis(500);

  private final Path directory;
  private final ObjectMapper json;
  private final ProcessRegistry registry;
  private final CapGroups caps;
  private final ProcFs proc;

  private LocalProcesses(Path directory, ProcFs proc, @Nullable CgroupLayout layout) {
    this.directory = directory;
    this.json = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    this.proc = proc;
    this.registry = new ProcessRegistry(directory, json, proc);
    this.caps = new CapGroups(directory, json, layout);
  }

  /** The processes of a state directory, which is made when there is something to keep in it. */
  public static LocalProcesses in(Path directory) throws PortException {
    return in(directory, ProcFs.ofThisMachine(), CgroupDetection.onThisMachine());
  }

  /** All state directories with running processes, as far as this user may see them. */
  public static Set<Path> inUse() {
    return ProcessRegistry.inUse(ProcFs.ofThisMachine());
  }

  static LocalProcesses in(Path directory, ProcFs proc, @Nullable CgroupLayout layout)
      throws PortException {
    try {
      return new LocalProcesses(withoutLinks(directory.toAbsolutePath().normalize()), proc, layout);
    } catch (IOException e) {
      throw new PortException(
          "%s: cannot be looked up (%s). Choose a folder that you may read."
              .formatted(directory, e),
          e);
    }
  }

  /** The directory without links, so that it has one marker by whichever path it is reached. */
  private static Path withoutLinks(Path path) throws IOException {
    Path parent = path.getParent();
    return Files.exists(path) || parent == null
        ? path.toRealPath()
        : withoutLinks(parent).resolve(path.getFileName());
  }

  /**
   * Starts a process, under its group's cap if one was set.
   *
   * @throws PortException if one of that name is alive, or it cannot be started
   */
  public LocalProcess start(ProcessSpec spec) throws PortException {
    ProcessIdentity before = find(spec.name()).map(LocalProcess::living).orElse(null);
    if (before != null) {
      throw new PortException(
          "%s: is running already (process %d).".formatted(spec.name(), before.pid()));
    }
    registry.intend(spec);
    Process process;
    try {
      Files.createDirectories(spec.log().toAbsolutePath().getParent());
      ProcessBuilder builder =
          new ProcessBuilder(Launch.detached(caps.entrances(spec.capGroup()), spec.command()))
              .directory(spec.directory().toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(Redirect.appendTo(spec.log().toFile()))
              .redirectErrorStream(true);
      builder.environment().putAll(spec.environment());
      builder.environment().put(ProcessRegistry.MARKER, registry.marker(spec.name()));
      process = builder.start();
    } catch (IOException e) {
      registry.forget(spec.name());
      throw new PortException(
          "%s: cannot be started (%s).".formatted(spec.name(), e.getMessage()), e);
    }
    ProcessIdentity identity = proc.identify(process.pid());
    if (identity == null) {
      throw new PortException(
          "%s: ended as soon as it was started. Its log: %s".formatted(spec.name(), spec.log()));
    }
    registry.started(spec, identity);
    return new LocalProcess(spec.name(), identity, spec.log(), spec.capGroup());
  }

  /**
   * Takes over a process that somebody else started: from now on it is one of these, under its
   * group's cap if one was set, and ended with the others.
   *
   * @param spec what it would have been started by here
   * @throws PortException if one of that name is alive, or this one is not
   */
  public void adopt(ProcessSpec spec, long pid) throws PortException {
    ProcessIdentity identity = proc.identify(pid);
    if (identity == null) {
      throw new PortException("%s: process %d has ended.".formatted(spec.name(), pid));
    }
    ProcessIdentity before = find(spec.name()).map(LocalProcess::living).orElse(null);
    if (before != null && !before.equals(identity)) {
      throw new PortException(
          "%s: is running already (process %d).".formatted(spec.name(), before.pid()));
    }
    registry.started(spec, identity);
    caps.admit(spec.capGroup(), pid);
  }

  /** The processes that were started and not stopped, in the order of their names. */
  public List<LocalProcess> all() throws PortException {
    return registry.records().stream().map(this::look).toList();
  }

  public Optional<LocalProcess> find(String name) throws PortException {
    return registry.record(name).map(this::look);
  }

  /** When a process was started, by the machine's clock; empty once it has ended. */
  public Optional<Instant> startOf(ProcessIdentity process) {
    return ProcessHandle.of(process.pid())
        .flatMap(handle -> handle.info().startInstant())
        .filter(start -> proc.isAlive(process));
  }

  /** Processes with our marker and without a record: a Proteus was killed while it started them. */
  public List<LocalProcess> strays() throws PortException {
    return registry.strays().stream().map(this::look).toList();
  }

  /**
   * Asks processes to end (SIGTERM), all at once, kills those that have not ended in time, and
   * forgets them. No harm when one has ended already or is not known.
   *
   * @param ended told the name of each process when it has ended
   */
  public void stop(Collection<String> names, Duration patience, Consumer<String> ended)
      throws PortException {
    stop(names, patience, () -> false, ended);
  }

  /**
   * The same, but kills them at once when there is no time left for it.
   *
   * @param noLonger asked while it waits: whether not to wait any more
   */
  public void stop(
      Collection<String> names, Duration patience, BooleanSupplier noLonger, Consumer<String> ended)
      throws PortException {
    List<ProcessRecord> records =
        registry.records().stream().filter(record -> names.contains(record.name())).toList();
    end(records, patience, noLonger, ended);
    for (ProcessRecord record : records) {
      registry.forget(record.name());
    }
  }

  /** Kills a process (SIGKILL) and keeps its record, as if it had been killed from outside. */
  public void kill(String name) throws PortException {
    List<ProcessRecord> records = registry.record(name).stream().toList();
    end(records, Duration.ZERO, () -> true, ended -> {});
  }

  /** Ends the processes with our marker and without a record. */
  public void stopStrays(Duration patience, Consumer<String> ended) throws PortException {
    List<ProcessRecord> strays = registry.strays();
    if (strays.isEmpty() && hasUnfinishedStart()) {
      Waiting.until(FORK_PATIENCE, () -> !strays().isEmpty());
      strays = registry.strays();
    }
    end(strays, patience, () -> false, ended);
    for (ProcessRecord record : registry.records()) {
      if (record.identity() == null) {
        registry.forget(record.name());
      }
    }
  }

  /**
   * Sets what the processes of a group may use together, at once for those that run and at their
   * start for later ones. Where the machine does not allow it, they run uncapped and the answer
   * says so.
   */
  public Capping cap(String group, ResourceCap cap) throws PortException {
    Capping capping = caps.apply(group, cap);
    if (capping.holds()) {
      for (LocalProcess process : all()) {
        ProcessIdentity living = process.living();
        if (living != null && process.capGroup().equals(group)) {
          caps.admit(group, living.pid());
        }
      }
    }
    return capping;
  }

  /**
   * Which of its servers Proteus started.
   *
   * @param cluster that the marks name
   */
  public StartMarks marks(String cluster) {
    return new StartMarks(cluster, directory, json);
  }

  /** All caps that were set. */
  public List<Capping> caps() throws PortException {
    return caps.all();
  }

  /** Removes all caps; the capped processes must have ended. */
  public void removeCaps() throws PortException {
    caps.removeAll();
  }

  /** Memory that new processes could take without swapping; empty when it is not known. */
  public Optional<ByteSize> availableMemory() {
    return Optional.ofNullable(proc.availableMemoryBytes()).map(ByteSize::new);
  }

  /** A meter of what groups of these processes use. */
  public ProcessMetrics metrics() {
    return new ProcessMetrics(this, proc, System::nanoTime);
  }

  Optional<Capping> capping(String group) throws PortException {
    return caps.capping(group);
  }

  private LocalProcess look(ProcessRecord record) {
    ProcessIdentity identity = record.identity();
    ProcessIdentity living = identity != null && proc.isAlive(identity) ? identity : null;
    return new LocalProcess(record.name(), living, Path.of(record.log()), record.capGroup());
  }

  private boolean hasUnfinishedStart() throws PortException {
    return registry.records().stream().anyMatch(record -> record.identity() == null);
  }

  private void end(
      List<ProcessRecord> records,
      Duration patience,
      BooleanSupplier noLonger,
      Consumer<String> ended)
      throws PortException {
    List<ProcessRecord> living = new ArrayList<>(records);
    if (!patience.isZero()) {
      signal(living, ProcessHandle::destroy);
      awaitEnd(living, patience, noLonger, ended);
    }
    signal(living, ProcessHandle::destroyForcibly);
    awaitEnd(living, KILL_PATIENCE, () -> false, ended);
    if (!living.isEmpty()) {
      throw new PortException(
          "%s: still there %d s after SIGKILL. Is it ours to end, or stuck in the kernel?"
              .formatted(living, KILL_PATIENCE.toSeconds()));
    }
  }

  /** Takes those that end within the time off the list. */
  private void awaitEnd(
      List<ProcessRecord> living, Duration bound, BooleanSupplier noLonger, Consumer<String> ended)
      throws PortException {
    Waiting.until(
        bound,
        () -> {
          for (ProcessRecord record : List.copyOf(living)) {
            if (!look(record).isAlive()) {
              living.remove(record);
              ended.accept(record.name());
            }
          }
          return living.isEmpty() || noLonger.getAsBoolean();
        });
  }

  // the number may belong to another process by now: look again right before each signal
  private void signal(List<ProcessRecord> records, Consumer<ProcessHandle> signal) {
    for (ProcessRecord record : records) {
      ProcessIdentity living = look(record).living();
      if (living != null) {
        ProcessHandle.of(living.pid()).ifPresent(signal);
      }
    }
  }
}
