import type { Native } from '../native.ts';
import { type Architecture, NUMBERS } from './numbers.ts';

/** Linux, `linux/landlock.h`. */
const CREATE_RULESET_VERSION = 1;
const RULE_PATH_BENEATH = 1;
/**
 * Below an allowed folder, files and folders can be read, written, created and removed. Not allowed: devices, sockets,
 * pipes, links, programs.
 */
const EXECUTE = 1 << 0;
const SPECIAL = (1 << 6) | (1 << 9) | (1 << 10) | (1 << 11) | (1 << 12);
const DEVICE_CONTROLS = 1 << 15;
/** The number of file access rights in each Landlock version. Later versions have those of the last. */
const FILE_ACCESS_KINDS = [0, 13, 14, 15, 15, 16];
const BIND_AND_CONNECT_TCP = 3;
const ABSTRACT_UNIX_SOCKETS = 1;

const CURRENT_FOLDER = -100;
const PATH_ONLY = 0o10000000;
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Denies this thread, and those it starts, TCP connections, new listening ports and all files except below `folder`.
 * Limited to the rights of the kernel's Landlock version. It does not cover running threads. The filter of calls covers
 * all. Returns false when the kernel has no Landlock or refuses. Privileges must have been given up before.
 */
export function restrictFiles(native: Native, architecture: Architecture, folder: string | null): boolean {
  const numbers = NUMBERS[architecture];
  const version = native.call(numbers.landlock_create_ruleset, 0, 0, CREATE_RULESET_VERSION);
  if (version < 1) return false;
  const kinds = FILE_ACCESS_KINDS[Math.min(version, FILE_ACCESS_KINDS.length - 1)] ?? 0;
  const files = 2 ** kinds - 1;
  const attributes = words([files, version >= 4 ? BIND_AND_CONNECT_TCP : 0, version >= 6 ? ABSTRACT_UNIX_SOCKETS : 0]);
  const ruleset = native.call(numbers.landlock_create_ruleset, native.addressOf(attributes), attributes.length, 0);
  if (ruleset < 0) return false;
  const left = folder === null || allowFolder(native, architecture, ruleset, folder, files);
  const held = left && native.call(numbers.landlock_restrict_self, ruleset, 0) === 0;
  native.call(numbers.close, ruleset);
  return held;
}

function allowFolder(
  native: Native,
  architecture: Architecture,
  ruleset: number,
  folder: string,
  files: number,
): boolean {
  const numbers = NUMBERS[architecture];
  const path = new TextEncoder().encode(`${folder}\0`);
  const opened = native.call(numbers.openat, CURRENT_FOLDER, native.addressOf(path), PATH_ONLY | CLOSE_ON_EXEC, 0);
  if (opened < 0) return false;
  // `struct landlock_path_beneath_attr` is packed: 8 bytes of rights, 4 of the folder.
  const rule = new Uint8Array(12);
  const view = new DataView(rule.buffer);
  view.setBigUint64(0, BigInt(files & ~(EXECUTE | SPECIAL | DEVICE_CONTROLS)), true);
  view.setInt32(8, opened, true);
  const added = native.call(numbers.landlock_add_rule, ruleset, RULE_PATH_BENEATH, native.addressOf(rule), 0) === 0;
  native.call(numbers.close, opened);
  return added;
}

/**
 * Encodes numbers of 64 bits, little-endian. Earlier kernels accept the longer structure when its unknown members are
 * 0.
 */
function words(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setBigUint64(8 * index, BigInt(value), true);
  return bytes;
}
