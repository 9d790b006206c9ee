/** Unlocks the throw-away keyrings of the test user; it protects nothing. */
const KEYRING_PASSWORD = 'castellan-test';

/**
 * The program that Playwright starts in place of the app: a shell script that becomes the app, run by an ordinary user
 * (so that Chromium's sandbox is on, as for operators), inside a D-Bus session of its own with a real gnome-keyring.
 *
 * It reads HOME (used when it lies below `homes`) and CASTELLAN_E2E_KEYRING: `unlocked` (when absent), `locked`, or `none`
 * for a machine without any keychain service. A keyring is locked only when a run with the same HOME made it before.
 * @param {object} options
 * @param {string} options.executable of the packaged layout
 * @param {string} options.homes folder in which tests make their home folders
 * @param {string | undefined} options.user to become, when root runs the tests
 * @returns {string}
 */
export function launcherScript({ executable, homes, user }) {
  return `#!/bin/sh
set -eu
stage=\${CASTELLAN_E2E_STAGE:-user}
keyring=\${CASTELLAN_E2E_KEYRING:-unlocked}

if [ "$stage" = user ]; then
  case "$HOME" in ${quote(homes)}/*) ;; *) HOME=${quote(homes)}/default ;; esac
  XDG_RUNTIME_DIR="$HOME/.runtime"
  mkdir -p "$XDG_RUNTIME_DIR"
  chmod 700 "$XDG_RUNTIME_DIR"
  unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_CURRENT_DESKTOP GNOME_KEYRING_CONTROL
  export HOME XDG_RUNTIME_DIR CASTELLAN_E2E_STAGE=session
  ${user === undefined ? 'exec "$0" "$@"' : becomeUser(user)}
fi

if [ "$stage" = session ] && [ "$keyring" != none ]; then
  export CASTELLAN_E2E_STAGE=app
  # With a display, a locked keyring asks for its password in a window that nobody answers.
  [ "$keyring" != locked ] || { export CASTELLAN_E2E_DISPLAY="\${DISPLAY:-}"; unset DISPLAY; }
  exec dbus-run-session -- "$0" "$@"
fi

[ -z "\${CASTELLAN_E2E_DISPLAY:-}" ] || export DISPLAY="$CASTELLAN_E2E_DISPLAY"
case "$keyring" in
  none) export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent ;;
  locked) gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1 ;;
  *) printf %s ${quote(KEYRING_PASSWORD)} | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1 ;;
esac
unset CASTELLAN_E2E_STAGE CASTELLAN_E2E_KEYRING CASTELLAN_E2E_DISPLAY
exec ${quote(executable)} "$@"
`;
}

/** @param {string} user */
const becomeUser = (user) => `chown -R ${quote(user)} "$HOME"
  export USER=${quote(user)} LOGNAME=${quote(user)}
  exec setpriv --reuid=${quote(user)} --regid=${quote(user)} --init-groups -- "$0" "$@"`;

/** @param {string} text */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
