package io.proteus.lab.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packages are made, installed and run on a copy of this machine that has no Java. That copy
 * takes root, or a user with numbers in {@code /etc/subuid}.
 */
@Tag("storeless")
class PackagesIT {
  private static final Path PACKAGING = Path.of("../packaging").toAbsolutePath().normalize();
  private static final int MINUTES = 6;

  @TempDir private static Path folder;
  private static Machine machine;

  @BeforeAll
  static void thePackagesAreMade() throws Exception {
    Assumptions.assumeFalse(
        "none".equals(System.getProperty("proteus.packages")), "LEFT OUT: the packages");
    machine = new Machine(PACKAGING.resolve("target"), folder);
    if ("made".equals(System.getProperty("proteus.packages"))) {
      return; // while they are worked on
    }
    Path said = folder.resolve("package.txt");
    Process made =
        new ProcessBuilder(PACKAGING.resolve("package").toString(), "--built")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = made.waitFor(MINUTES, TimeUnit.MINUTES);
    made.destroyForcibly();
    assertThat(ended && made.exitValue() == 0).as("%s", Files.readString(said)).isTrue();
  }

  /** Lines such as {@code key=value}. */
  private static Map<String, String> told(List<String> lines) {
    Map<String, String> told = new TreeMap<>();
    for (String line : lines) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        told.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return told;
  }

  @Test
  void aTarballRunsInAnEmptyFolderWithoutJava() throws Exception {
    List<String> lines =
        machine.run(
            """
            echo "java=$(command -v java || echo none)"
            mkdir /srv/any && tar -xzf /packages/proteus-[0-9]*.tar.gz -C /srv/any
            ln -s /srv/any/proteus-*/bin/proteus /usr/local/bin/proteus
            proteus version
            proteus --help
            proteus watch --simulated hot-spot --once
            proteus init --engine simulated && proteus plan --samples 1
            export PROTEUS_JAVA_OPTS=-Xlog:class+load:file=/root/loaded
            proteus version >/dev/null
            echo "shared=$(grep -c 'io.proteus.*shared objects file' /root/loaded)"
            echo "read=$(grep -c 'io.proteus.*source: file' /root/loaded || true)"
            """);

    Map<String, String> told = told(lines);
    assertThat(told).containsEntry("java", "none");
    assertThat(lines).anyMatch(line -> line.startsWith("Proteus ")).contains("Examples:");
    assertThat(lines).anyMatch(line -> line.startsWith("Observing for "));
    assertThat(Integer.parseInt(told.get("shared"))).isGreaterThan(50);
    assertThat(told).containsEntry("read", "0");
  }

  @Test
  void theDaemonOfATarballGetsReadyAndEndsWithItsSteps() throws Exception {
    List<String> lines =
        machine.run(
            """
            tar -xzf /packages/proteus-[0-9]*.tar.gz
            simulated proteus.yaml
            proteus-*/bin/proteus serve >said 2>&1 & daemon=$!
            await 60 answers /health/ready
            get / | grep -c '<title>' | sed 's/^/pages=/'
            get /metrics | grep -c '^proteus_' | sed 's/^/metrics=/'
            echo "resident=$(sed -n 's/^VmRSS: *//p' /proc/$daemon/status)"
            kill $daemon
            wait $daemon && echo ended=$?
            """);

    assertThat(told(lines)).containsEntry("pages", "1").containsEntry("ended", "0");
    assertThat(Integer.parseInt(told(lines).get("metrics"))).isGreaterThan(10);
  }

  @Test
  void theLaboratoryIsAPackageOfItsOwn() throws Exception {
    List<String> lines =
        machine.run(
            """
            tar -xzf /packages/proteus-[0-9]*.tar.gz
            echo "absent=$(proteus-*/bin/proteus local status 2>&1)" "$?" || true
            tar -xzf /packages/proteus-lab-*.tar.gz
            proteus-*/bin/proteus local --help
            proteus-*/bin/proteus --help | grep -c 'demo\\|experiment' | sed 's/^/named=/'
            (cd proteus-* && find lib -name '*ycsb*' -o -name 'core-0*' -o -name 'proteus-lab*') | sed 's/^/product=/'
            """);

    assertThat(told(lines).get("absent")).contains("the module proteus-lab brings this command");
    assertThat(lines).anyMatch(line -> line.startsWith("Usage: proteus local"));
    assertThat(told(lines)).doesNotContainKey("product").containsKey("named");
    assertThat(Integer.parseInt(told(lines).get("named"))).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aDebianPackageRunsAsItsUserAndLeavesNothingButTheJournal() throws Exception {
    List<String> lines =
        machine.run(
            """
            files() { find /etc /usr /opt /srv /home /var -xdev \\( -path /var/lib/dpkg -o -path /var/log -o -path /usr/lib/jvm -o -path '/etc/*-' \\
              -o -name .pwd.lock \\) -prune -o -print | sort; }
            files >/tmp/before
            cp /etc/passwd /etc/group /tmp/
            dpkg --force-unsafe-io -i /packages/proteus_*.deb >/tmp/dpkg 2>&1 || { cat /tmp/dpkg; exit 1; }
            stat -c '%n=%U:%G %a' /var/lib/proteus /etc/proteus /etc/default/proteus /usr/lib/proteus/bin/proteus
            systemd-analyze verify proteus@orders.service 2>&1 | grep -i proteus || true
            cd /etc/proteus
            simulated orders.yaml
            as() { setpriv --reuid proteus --regid proteus --init-groups "$@"; }
            umask 0077
            token=$(as proteus token add anna --role operator --config /etc/proteus/orders.yaml | grep -o 'proteus_[A-Za-z0-9_-]*' | head -1)
            setpriv --reuid proteus --regid proteus --init-groups proteus serve --config /etc/proteus/orders.yaml >/root/said 2>&1 & daemon=$!
            await 60 answers /health/ready
            get /api/v1/me "Authorization: Bearer $token" | grep -o '"name":"[a-z]*"' | sed 's/"name":/me=/'
            kill $daemon
            wait $daemon && echo ended=$?
            find /var/lib/proteus -type f -printf '%f=%u %m\\n'
            cd /root
            echo '# mine' >>/etc/default/proteus
            dpkg --force-unsafe-io --force-confold -i /packages/proteus_*.deb >/tmp/dpkg 2>&1 || { cat /tmp/dpkg; exit 1; }
            echo "kept=$(grep -c '^# mine' /etc/default/proteus)"
            proteus history --config /etc/proteus/orders.yaml | grep -c . | sed 's/^/history=/'
            dpkg --purge proteus >/tmp/dpkg 2>&1 || { cat /tmp/dpkg; exit 1; }
            files >/tmp/after
            { diff /tmp/before /tmp/after || true; } | sed -n 's/^[<>] /left=/p' >/tmp/left
            echo "leftovers=$(grep -v '^left=/var/lib/proteus' /tmp/left | paste -sd, || true)"
            find /var/lib/proteus -printf 'purged %P=%u %m\\n'
            cmp /etc/passwd /tmp/passwd && cmp /etc/group /tmp/group && echo users=same
            """);

    Map<String, String> told = told(lines);
    assertThat(told)
        .containsEntry("/var/lib/proteus", "proteus:proteus 700")
        .containsEntry("/etc/proteus", "root:proteus 750")
        .containsEntry("/etc/default/proteus", "root:root 644")
        .containsEntry("/usr/lib/proteus/bin/proteus", "root:root 755")
        .containsEntry("me", "\"anna\"")
        .containsEntry("ended", "0")
        .containsEntry("journal.db", "proteus 600")
        .containsEntry("tokens.json", "proteus 600")
        .containsEntry("kept", "1")
        .containsEntry("leftovers", "")
        .containsEntry("purged orders/journal.db", "root 600")
        .doesNotContainKey("purged orders/tokens.json")
        .containsEntry("users", "same");
    assertThat(lines).noneMatch(line -> line.contains("proteus@orders.service:"));
    assertThat(Integer.parseInt(told.get("history"))).isPositive();
  }

  @Test
  void theContainerIsBuiltByItsRecipeAndRunsWithoutAnyRight() throws Exception {
    ContainerRecipe recipe = ContainerRecipe.read(PACKAGING.resolve("container/Dockerfile"));
    int port = freePort();
    List<String> lines =
        machine.run(
            """
            mkdir -p /etc/proteus && chmod 755 /etc/proteus
            export PROTEUS_PORT=%s
            simulated /etc/proteus/orders.yaml
            printf '%%s\\n' 'journal: {file: /var/lib/proteus/orders/journal.db}' >>/etc/proteus/orders.yaml
            sed -i 's#type: simulated#&, directory: /var/lib/proteus/orders/simulated#' /etc/proteus/orders.yaml
            touch /root/said
            chmod 755 /root
            %s
            mount -o remount,bind,ro /
            echo "writable=$(touch /etc/proteus/x 2>/dev/null && echo yes || echo no)"
            mount -t tmpfs tmpfs /root
            %s >/root/said 2>&1 & daemon=$!
            await 60 answers /health/ready
            %s && echo healthy=$?
            echo "rights=$(sed -n 's/^CapEff:[^0]*//p' /proc/$daemon/status) $(sed -n 's/^Uid:\\s*\\([0-9]*\\).*/\\1/p' /proc/$daemon/status)"
            kill -s %s $daemon
            wait $daemon && echo ended=$?
            %s && echo healthy=after || echo gone=$?
            find /var/lib/proteus -name journal.db -printf '%%p=%%U\\n'
            """
                .formatted(
                    port,
                    recipe.build(),
                    recipe.run(),
                    recipe.healthCheck(),
                    recipe.signal(),
                    recipe.healthCheck()));

    assertThat(told(lines))
        .containsEntry("writable", "no")
        .containsEntry("healthy", "0")
        .containsEntry("rights", "0000000000000000 10001")
        .containsEntry("ended", "0")
        .containsKey("gone")
        .containsEntry("/var/lib/proteus/orders/journal.db", "10001");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
