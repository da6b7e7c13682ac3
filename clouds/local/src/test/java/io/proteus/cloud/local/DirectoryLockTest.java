package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
  @TempDir Path directory;

  @Test
  void theSecondIsRefusedAsLongAsTheFirstHoldsIt() throws PortException {
    try (DirectoryLock first = DirectoryLock.hold(directory, Duration.ZERO)) {
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(() -> DirectoryLock.hold(directory, Duration.ZERO))
            .isInstanceOf(PortException.class)
            .hasMessageContaining("another Proteus is at work on it");
      }
    }
    try (DirectoryLock second = DirectoryLock.hold(directory, Duration.ZERO)) {
      assertThat(second).isNotNull();
    }
  }
}
