package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./verify} installs, runs and says, told by stand-ins for the programs it calls. */
class VerifyScriptTest {
  private static final List<String> SHELL =
      List.of(
          "bash", "timeout", "sed", "cat", "dirname", "mktemp", "grep", "chmod", "rm", "nice",
          "mkdir", "tail");

  private static final List<String> DAEMONS =
      List.of(
          "sshd",
          "redis-server",
          "openssl",
          "valkey-server",
          "gmond",
          "gmetad",
          "prometheus",
          "prometheus-node-exporter");

  private static final String FAST = "mvn -B -ntp -T2 verify -DskipITs";

  /** After the fast ones: those on HBase and Cassandra, and meanwhile those that want little. */
  private static final String STORES =
      "mvn -B -ntp --fail-at-end verify -Dproteus.fastTestsDone=true -DexcludedGroups=storeless|redis";

  private static final String BESIDE =
      "mvn -B -ntp --fail-at-end verify -Dproteus.fastTestsDone=true -Dgroups=storeless|redis"
          + " -Dmaven.compiler.useIncrementalCompilation=false";
  private static final String PACKAGES = " -Dproteus.packages=none";

  @TempDir private Path folder;
  private Path programs;
  private Path moto;
  private Path openstack;
  private Path kubernetes;
  private Path calls;

  /** A machine on which all is there; the tests take things away. */
  @BeforeEach
  void aMachine() throws IOException {
    programs = Files.createDirectory(folder.resolve("bin"));
    moto = Files.createDirectories(folder.resolve("moto/bin/")).getParent();
    openstack = Files.createDirectories(folder.resolve("openstack/template")).getParent();
    kubernetes = Files.createDirectory(folder.resolve("kubernetes"));
    executable(kubernetes.resolve("control-plane"), "");
    calls = Files.createFile(folder.resolve("calls"));
    for (String name : SHELL) {
      program(name, "exec %s \"$@\"".formatted(onThePath(name)));
    }
    program("id", "echo 0");
    program("javac", "echo javac 17.0.9");
    program("chromium", "");
    program("chromedriver", "");
    for (String daemon : DAEMONS) {
      program(daemon, "");
    }
    for (String name : List.of("dpkg-deb", "unshare", "setpriv")) {
      program(name, "");
    }
    executable(moto.resolve("bin/moto_server"), "");
    program("mvn", "echo mvn \"$@\" >> " + calls);
    // this folder is large
    program("cp", "echo cp \"${@:1:2}\"");
  }

  private static Path onThePath(String name) {
    for (String entry : System.getenv("PATH").split(File.pathSeparator)) {
      Path file = Path.of(entry, name);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new AssertionError(name + ": not on the PATH");
  }

  private void program(String name, String body) throws IOException {
    executable(programs.resolve(name), body);
  }

  private static void executable(Path file, String body) throws IOException {
    Files.writeString(file, "#!" + onThePath("bash") + "\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** An apt-get that brings what it is told to. */
  private void packages(String... brought) throws IOException {
    StringBuilder body = new StringBuilder("echo apt-get \"$@\" >> " + calls + "\n");
    body.append("[ \"$1\" = install ] || exit 0\n");
    for (String name : brought) {
      Path file = programs.resolve(name);
      body.append("printf '#!/bin/sh\\necho javac 17.0.9\\necho ").append(name);
      body.append(" \"$@\" >> ").append(calls).append("\\n' > ").append(file).append("\n");
      body.append("/bin/chmod +x ").append(file).append("\n");
    }
    program("apt-get", body.toString());
  }

  private record Ended(int status, List<String> said, List<String> called) {
    String lastLine() {
      return said.get(said.size() - 1);
    }
  }

  private Ended verify(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of("..").toRealPath().resolve("verify").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process.environment().put("PATH", programs.toString());
    process.environment().put("PROTEUS_MOTO", moto.toString());
    process.environment().put("PROTEUS_OPENSTACK", openstack.toString());
    process.environment().put("PROTEUS_KUBERNETES", kubernetes.toString());
    process.environment().remove("JAVA_HOME");
    Process started = process.start();
    started.getOutputStream().close();
    List<String> said = new String(started.getInputStream().readAllBytes()).lines().toList();
    assertThat(started.waitFor(1, TimeUnit.MINUTES)).isTrue();
    // two of them run at once
    List<String> called = new ArrayList<>(Files.readAllLines(calls));
    called.sort(Comparator.comparing(call -> call.startsWith(BESIDE)));
    return new Ended(started.exitValue(), said, called);
  }

  @Test
  void runsEverythingWhereNothingIsMissing() throws Exception {
    packages();

    Ended ended = verify();

    assertThat(ended.status()).isZero();
    assertThat(ended.called()).containsExactly(FAST, STORES, BESIDE);
    assertThat(ended.lastLine()).matches("verify: passed in \\d+ min \\d+ s: everything");
  }

  @Test
  void installsWhatIsMissingFirst() throws Exception {
    for (String name : List.of("javac", "chromium", "chromedriver")) {
      Files.delete(programs.resolve(name));
    }
    packages("javac", "chromium", "chromedriver");

    Ended ended = verify();

    assertThat(ended.status()).as("%s", ended.said()).isZero();
    assertThat(ended.called())
        .startsWith(
            "apt-get update -q",
            "apt-get install -yq --no-install-recommends openjdk-17-jdk-headless chromium"
                + " chromium-driver fonts-dejavu-core")
        .endsWith(FAST, STORES, BESIDE);
  }

  @Test
  void whereValkeyCannotBeHadTheLastLineSaysSo() throws Exception {
    Files.delete(programs.resolve("valkey-server"));
    program("apt-get", "exit 100");

    Ended ended = verify();

    assertThat(ended.status()).as("%s", ended.said()).isZero();
    assertThat(ended.called()).containsExactly(FAST, STORES, BESIDE);
    assertThat(ended.said())
        .contains("verify: valkey-server cannot be had here; its test is left out");
    assertThat(ended.lastLine())
        .matches(
            "verify: passed in \\d+ min \\d+ s: without Valkey \\(it cannot be installed\\), mvn"
                + " verify");
  }

  @Test
  void kubernetesIsBuiltWhereGoIs() throws Exception {
    Files.delete(kubernetes.resolve("control-plane"));
    program("cut", "exec %s \"$@\"".formatted(onThePath("cut")));
    program("mv", "exec %s \"$@\"".formatted(onThePath("mv")));
    program("env", "exec %s \"$@\"".formatted(onThePath("env")));
    program(
        "go",
        """
        if [ "$1" = version ]; then echo go version go1.26.8 linux/amd64; exit; fi
        echo go "${@:1:2}" >> %s
        : > "${@: -4:1}"
        """
            .formatted(calls));

    Ended ended = verify();

    assertThat(ended.status()).as("%s", ended.said()).isZero();
    assertThat(ended.called())
        .containsExactlyInAnyOrder("go build -mod=readonly", FAST, STORES, BESIDE);
    assertThat(ended.lastLine()).endsWith(": everything");
    assertThat(kubernetes).isDirectoryNotContaining("glob:**/builder");
  }

  @Test
  void whereKubernetesCannotBeBuiltTheLastLineSaysSo() throws Exception {
    Files.delete(kubernetes.resolve("control-plane"));

    assertThat(verify().lastLine())
        .matches("verify: passed in .*: without Kubernetes \\(no Go 1.26\\), mvn verify");

    program("go", "echo go version go1.19.8 linux/amd64");
    assertThat(verify().lastLine()).contains("without Kubernetes (no Go 1.26)");

    program("go", "echo go version go1.26.0 linux/amd64; [ \"$1\" = version ]");
    assertThat(verify().lastLine()).contains("without Kubernetes (it cannot be built)");
  }

  @Test
  void tellsWhatAnAdministratorHasToRun() throws Exception {
    Files.delete(programs.resolve("chromedriver"));
    packages("chromedriver");
    program("id", "echo 1000");

    Ended ended = verify();

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.called()).isEmpty();
    assertThat(ended.said())
        .containsExactly(
            "verify: want chromium chromium-driver fonts-dejavu-core. An administrator has to run:"
                + " apt-get update && apt-get install -y --no-install-recommends chromium"
                + " chromium-driver fonts-dejavu-core");
  }

  @Test
  void aServiceAsEc2IsInstalledIntoAnEnvironmentOfItsOwn() throws Exception {
    Files.delete(moto.resolve("bin/moto_server"));
    program(
        "python3",
        aPythonWhosePip("/bin/cp %s %s/bin/moto_server".formatted(programs.resolve("mvn"), moto)));

    Ended ended = verify();

    assertThat(ended.status()).as("%s", ended.said()).isZero();
    assertThat(ended.called())
        .containsExactly(
            "python3 -m venv " + moto,
            "pip install -q moto[server,ec2]==5.2.5",
            FAST,
            STORES,
            BESIDE);
    assertThat(ended.said()).contains("verify: installing moto 5.2.5 into " + moto);
  }

  @Test
  void anEnvironmentThatWasMadeInPartIsTakenAwayAndTheCommandNamed() throws Exception {
    Files.delete(moto.resolve("bin/moto_server"));
    program("python3", aPythonWhosePip("exit 1"));

    Ended ended = verify();

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.lastLine())
        .isEqualTo(
            "verify: moto 5.2.5 could not be installed, see above. By hand: python3 -m venv %1$s &&"
                + " %1$s/bin/pip install 'moto[server,ec2]==5.2.5'",
            moto);
    assertThat(ended.called()).noneMatch(call -> call.startsWith("mvn"));
    assertThat(moto).doesNotExist();
  }

  @Test
  void theServicesOfOpenStackAreInstalledWithTheirDatabases() throws Exception {
    Files.delete(openstack.resolve("template"));
    program("python3", aPythonWhosePip("/bin/mkdir %s/template".formatted(openstack)));

    Ended ended = verify();

    assertThat(ended.status()).as("%s", ended.said()).isZero();
    assertThat(ended.called())
        .containsExactly(
            "python3 -m venv " + openstack,
            "pip install -q -r clouds/openstack/src/test/resources/openstack/requirements.txt",
            FAST,
            STORES,
            BESIDE);
    assertThat(ended.said()).contains("verify: installing OpenStack 2026.2 into " + openstack);
  }

  @Test
  void noServiceAsEc2IsWantedWithoutTheIntegrationTests() throws Exception {
    Files.delete(moto.resolve("bin/moto_server"));

    Ended ended = verify("--fast");

    assertThat(ended.status()).as("%s", ended.said()).isZero();
  }

  /** A Python that makes environments with this pip. */
  private String aPythonWhosePip(String body) {
    return """
    [ "$1" = -c ] && exit 0
    echo python3 "$@" >> %1$s
    /bin/mkdir -p "$3/bin"
    printf '#!/bin/sh\necho pip "$@" >> %1$s\n%2$s\n' > "$3/bin/pip"
    /bin/chmod +x "$3/bin/pip"
    """
        .formatted(calls, body);
  }

  @Test
  void anInstallationThatFailsEndsItBeforeMaven() throws Exception {
    Files.delete(programs.resolve("chromium"));
    program("apt-get", "echo apt-get \"$@\" >> " + calls + "; exit 100");

    Ended ended = verify();

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.called()).hasSize(2).noneMatch(call -> call.startsWith("mvn"));
    assertThat(ended.said()).contains("verify: the lists of packages could not be updated");
    assertThat(ended.lastLine()).contains("could not be installed").contains("By hand: apt-get");
  }

  @Test
  void aMachineWithoutAptGetIsToldWhatItLacks() throws Exception {
    Files.delete(programs.resolve("mvn"));

    Ended ended = verify();

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.lastLine()).startsWith("verify: want maven, and this machine has no apt-get.");
  }

  @Test
  void aJavaThatIsTooOldIsNamed() throws Exception {
    program("javac", "echo javac 11.0.2");

    Ended ended = verify();

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.called()).isEmpty();
    assertThat(ended.lastLine()).contains("want Java 17 or newer").contains("is of version 11");
  }

  @Test
  void whatIsLeftOutIsNamedAgainAtTheEndAndNotAskedFor() throws Exception {
    Files.delete(programs.resolve("chromium"));

    Ended fast = verify("--fast");
    Ended blind = verify("--without-browser", "-pl", "core", "-am");

    assertThat(fast.status()).isZero();
    assertThat(fast.lastLine())
        .endsWith(": without the integration tests (--fast), mvn verify -DskipITs");
    assertThat(blind.called())
        .containsExactly(
            FAST,
            FAST + " -Dproteus.browser=none -pl core -am",
            STORES + " -Dproteus.browser=none -pl core -am",
            BESIDE + " -Dproteus.browser=none -pl core -am");
    assertThat(blind.lastLine()).contains(": without the tests in a browser (--without-browser), ");
  }

  @Test
  void thePackagesWantWhatMakesAndTriesThemUnlessTheyAreLeftOut() throws Exception {
    Files.delete(programs.resolve("dpkg-deb"));
    Files.delete(programs.resolve("setpriv"));

    Ended whole = verify();
    Ended without = verify("--without-packages");

    assertThat(whole.status()).isEqualTo(3);
    assertThat(whole.lastLine()).startsWith("verify: want dpkg util-linux, and");
    assertThat(without.called())
        .containsExactly(FAST + PACKAGES, STORES + PACKAGES, BESIDE + PACKAGES);
    assertThat(without.lastLine()).contains(": without the packages (--without-packages), ");
  }

  @Test
  void packagesAreLeftOutByNameWhereTheMachineAllowsNoCopyOfItself() throws Exception {
    program("unshare", "exit 1");

    Ended ended = verify();

    assertThat(ended.called())
        .containsExactly(FAST + PACKAGES, STORES + PACKAGES, BESIDE + PACKAGES);
    assertThat(ended.lastLine())
        .contains(": without the packages (no copy of this machine can be made), ");
  }

  @Test
  void itEndsAsMavenDoesAndAfterAFastTestThatFailedAtOnce() throws Exception {
    program("mvn", "echo mvn \"$@\" >> " + calls + "; exit 7");

    Ended ended = verify();

    assertThat(ended.status()).isEqualTo(7);
    assertThat(ended.called()).containsExactly(FAST);
    assertThat(ended.lastLine()).matches("verify: failed after \\d+ min \\d+ s: everything");
  }

  @Test
  void testsThatWantNoStoreFailTheWholeToo() throws Exception {
    program(
        "mvn",
        """
        echo mvn "$@" >> %s
        case $* in *-Dgroups=storeless*) echo the page is empty; exit 5 ;; esac
        """
            .formatted(calls));

    Ended ended = verify();

    assertThat(ended.status()).isEqualTo(5);
    assertThat(ended.called()).containsExactly(FAST, STORES, BESIDE);
    assertThat(ended.said()).contains("cp -a .", "the page is empty");
    assertThat(ended.lastLine()).matches("verify: failed after \\d+ min \\d+ s: everything");
  }

  @Test
  void whereNoCopyCanBeMadeAllRunOneAfterTheOther() throws Exception {
    program("cp", "echo no space left >&2; exit 1");

    Ended ended = verify();

    assertThat(ended.status()).isZero();
    assertThat(ended.called())
        .containsExactly(FAST, "mvn -B -ntp --fail-at-end verify -Dproteus.fastTestsDone=true");
    assertThat(ended.lastLine()).matches("verify: passed in \\d+ min \\d+ s: everything");
  }
}
