package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.ByteString;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.DescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DynamicMessage;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.ServiceException;

/**
 * What an administrator orders of RSGroups in HBase's shell: {@code add_rsgroup}, {@code
 * move_servers_rsgroup}, {@code move_tables_rsgroup}, {@code remove_rsgroup}. HBase's own client
 * for it does not work with the shaded one, so its messages are described here.
 */
final class GroupOrders {
  private static final FileDescriptor MESSAGES = described();
  private final CoprocessorRpcChannel master;

  GroupOrders(Admin admin) {
    this.master = admin.coprocessorService();
  }

  void add(String group) throws ServiceException {
    send("AddRSGroup", Map.of("r_s_group_name", group));
  }

  void remove(String group) throws ServiceException {
    send("RemoveRSGroup", Map.of("r_s_group_name", group));
  }

  /** Returns when the server has given what it served to others of its former group. */
  void moveServer(NodeId server, String group) throws ServiceException {
    DynamicMessage named =
        message(
            "Server",
            Map.of(
                "host_name", HBaseTranslation.host(server), "port", HBaseTranslation.port(server)));
    send("MoveServers", Map.of("target_group", group, "servers", List.of(named)));
  }

  void moveTable(TableName table, String group) throws ServiceException {
    DynamicMessage named =
        message(
            "Table",
            Map.of(
                "namespace",
                ByteString.copyFrom(table.getNamespace()),
                "qualifier",
                ByteString.copyFrom(table.getQualifier())));
    send("MoveTables", Map.of("target_group", group, "table_name", List.of(named)));
  }

  private void send(String order, Map<String, Object> fields) throws ServiceException {
    MethodDescriptor method =
        MESSAGES.findServiceByName("RSGroupAdminService").findMethodByName(order);
    DynamicMessage nothing =
        DynamicMessage.getDefaultInstance(MESSAGES.findMessageTypeByName("Nothing"));
    master.callBlockingMethod(
        method, null, message(method.getInputType().getName(), fields), nothing);
  }

  private static DynamicMessage message(String type, Map<String, Object> fields) {
    Descriptor described = MESSAGES.findMessageTypeByName(type);
    DynamicMessage.Builder message = DynamicMessage.newBuilder(described);
    fields.forEach((name, value) -> message.setField(described.findFieldByName(name), value));
    return message.build();
  }

  private static FileDescriptor described() {
    FileDescriptorProto.Builder file =
        FileDescriptorProto.newBuilder().setName("groups.proto").setPackage("hbase.pb");
    file.addMessageType(DescriptorProto.newBuilder().setName("Nothing"));
    file.addMessageType(
        type(
            "Server", field("host_name", 1, Type.TYPE_STRING), field("port", 2, Type.TYPE_UINT32)));
    file.addMessageType(
        type(
            "Table",
            field("namespace", 1, Type.TYPE_BYTES),
            field("qualifier", 2, Type.TYPE_BYTES)));
    file.addMessageType(type("Named", field("r_s_group_name", 1, Type.TYPE_STRING)));
    file.addMessageType(
        type(
            "MovedServers",
            field("target_group", 1, Type.TYPE_STRING),
            several("servers", 3, "Server")));
    file.addMessageType(
        type(
            "MovedTables",
            field("target_group", 1, Type.TYPE_STRING),
            several("table_name", 2, "Table")));
    file.addService(
        ServiceDescriptorProto.newBuilder()
            .setName("RSGroupAdminService")
            .addMethod(method("AddRSGroup", "Named"))
            .addMethod(method("RemoveRSGroup", "Named"))
            .addMethod(method("MoveServers", "MovedServers"))
            .addMethod(method("MoveTables", "MovedTables")));
    try {
      return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DescriptorProto type(String name, FieldDescriptorProto... fields) {
    return DescriptorProto.newBuilder().setName(name).addAllField(List.of(fields)).build();
  }

  private static FieldDescriptorProto field(String name, int number, Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(type)
        .setLabel(Label.LABEL_OPTIONAL)
        .build();
  }

  private static FieldDescriptorProto several(String name, int number, String type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(Type.TYPE_MESSAGE)
        .setTypeName(type)
        .setLabel(Label.LABEL_REPEATED)
        .build();
  }

  private static MethodDescriptorProto method(String name, String takes) {
    return MethodDescriptorProto.newBuilder()
        .setName(name)
        .setInputType(takes)
        .setOutputType("Nothing")
        .build();
  }
}
