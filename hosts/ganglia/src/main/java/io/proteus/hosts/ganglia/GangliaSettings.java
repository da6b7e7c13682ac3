package io.proteus.hosts.ganglia;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.Address;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where Ganglia tells what it has gathered.
 *
 * @param addresses gmonds or gmetads, tried in this order until one answers
 * @param cluster its name there; empty: any
 * @param names of hosts, by the names of nodes
 * @param stale the age over which a figure is not known any more
 * @param timeout until the whole answer must be there
 */
@Section("Ganglia, as MeT reads it: one answer has the hosts of the whole cluster.")
public record GangliaSettings(
    @Key(
            doc = "gmonds (port 8649) or gmetads (port 8651): the first one that answers is taken",
            example = "127.0.0.1:8649")
        List<Address> addresses,
    @Key(doc = "the cluster's name in Ganglia, where several are told of", example = "hbase")
        Optional<String> cluster,
    @Key(
            doc =
                "names or addresses of hosts in Ganglia by node, where they are not what stands"
                    + " before the node's port",
            usual = "{}")
        Map<String, String> names,
    @Key(doc = "the age over which a figure is not known any more", usual = "1m") Duration stale,
    @Key(doc = "until the whole answer must be there", usual = "5s") Duration timeout) {
  public GangliaSettings {
    addresses = List.copyOf(addresses);
    names = Map.copyOf(names);
  }
}
