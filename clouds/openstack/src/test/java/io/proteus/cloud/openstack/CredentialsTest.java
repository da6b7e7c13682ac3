package io.proteus.cloud.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {
  @TempDir private Path folder;

  @Test
  void readsTheFileOfAnApplicationCredentialAsItIsOffered() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("openrc.sh"),
            """
            #!/usr/bin/env bash
            export OS_AUTH_TYPE=v3applicationcredential
            export OS_AUTH_URL=https://cloud.example.com:5000/
            export OS_REGION_NAME="RegionOne"
            export OS_APPLICATION_CREDENTIAL_ID=1f2e
            export OS_APPLICATION_CREDENTIAL_SECRET='hush'  # keep it
            """);

    Credentials read = Credentials.read(Optional.of(file.toString()), Map.of());

    assertThat(read.keystone()).isEqualTo("https://cloud.example.com:5000/v3");
    assertThat(read.region()).contains("RegionOne");
    assertThat(read.request().at("/auth/identity/application_credential/secret").asText())
        .isEqualTo("hush");
    assertThat(read.toString()).doesNotContain("hush");
  }

  @Test
  void asksForATokenOfAProjectWithAPassword() throws Exception {
    Credentials read =
        Credentials.read(
            Optional.empty(),
            Map.of(
                "OS_AUTH_URL",
                "http://k/v3",
                "OS_USERNAME",
                "proteus",
                "OS_PASSWORD",
                "hush",
                "OS_PROJECT_NAME",
                "shop"));

    assertThat(read.request().at("/auth/scope/project/name").asText()).isEqualTo("shop");
    assertThat(read.request().at("/auth/identity/password/user/domain/name").asText())
        .isEqualTo("Default");
  }

  @Test
  void saysWhatIsWantedWhereThereAreNone() {
    assertThatThrownBy(() -> Credentials.read(Optional.empty(), Map.of("OS_AUTH_URL", "http://k")))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(
            "There are no credentials for OpenStack in the environment (OS_...): want OS_AUTH_URL");
    assertThatThrownBy(() -> Credentials.read(Optional.of("/no/file"), Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessage("cloud.openrc: want a file that can be read, got /no/file.");
  }
}
