package io.proteus.controller.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.bulkload.KeySample;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
  @TempDir private Path folder;

  @Test
  void bytesThatAreNoTextAreReadAsTheyArePrinted() throws IOException {
    RowKey key = RowKey.of(new byte[] {'a', (byte) 0xff, 0, '\\', ' ', 'z'});

    assertThat(KeyFile.bytes(key.toString())).isEqualTo(key.bytes());
  }

  @Test
  void emptyLinesAndCarriageReturnsAreNoKeys() throws IOException {
    KeySample sample = file("a\r\n\r\nb\n\nb\n").sample().sample();

    assertThat(sample.total()).isEqualTo(3);
    assertThat(sample.distinct()).isEqualTo(2);
  }

  @Test
  void textIsReadAsTheBytesItIsStoredAs() throws IOException {
    assertThat(file("ä\nb\n").sample().sample().heaviest().toString()).isEqualTo("b");
    assertThat(file("ä\nä\nb\n").sample().sample().heaviest().toString()).isEqualTo("\\xC3\\xA4");
  }

  @Test
  void aLineThatIsTooLongForAKeyIsNamed() throws IOException {
    assertThatThrownBy(() -> file("a\n" + "x".repeat(40_000)).sample())
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--sample keys.txt, line 2: want a key of at most 32,767 bytes");
  }

  private KeyFile file(String text) throws IOException {
    Files.writeString(folder.resolve("keys.txt"), text);
    return new KeyFile("--sample", folder, Path.of("keys.txt"));
  }
}
