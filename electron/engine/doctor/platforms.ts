/**
 * The support of each system and of each part that a system has to provide. The doctor, the checks of the window and
 * docs/platforms.md read these tables.
 */

/**
 * `tested`: the tests run there. `expected`: it should work, and nobody tested it. `neverRun`: only tests with planted
 * answers of that system ran. `missing`: the system or Castellan lacks it.
 */
export type Support = 'tested' | 'expected' | 'neverRun' | 'missing';

/** One part on one system. `text` is a sentence, and `advice` says what to do without the part. */
export interface Fact {
  readonly support: Support;
  readonly text: string;
  readonly advice: string | null;
}

export const FAMILIES = ['linux', 'darwin', 'win32'] as const;
export type Family = (typeof FAMILIES)[number];

const tested = (text: string, advice: string | null = null): Fact => ({ support: 'tested', text, advice });
const neverRun = (text: string, advice: string | null = null): Fact => ({ support: 'neverRun', text, advice });
const missing = (text: string, advice: string | null = null): Fact => ({ support: 'missing', text, advice });

const UNMEASURED_SANDBOX = neverRun('Chromium has its own sandbox on this system. Castellan does not measure it.');
const NO_MEMORY_PROTECTION = missing(
  'Castellan asks for no memory protection on this system, so none was measured.',
  'Let no other program of yours run that you do not trust.',
);
const NO_FILTER = missing(
  'This system does not support the system call filter. Only the program itself keeps this process from the network, files and programs.',
  'Use Linux on a 64-bit Intel or AMD processor, with seccomp in its kernel, to keep keys of value.',
);
const NO_OFFLINE = missing(
  'A start with --offline is refused, because this system cannot keep a program from the network.',
  'Disconnect the machine in place of --offline.',
);
const UNTESTED_LOCK = neverRun(
  'The vault should lock with the screen. This was never tested on this system.',
  'Lock the screen once, and look whether the vault is locked. Otherwise choose a short idle time.',
);
const UNTESTED_TOKENS = neverRun(
  'No token was ever used on this system.',
  'Try each operation that you need with a token without value.',
);
const NO_SWAP_CHECK = missing('Castellan does not look for swap on this system.');

/** Each part on each system. */
export const PARTS = {
  sandbox: {
    linux: tested('Chromium’s sandbox holds the window. Castellan reads from the kernel that it does.'),
    darwin: UNMEASURED_SANDBOX,
    win32: UNMEASURED_SANDBOX,
  },
  memory: {
    linux: tested(
      'Other programs cannot read the memory of main and of the processes with keys. No core file has it, and keys stay out of swap.',
    ),
    darwin: NO_MEMORY_PROTECTION,
    win32: NO_MEMORY_PROTECTION,
  },
  confinement: {
    linux: tested(
      'On Intel and AMD processors the kernel keeps the vault and the local service from the network and from programs. With Landlock it also denies access to files.',
    ),
    darwin: NO_FILTER,
    win32: NO_FILTER,
  },
  offline: {
    linux: tested('On Intel and AMD processors the kernel refuses every connection of a start with --offline.'),
    darwin: NO_OFFLINE,
    win32: NO_OFFLINE,
  },
  screenLock: {
    linux: tested(
      'The vault locks with the screen on desktops that report it over D-Bus (GNOME, KDE, Cinnamon, MATE, Xfce, logind).',
      'For a screen locker that reports no lock (i3lock, swaylock), let xss-lock or swayidle run “castellan lock”.',
    ),
    darwin: UNTESTED_LOCK,
    win32: UNTESTED_LOCK,
  },
  keychain: {
    linux: tested('Keys are kept by a Secret Service such as gnome-keyring.'),
    darwin: neverRun('Keys are kept by the macOS Keychain.'),
    win32: neverRun('Keys are kept by the Windows Credential Manager.'),
  },
  tokens: {
    linux: tested('PKCS#11 modules of OpenSC, Yubico, tpm2-pkcs11 and SoftHSM2 are found at their usual paths.'),
    darwin: UNTESTED_TOKENS,
    win32: UNTESTED_TOKENS,
  },
  stateFolder: {
    linux: tested('Castellan refuses a state folder that other users can read.'),
    darwin: neverRun('Castellan refuses a state folder that other users can read.'),
    win32: missing(
      'Castellan does not read who may open it on this system.',
      'Keep it in your profile folder, which is private to you.',
    ),
  },
  swap: {
    linux: tested('Castellan reports swap that is on.'),
    darwin: NO_SWAP_CHECK,
    win32: NO_SWAP_CHECK,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Family, Fact>>>>;

/** The fact about a part on a system. Set-up refuses systems of other families. */
export const factOf = (part: keyof typeof PARTS, platform: NodeJS.Platform): Fact =>
  PARTS[part][platform === 'linux' || platform === 'darwin' ? platform : 'win32'];

/** A system that somebody may install Castellan on. */
export interface System {
  readonly name: string;
  readonly family: Family;
  /** As Node names them. */
  readonly processors: readonly string[];
  /** `ID` of os-release(5) with the first and last major `VERSION_ID`. Null for any other one. */
  readonly release: { readonly id: string; readonly from: number; readonly to: number } | null;
  readonly support: Support;
  /** The oldest glibc that counts as this system. Null where the release decides. */
  readonly glibc: string | null;
  readonly packages: string;
}

/** Packages need no newer glibc than this one, that of Ubuntu 22.04. */
export const PACKAGED_GLIBC = '2.35';

const PACKAGED = 'Debian package and archive';
const CHECKOUT = 'none, from a checkout only';

/** The first row that fits a machine counts. */
export const SYSTEMS: readonly System[] = [
  linux('Debian 12', { id: 'debian', from: 12, to: 12 }, 'tested'),
  linux('Debian 13 and newer', { id: 'debian', from: 13, to: Number.POSITIVE_INFINITY }, 'expected'),
  linux('Ubuntu 22.04 and newer', { id: 'ubuntu', from: 22, to: Number.POSITIVE_INFINITY }, 'expected'),
  {
    ...linux(`Another Linux with glibc ${PACKAGED_GLIBC} or newer`, null, 'expected'),
    glibc: PACKAGED_GLIBC,
    packages: 'archive',
  },
  { ...linux('Linux', null, 'neverRun'), processors: ['arm64'], packages: CHECKOUT },
  {
    name: 'macOS',
    family: 'darwin',
    processors: ['x64', 'arm64'],
    release: null,
    support: 'neverRun',
    glibc: null,
    packages: 'the steps for an application and a disk image exist and never ran',
  },
  {
    name: 'Windows',
    family: 'win32',
    processors: ['x64', 'arm64'],
    release: null,
    support: 'neverRun',
    glibc: null,
    packages: 'the steps for a folder in an archive exist and never ran',
  },
];

function linux(name: string, release: System['release'], support: Support): System {
  return { name, family: 'linux', processors: ['x64'], release, support, glibc: null, packages: PACKAGED };
}

/**
 * Returns the row of a machine, or null when no row fits.
 * @param osRelease The text of /etc/os-release, or null without it.
 */
export function systemOf(platform: NodeJS.Platform, arch: string, osRelease: string | null): System | null {
  const id = /^ID="?([a-z0-9._-]+)"?$/m.exec(osRelease ?? '')?.[1];
  const version = Number(/^VERSION_ID="?(\d+)/m.exec(osRelease ?? '')?.[1] ?? Number.NaN);
  const fits = ({ family, processors, release }: System) =>
    family === platform &&
    processors.includes(arch) &&
    (release === null || (release.id === id && version >= release.from && version <= release.to));
  return SYSTEMS.find(fits) ?? null;
}

/** Returns false for a machine whose glibc is older than its row needs, or unknown. */
export function hasGlibc({ glibc: needed }: System, found: string | null): boolean {
  if (needed === null) return true;
  const partsOf = (version: string) => version.split('.').map(Number);
  const [[major = 0, minor = 0], [atLeast = 0, least = 0]] = [partsOf(found ?? ''), partsOf(needed)];
  return major > atLeast || (major === atLeast && minor >= least);
}
