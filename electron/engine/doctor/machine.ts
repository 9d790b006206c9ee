import { readFileSync, statSync } from 'node:fs';
import type { AppState, DoctorReport } from '../../../shared/ipc/index.ts';
import type { Hardening } from '../../../shared/processes/index.ts';
import { accessFault } from '../../storage/sqlite/index.ts';
import type { StatePaths } from '../ports.ts';
import { factOf, hasGlibc, PACKAGED_GLIBC, systemOf } from './platforms.ts';

/** One finding of the doctor. */
export type Check = DoctorReport['checks'][number];

/** A display that the session names. `answers` is null when it was not tried. */
interface Display {
  readonly name: string;
  readonly answers: boolean | null;
}

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
  /** The processor, as Node names it. */
  readonly arch: string;
  /** The text of /etc/os-release, or null without it. */
  readonly osRelease: string | null;
  /** The version of glibc that runs, such as `2.36`. Null without glibc. */
  readonly glibc: string | null;
  /** The displays that the session names. */
  readonly displays: readonly Display[];
  /** The address of the session's D-Bus, or null without one. */
  readonly sessionBus: string | null;
  /** True when pkcs11js was built, which keys on tokens need. */
  readonly tokenBinding: boolean;
  /** Looks at each store that this run may touch. */
  readonly probeStores: () => Promise<AppState['stores']>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Reports how well this system is supported. */
export function systemCheck({ platform, arch, osRelease, glibc }: MachineFacts): Check {
  const name = 'System';
  const found = systemOf(platform, arch, osRelease);
  if (found === null)
    return {
      name,
      status: 'care',
      finding: `${platform} ${arch} is none of the systems that Castellan is made for.`,
      advice: 'Keep no keys of value here.',
    };
  const needed = `glibc ${PACKAGED_GLIBC} or newer`;
  if (!hasGlibc(found, glibc))
    return {
      name,
      status: 'care',
      finding: `Castellan needs ${needed} on this Linux, and found ${glibc === null ? 'none' : `glibc ${glibc}`}.`,
      advice: `Use Debian 12 or newer, Ubuntu 22.04 or newer, or another Linux with ${needed}.`,
    };
  const system = `${found.name}, ${arch}`;
  if (found.support === 'tested')
    return { name, status: 'ok', finding: `${system}: Castellan is tested on this system.`, advice: null };
  if (found.support === 'expected') {
    const finding = `${system}: Castellan should work on this system. It was not tested there.`;
    return { name, status: 'ok', finding, advice: null };
  }
  return {
    name,
    status: 'care',
    finding: `${system}: Castellan never ran on this system. Only tests with answers of such a system ran.`,
    advice: 'Try all that you need before you keep keys of value here.',
  };
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

export function sandboxCheck({ sandbox, platform }: MachineFacts): Check {
  const name = 'Sandbox';
  const { support, text } = factOf('sandbox', platform);
  if (sandbox?.on !== false && support !== 'tested')
    return { name, status: 'care', finding: text, advice: sandbox?.reason ?? null };
  if (sandbox === null)
    return {
      name,
      status: 'care',
      finding: 'It was not measured, because no renderer started. No display is needed for this check.',
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

/** Reports whether a window can open. The sandbox is another check, which needs no display. */
export function displayCheck({ platform, displays }: MachineFacts): Check {
  const name = 'Display';
  if (platform !== 'linux')
    return { name, status: 'ok', finding: 'A window should open on the desktop. This was not tried.', advice: null };
  const answering = displays.find(({ answers }) => answers === true);
  if (answering !== undefined)
    return { name, status: 'ok', finding: `Measured: the display ${answering.name} answers.`, advice: null };
  const untried = displays.find(({ answers }) => answers === null);
  if (untried !== undefined) {
    const finding = `The display ${untried.name} is on another machine, and was not tried.`;
    return { name, status: 'care', finding, advice: 'Use a display of this machine, which others cannot watch.' };
  }
  const [silent] = displays;
  if (silent !== undefined)
    return {
      name,
      status: 'care',
      finding: `The display ${silent.name} does not answer, so no window can open. The command line works without one.`,
      advice: 'For the window, start Castellan from a desktop session.',
    };
  return {
    name,
    status: 'care',
    finding: 'There is no display, so no window can open. The command line works without one.',
    advice: 'For the window, start Castellan from a desktop session.',
  };
}

/** Reports whether a locked screen locks the vault. */
export function screenLockCheck({ platform, sessionBus }: MachineFacts): Check {
  const name = 'Screen lock';
  const { support, text, advice } = factOf('screenLock', platform);
  if (support !== 'tested') return { name, status: 'care', finding: text, advice };
  if (sessionBus !== null) return { name, status: 'ok', finding: text, advice };
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
  const { support, text, advice } = factOf('stateFolder', platform);
  if (support !== 'missing' && (found.mode & 0o077) !== 0) {
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
  if (support === 'missing') return { name, status: 'ok', finding: `${paths.root}. ${text}`, advice };
  return { name, status: 'ok', finding: `${paths.root}, readable by you only.`, advice: null };
}

export function swapCheck(
  { platform }: MachineFacts,
  read: () => string = () => readFileSync('/proc/swaps', 'utf8'),
): Check {
  const name = 'Swap';
  const { support, text } = factOf('swap', platform);
  if (support === 'missing') return { name, status: 'ok', finding: text, advice: null };
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
