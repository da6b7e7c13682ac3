package io.proteus.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.cloud.provisioning.remote.SshAccess;
import org.junit.jupiter.api.Test;

class StoreConnectorTest {

  @Test
  void aCommandOfACloudIsWaitedForAsLongAsItsLongestTimeoutSays() {
    assertThat(StoreConnector.CLOUD_LIMIT).isEqualTo(SshAccess.LONGEST_TIMEOUT);
  }
}
