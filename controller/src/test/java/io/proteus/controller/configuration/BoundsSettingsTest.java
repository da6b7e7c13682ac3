package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.bounds.MaintenanceWindow;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.units.ByteSize;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsSettingsTest {
  private static final String LEAST = "cluster: {name: shop}\nengine: {zookeeper: 'zk:2181'}\n";

  private static Configuration parse(String more) throws InvalidConfiguration {
    return Configuration.parse("proteus.yaml", LEAST + more, Path.of("/etc/proteus"));
  }

  private static String problems(String more) {
    try {
      parse(more);
      return "it is valid";
    } catch (InvalidConfiguration e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void thereAreNoneByDefault() throws InvalidConfiguration {
    assertThat(parse("").approval().bounds()).isEqualTo(Bounds.NONE);
    assertThat(parse("guards: {horizon: none}").guards().horizon()).isNull();
  }

  @Test
  void windowsAndLimitsAreTaken() throws InvalidConfiguration {
    Bounds bounds =
        parse(
                """
                approval:
                  limits: {moves: 20, bytesMoved: 50GB, memorySplits: 2, restarts: 0, bytesCompacted: 7GB}
                  windows:
                    - {days: [sat, sun], from: "02:00", to: "05:00", zone: Europe/Berlin}
                    - {from: "22:30", to: "24:00", zone: UTC}
                  anytime: [nodesAdded, moves]
                """)
            .approval()
            .bounds();

    assertThat(bounds.limits().moves()).isEqualTo(20);
    assertThat(bounds.limits().bytesMoved()).isEqualTo(ByteSize.parse("50GB"));
    assertThat(bounds.limits().memorySplits()).isEqualTo(2);
    assertThat(bounds.limits().restarts()).isZero();
    assertThat(bounds.limits().bytesCompacted()).isEqualTo(ByteSize.parse("7GB"));
    assertThat(bounds.limits().nodesRemoved()).isNull();
    assertThat(bounds.windows().windows())
        .isEqualTo(
            List.of(
                new MaintenanceWindow(
                    Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY),
                    LocalTime.of(2, 0),
                    LocalTime.of(5, 0),
                    ZoneId.of("Europe/Berlin")),
                new MaintenanceWindow(
                    EnumSet.allOf(DayOfWeek.class),
                    LocalTime.of(22, 30),
                    LocalTime.MIDNIGHT,
                    ZoneId.of("UTC"))));
    assertThat(bounds.anytime()).containsExactlyInAnyOrder(AddNode.KIND, MovePartition.KIND);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {days: [sat], from: "2 o'clock", to: "05:00", zone: UTC} | approval.windows[0].from: want a time of the day such as "02:00", got '2 o'clock'.
          {days: [sat], from: "25:00", to: "05:00", zone: UTC} | approval.windows[0].from: want a time of the day
          {days: [sat], from: "02:00", zone: UTC} | approval.windows[0].to: want a value, got nothing.
          {days: [son], from: "02:00", to: "05:00", zone: UTC} | approval.windows[0].days: want some of mon, tue, wed, thu, fri, sat, sun, got 'son'. Maybe
          {days: [], from: "02:00", to: "05:00", zone: UTC} | approval.windows[0].days: want a list of mon, tue, wed, thu, fri, sat, sun, got an empty one.
          {days: [sat], from: "02:00", to: "05:00", zone: Berlin} | approval.windows[0].zone: want a time zone such as Europe/Berlin or UTC, got 'Berlin'.
          {days: [sat], from: "02:00", to: "05:00"} | approval.windows[0].zone: want a value, got nothing.
          {days: [sat], from: "02:00", till: "05:00", zone: UTC} | approval.windows[0].till: there is no such key
          {days: [sat], from: "02:00", to: "02:00", zone: UTC} | approval.windows[0]: want from and to to differ
          nights | approval.windows[0]: want a section with days, from, to, zone, got 'nights'.
          """)
  void whatIsWrongWithAWindowIsToldWithKeyValueAndWhatIsWanted(String window, String said) {
    assertThat(problems("approval: {windows: [%s]}\n".formatted(window)))
        .contains(said)
        .contains("proteus.yaml:3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          approval: {limits: {moves: -1}} | approval.limits.moves: want a whole number, 0 or more, or none, got '-1'.
          approval: {limits: {move: 1}} | approval.limits.move: there is no such setting. Maybe approval.limits.moves.
          approval: {limits: {bytesMoved: 5}} | approval.limits.bytesMoved: want a size such as 64KB, or none
          approval: {limits: {bytesCompacted: some}} | approval.limits.bytesCompacted: want a size such as 64KB, or none
          approval: {limits: {memorySplits: few}} | approval.limits.memorySplits: want a whole number, 0 or more, or none, got 'few'.
          approval: {limits: 7} | approval.limits: want a section of settings, got '7'.
          approval: {anytime: [move]} | approval.anytime: want some of moves, splits, merges, memorySplits, restarts, tablesAltered, compactions, nodesAdded, nodesRemoved, tokenMoves, got 'move'. Maybe 'moves'.
          approval: {windows: always} | approval.windows: want a list of windows such as
          guards: {horizon: 0s} | guards.horizon: want a duration such as 30s, 3m or 1h, or none, got '0s'.
          """)
  void otherWrongBoundsAreToldToo(String text, String said) {
    assertThat(problems(text + "\n")).contains(said);
  }
}
