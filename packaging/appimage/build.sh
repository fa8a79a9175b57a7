#!/usr/bin/env bash
# Makes build/release/packages/Unlit.AppDir, a folder that runs wherever it lies, and an AppImage of it where appimagetool
# is installed. Build on the oldest system that shall run it: the C library is the one thing that is not taken along.
# usage: packaging/appimage/build.sh [BUILD_FOLDER]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
build="${1:-build/release}"
app="$build/packages/Unlit.AppDir"

for tool in cmake ldd patchelf; do
  command -v "$tool" >/dev/null || { echo "appimage: $tool is missing" >&2; exit 1; }
done

# What belongs to the system that the program runs on: C library, drivers, window system, fonts.
stays_behind() {
  case "$1" in
    ld-linux*|libc.so.*|libm.so.*|libdl.so.*|libpthread.so.*|librt.so.*|libresolv.so.*|libutil.so.*) return 0 ;;
    libstdc++.so.*|libgcc_s.so.*) return 0 ;;
    libGL.so.*|libGLX.so.*|libGLdispatch.so.*|libEGL.so.*|libOpenGL.so.*|libdrm.so.*|libgbm.so.*) return 0 ;;
    libX11.so.*|libX11-xcb.so.*|libxcb.so.*|libXext.so.*|libICE.so.*|libSM.so.*|libwayland-client.so.*) return 0 ;;
    libunlit.so) return 0 ;; # has its place
    libfontconfig.so.*|libfreetype.so.*|libexpat.so.*|libz.so.*|libasound.so.*|libcuda.so.*) return 0 ;;
  esac
  return 1
}

copy_libraries_of() {
  ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u | while read -r name file; do
    stays_behind "$name" || [ -e "$app/usr/lib/$name" ] || install -m 644 "$file" "$app/usr/lib/$name"
  done
}

rm -rf "$app"
cmake --install "$build" --prefix "$PWD/$app/usr" --strip >/dev/null
mkdir -p "$app/usr/lib" "$app/usr/plugins"

plugins="$(qmake6 -query QT_INSTALL_PLUGINS 2>/dev/null || echo "/usr/lib/$(uname -m)-linux-gnu/qt6/plugins")"
for kind in platforms platformthemes iconengines imageformats xcbglintegrations wayland-shell-integration \
            wayland-decoration-client wayland-graphics-integration-client; do
  [ -d "$plugins/$kind" ] && cp -rL "$plugins/$kind" "$app/usr/plugins/"
done
# Themes of other desktops' toolkits would bring those toolkits along.
rm -f "$app"/usr/plugins/platformthemes/libqgtk3.so
printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' > "$app/usr/bin/qt.conf"
printf '[Paths]\nPrefix = ../..\nPlugins = plugins\n' > "$app/usr/libexec/unlit/qt.conf"

own="bin/unlit bin/unlit-studio libexec/unlit/unlit-studio $(cd "$app/usr" && find lib -path 'lib/unlit/*.so')"
copy_libraries_of $(printf "$app/usr/%s " $own) $(find "$app/usr/plugins" -name '*.so')
# The old kind of run path holds for the libraries of libraries, and for plugins, too.
for file in $own; do
  up="$(dirname "$file" | sed 's|[^/]*|..|g')"
  patchelf --force-rpath --set-rpath "\$ORIGIN/$up/lib/unlit:\$ORIGIN/$up/lib" "$app/usr/$file"
done

cat > "$app/AppRun" <<'RUN'
#!/bin/sh
# A link named "unlit" to the AppImage is the command line; every other name opens the studio.
here="$(dirname "$(readlink -f "$0")")"
case "$(basename "${ARGV0:-$0}")" in
  unlit) exec "$here/usr/bin/unlit" "$@" ;;
esac
exec "$here/usr/bin/unlit-studio" "$@"
RUN
chmod 755 "$app/AppRun"
ln -s usr/share/applications/io.github.unlit.studio.desktop "$app/io.github.unlit.studio.desktop"
cp "$app/usr/share/icons/hicolor/scalable/apps/io.github.unlit.studio.svg" "$app/"
ln -s io.github.unlit.studio.svg "$app/.DirIcon"

du -sh "$app" | sed 's/\t.*/ in the AppDir/'
if command -v appimagetool >/dev/null; then
  ARCH="$(uname -m)" appimagetool "$app" "$build/packages/Unlit-$("$app/usr/bin/unlit" --version | cut -d' ' -f2)-$(uname -m).AppImage"
else
  echo "appimagetool is not installed: $app runs as it is ($app/AppRun)"
fi
