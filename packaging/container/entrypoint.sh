#!/bin/sh
# Becomes Proteus; `healthy` asks a running one instead.
set -eu

HOME_OF_PROTEUS=/opt/proteus

if [ "${1:-}" = healthy ]; then
  # bash's own sockets: the image has no client, and needs none
  exec bash -c '
    exec 3<>"/dev/tcp/127.0.0.1/${PROTEUS_PORT:-8480}" &&
    printf "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3 &&
    read -r _ status _ <&3 && [ "$status" = 200 ]'
fi

# shellcheck disable=SC2086 # PROTEUS_JAVA_OPTS is a list of words
exec java \
  -XX:+UseSerialGC -XX:MaxRAMPercentage=75 -XX:+ExitOnOutOfMemoryError \
  -Djava.io.tmpdir=/tmp \
  -Dproteus.home="$HOME_OF_PROTEUS" -Dproteus.terminal=false \
  -Dorg.apache.hbase.thirdparty.io.netty.tryReflectionSetAccessible=true \
  --add-modules jdk.unsupported \
  --add-opens java.base/java.nio=ALL-UNNAMED \
  --add-opens java.base/sun.nio.ch=ALL-UNNAMED \
  --add-opens java.base/java.lang=ALL-UNNAMED \
  --add-opens java.base/java.lang.reflect=ALL-UNNAMED \
  --add-opens java.base/jdk.internal.ref=ALL-UNNAMED \
  --add-exports java.base/jdk.internal.misc=ALL-UNNAMED \
  --add-exports java.security.jgss/sun.security.krb5=ALL-UNNAMED \
  ${PROTEUS_JAVA_OPTS:-} \
  -cp "$HOME_OF_PROTEUS/app/target/classes:$HOME_OF_PROTEUS/app/target/lib/*${PROTEUS_CLASSPATH:+:$PROTEUS_CLASSPATH}" \
  io.proteus.app.Proteus "$@"
