package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.TakesEffect;
import io.proteus.deployment.redis.Program;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** The catalogue against real servers without a file, of each version that is installed here. */
@Tag("redis")
class RedisCatalogueIT {
  private static final ParameterCatalogue CATALOGUE = CatalogueFile.of(new RedisGuide());

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"redis-server", "valkey-server"})
  void everyKeyDefaultAndEffectIsTheServersOwn(String name) throws Exception {
    Optional<String> program = Program.find(name);
    assumeTrue(program.isPresent(), name + " is not installed");
    int port = freePort();
    Process server =
        new ProcessBuilder(
                program.orElseThrow(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try (Jedis node = new Jedis("127.0.0.1", port)) {
      await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> node.ping() != null);
      compare(node);
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  private static void compare(Jedis node) {
    String full = ToldSettings.version(Figures.parse(node.info("server")));
    Optional<String> version = CATALOGUE.versionOf(full);
    assumeTrue(version.isPresent(), full + " is no version of the catalogue");
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    for (Parameter parameter : CATALOGUE.parameters()) {
      Map<String, String> told = node.configGet(parameter.key());
      Optional<String> stated = parameter.defaultIn(version.orElseThrow());
      String is = told.get(parameter.key());
      if (is == null || stated.isEmpty()) {
        if (is != null || stated.isPresent()) {
          wrong.add("%s: stated %s, is %s".formatted(parameter.key(), stated, is));
        }
        continue;
      }
      compared++;
      if (!parameter.unit().same(stated.orElseThrow(), is)) {
        wrong.add("%s: stated '%s', is '%s'".formatted(parameter.key(), stated.get(), is));
      }
      boolean online = takes(node, parameter.key(), is);
      if (online != (parameter.effect() == TakesEffect.ONLINE)) {
        wrong.add(
            "%s: stated %s, online is %s".formatted(parameter.key(), parameter.effect(), online));
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(compared).isGreaterThan(45);
  }

  private static boolean takes(Jedis node, String key, String value) {
    try {
      node.configSet(key, value);
      return true;
    } catch (JedisException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }
}
