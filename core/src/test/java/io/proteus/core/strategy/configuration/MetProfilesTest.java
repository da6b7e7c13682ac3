package io.proteus.core.strategy.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.core.workload.Classifier;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MET-12, PCM-3. */
class MetProfilesTest {
  private final MetProfiles paper = MetProfiles.paper();

  @ParameterizedTest
  @CsvSource({
    "READ, read, 0.55, 0.10, 32",
    "WRITE, write, 0.10, 0.55, 64",
    "READ_WRITE, read-write, 0.45, 0.20, 32",
    "SCAN, scan, 0.55, 0.10, 128",
  })
  void theProfilesAreThoseOfThePapersTable(
      AccessClass use, String name, double cache, double writeBuffer, long blockKilobytes) {
    assertThat(paper.profileOf(use))
        .isEqualTo(
            new NodeProfile(
                name, MemorySplit.of(cache, writeBuffer), ByteSize.ofKilobytes(blockKilobytes)));
  }

  @Test
  void anIdlePartitionWantsNoProfile() {
    assertThatThrownBy(() -> paper.profileOf(AccessClass.IDLE)).isInstanceOf(InvalidValue.class);
  }

  @Test
  void aProfileOverTheHeapLimitIsRefusedWithTheSettingThatWouldAllowIt() {
    Map<AccessClass, NodeProfile> profiles = new HashMap<>(paper.profiles());
    profiles.put(
        AccessClass.WRITE,
        new NodeProfile("write", MemorySplit.of(0.30, 0.55), ByteSize.ofKilobytes(64)));

    assertThatThrownBy(() -> new MetProfiles(Classifier.MET, profiles, Ratio.of(0.8)))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "met.profiles.write: want cache + write buffer of at most 80 % of the heap"
                + " (met.memoryLimit), got 30 % + 55 %.");
  }

  @Test
  void thePapersOwnLimitAllowsThePapersProfiles() {
    assertThat(new MetProfiles(Classifier.MET, paper.profiles(), Ratio.of(0.65)).profiles())
        .hasSize(4);
  }

  @Test
  void aClassWithoutAProfileIsRefused() {
    Map<AccessClass, NodeProfile> profiles = new HashMap<>(paper.profiles());
    profiles.remove(AccessClass.SCAN);

    assertThatThrownBy(() -> new MetProfiles(Classifier.MET, profiles, Ratio.of(0.8)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("scan");
  }

  @Test
  void aSplitOverTheWholeHeapCannotBe() {
    assertThatThrownBy(() -> MemorySplit.of(0.6, 0.5))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("60 % + 50 %");
  }

  @Test
  void aPartitionThatIsServedAsItNearlyIsKeepsItsClass() {
    RequestRates edge = new RequestRates(58, 0, 42);

    assertThat(paper.classify(edge)).isEqualTo(AccessClass.READ_WRITE);
    assertThat(servedAs(edge, AccessClass.READ)).isEqualTo(AccessClass.READ);
    assertThat(servedAs(edge, AccessClass.READ_WRITE)).isEqualTo(AccessClass.READ_WRITE);
    assertThat(servedAs(edge, AccessClass.WRITE)).isEqualTo(AccessClass.READ_WRITE);
    assertThat(servedAs(new RequestRates(50, 0, 50), AccessClass.READ))
        .isEqualTo(AccessClass.READ_WRITE);
    assertThat(servedAs(RequestRates.NONE, AccessClass.READ)).isEqualTo(AccessClass.IDLE);
  }

  @Test
  void readersAndScannersOfOneSplitAreToldApartByTheirTablesBlocks() {
    RequestRates edge = new RequestRates(41, 59, 0);
    MemorySplit either = paper.profileOf(AccessClass.READ).memory();

    assertThat(servedAs(edge, AccessClass.SCAN)).isEqualTo(AccessClass.SCAN);
    assertThat(servedAs(edge, AccessClass.READ)).isEqualTo(AccessClass.READ);
    assertThat(paper.classify(edge, either, null)).isEqualTo(AccessClass.READ);
  }

  @Test
  void aPartitionOnANodeOfWhichNothingIsKnownIsWhatItIs() {
    assertThat(paper.classify(new RequestRates(58, 0, 42), null, null))
        .isEqualTo(AccessClass.READ_WRITE);
  }

  private AccessClass servedAs(RequestRates rates, AccessClass served) {
    NodeProfile profile = paper.profileOf(served);
    return paper.classify(rates, profile.memory(), profile.blockSize());
  }
}
