package io.proteus.deployment.hbase;

import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The cluster in a cluster directory, from {@code cluster.json}. */
record Cluster(ClusterSpec spec, Ports ports, List<Member> members) {
  Cluster {
    members = List.copyOf(members);
  }

  Member member(String name) throws PortException {
    return members.stream()
        .filter(member -> member.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "RegionServer %s: not in this cluster, which has %s."
                        .formatted(
                            name,
                            members.stream().map(Member::name).collect(Collectors.joining(", ")))));
  }

  Optional<Member> memberOf(int index) {
    return members.stream().filter(member -> member.index() == index).findFirst();
  }

  Cluster with(Member added) {
    List<Member> all = new ArrayList<>(members);
    all.add(added);
    return new Cluster(spec, ports, all);
  }

  Cluster change(String name, UnaryOperator<Member> change) {
    return new Cluster(
        spec,
        ports,
        members.stream().map(m -> m.name().equals(name) ? change.apply(m) : m).toList());
  }
}
