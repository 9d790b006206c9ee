/**
 * The Debian packages of the libraries that Electron's executable, its libraries and the native modules link to (according
 * to ldd). Chromium also opens libx11-xcb1, by name: without it a window ends with a trap.
 */
export const SYSTEM_LIBRARIES = [
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcairo2',
  'libcups2',
  'libdbus-1-3',
  'libdrm2',
  'libexpat1',
  'libgbm1',
  'libgcc-s1',
  'libglib2.0-0',
  'libgtk-3-0',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libsecret-1-0',
  'libstdc++6',
  'libudev1',
  'libx11-6',
  'libx11-xcb1',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
];

/** The libraries that Debian 13 and Ubuntu 24.04 renamed for their 64-bit time. */
const RENAMED = new Set([
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libglib2.0-0',
  'libgtk-3-0',
]);

/**
 * Returns the dependency on a library in a control file, with both of its names. The newer name comes first: another
 * package of Ubuntu 24.04 provides `libasound2`, and apt would install it.
 * @param {string} name
 */
export const dependencyOn = (name) => (RENAMED.has(name) ? `${name}t64 | ${name}` : name);
