import { readFileSync, statSync } from 'node:fs';
import type { AppState, DoctorReport } from '../../../shared/ipc/index.ts';
import type { Hardening } from '../../../shared/processes/index.ts';
import { accessFault } from '../../storage/sqlite/index.ts';
import type { StatePaths } from '../ports.ts';

/** One finding of the doctor. */
export type Check = DoctorReport['checks'][number];

/** Facts about the machine, gathered without opening any state. */
export interface MachineFacts {
  /** The version of this program. */
  readonly version: string;
  readonly runtime: AppState['runtime'];
  /** The measured sandbox of a window, or null when it was not measured. */
  readonly sandbox: AppState['sandbox'] | null;
  /** The protections that the operating system granted main, which locks no memory. */
  readonly hardening: Hardening;
  /** The run was started with `--offline`: the kernel refuses it every connection, which was tried. */
  readonly isOffline: boolean;
  readonly paths: StatePaths;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The address of the session's D-Bus, or null without one. */
  readonly sessionBus: string | null;
  /** True when pkcs11js was built, which keys on tokens need. */
  readonly tokenBinding: boolean;
  /** Looks at each store that this run may touch. */
  readonly probeStores: () => Promise<AppState['stores']>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function runtimeCheck({ runtime }: MachineFacts): Check {
  const newer = runtime.kind === 'packaged' ? 'Install a current Castellan' : 'Use a current Electron';
  return {
    name: 'Runtime',
    status: runtime.supported ? 'ok' : 'care',
    finding: `Electron ${runtime.electron} (${runtime.kind}). ${runtime.reason}`,
    advice: runtime.supported ? null : `${newer} before you keep keys of value here.`,
  };
}

export function sandboxCheck({ sandbox }: MachineFacts): Check {
  const name = 'Sandbox';
  if (sandbox === null)
    return {
      name,
      status: 'care',
      finding: 'It was not measured, because no renderer started or this system does not show its state.',
      advice: 'Open the window and read Settings, Checks.',
    };
  if (sandbox.on)
    return {
      name,
      status: 'ok',
      finding: 'Measured: the window runs in Chromium’s sandbox.',
      advice: sandbox.reason,
    };
  return { name, status: 'problem', finding: sandbox.reason ?? 'The window runs without a sandbox.', advice: null };
}

/** Only an offline run is measured. Another one makes connections, which is no fault. */
export function offlineCheck({ isOffline }: MachineFacts): Check[] {
  if (!isOffline) return [];
  const finding = 'Measured: the kernel refuses this run every connection (--offline).';
  return [{ name: 'Network', status: 'ok', finding, advice: null }];
}

export function displayCheck({ platform, environment }: MachineFacts): Check {
  const display = platform === 'linux' ? environment.WAYLAND_DISPLAY || environment.DISPLAY : 'the desktop';
  if (display)
    return {
      name: 'Display',
      status: 'ok',
      finding: `A window should open on ${display}. This was not tried.`,
      advice: null,
    };
  return {
    name: 'Display',
    status: 'care',
    finding: 'There is no display, so no window can open. The command line works without one.',
    advice: 'For the window, start Castellan from a desktop session.',
  };
}

/** Reports whether a locked screen locks the vault. */
export function screenLockCheck({ platform, sessionBus }: MachineFacts): Check {
  const name = 'Screen lock';
  if (platform !== 'linux')
    return {
      name,
      status: 'care',
      finding: 'The vault should lock with the screen. This was never tested on this system.',
      advice: 'Lock the screen once, and look whether the vault is locked. Otherwise choose a short idle time.',
    };
  if (sessionBus !== null)
    return {
      name,
      status: 'ok',
      finding:
        'The vault locks with the screen on desktops that report it over D-Bus (GNOME, KDE, Cinnamon, MATE, Xfce, logind).',
      advice:
        'For a screen locker that reports no lock (i3lock, swaylock), let xss-lock or swayidle run “castellan lock”.',
    };
  return {
    name,
    status: 'care',
    finding: 'This session has no D-Bus, so a locked screen does not lock the vault. Sleep and the idle time lock it.',
    advice: 'Have your desktop run “castellan lock” when it locks the screen, or choose a short idle time.',
  };
}

export async function storeChecks({ probeStores }: MachineFacts): Promise<Check[]> {
  const stores = await probeStores();
  const other = stores.find(({ problem }) => problem === null);
  return stores.map(({ label: name, ready, isUsed, problem }) => {
    if (problem === null) return { name, status: 'ok', finding: ready, advice: null };
    if (!isUsed) return { name, status: 'ok', finding: `Not touched: ${problem.message}`, advice: null };
    const advice = other && `Until then you can store keys in the ${other.backend} (--store ${other.kind}).`;
    return { name, status: 'care', finding: problem.message, advice: advice ?? null };
  });
}

export function stateFolderCheck({ paths, platform }: MachineFacts): Check {
  const name = 'State folder';
  const found = statSync(paths.root, { throwIfNoEntry: false });
  if (found === undefined)
    return {
      name,
      status: 'problem',
      finding: `${paths.root} does not exist.`,
      advice: 'Start Castellan once, or correct CASTELLAN_HOME.',
    };
  // Windows has no such modes. The user's profile folder is private there.
  if (platform !== 'win32' && (found.mode & 0o077) !== 0) {
    return {
      name,
      status: 'problem',
      finding: `${paths.root} can be read by other users of this machine.`,
      advice: `chmod 700 ${paths.root}`,
    };
  }
  const fault = found.isDirectory()
    ? accessFault(paths.root)
    : { why: 'it is a file, not a folder', advice: 'Move it away, or correct CASTELLAN_HOME' };
  if (fault !== null)
    return {
      name,
      status: 'problem',
      finding: `${paths.root} cannot be used: ${fault.why}.`,
      advice: `${fault.advice}.`,
    };
  return { name, status: 'ok', finding: `${paths.root}, readable by you only.`, advice: null };
}

export function swapCheck(
  { platform }: MachineFacts,
  read: () => string = () => readFileSync('/proc/swaps', 'utf8'),
): Check {
  const name = 'Swap';
  if (platform !== 'linux') return { name, status: 'ok', finding: 'Looked at on Linux only.', advice: null };
  const areas = read().trim().split('\n').slice(1);
  if (areas.length === 0)
    return { name, status: 'ok', finding: 'No swap: memory is never written to disk.', advice: null };
  return {
    name,
    status: 'care',
    finding: `Swap is on (${areas.map((area) => area.split(/\s+/)[0]).join(', ')}). The vault locks its keys in memory, but a revealed key passes through the window.`,
    advice: 'Encrypt the swap area, or switch it off (swapoff -a) while you reveal keys.',
  };
}
