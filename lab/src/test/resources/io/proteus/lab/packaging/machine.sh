#!/usr/bin/env bash
# Runs a bash script (standard input) as root of a copy of this machine that has no Java. Nothing of it lasts.
#   machine.sh PACKAGES FOLDER      PACKAGES is at /packages there, FOLDER is empty and holds the copy
set -euo pipefail

if [ "$1" != inside ]; then
  # whoever is not root becomes root of a name space of their own, with the users of /etc/subuid
  [ "$(id -u)" = 0 ] || own=(--user --map-root-user --map-auto)
  exec unshare "${own[@]}" --mount --pid --fork --kill-child "$0" inside "$@"
fi
packages=$2 folder=$3 root=$3/root

mount -t tmpfs tmpfs "$folder"
mkdir "$folder"/{changes,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/changes,workdir=$folder/work" "$root"
mkdir -p "$root"/{packages,proc,dev,tmp,run,usr/lib/jvm}
mount --bind "$packages" "$root/packages"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
# there is no Java: the commands are links to what was here
mount -t tmpfs tmpfs "$root/usr/lib/jvm"

exec chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
  /bin/bash -c "$(cat)"
