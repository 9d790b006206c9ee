import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readMinisignKey, readMinisignSignature, verifyMinisign } from '../crypto/index.ts';
import { fileRefused, parseJsonObject, plainText, readFileBytes } from './files.ts';
import type { ReleaseKey } from './release-keys.ts';

/** The signed list of digests, beside the downloaded file. */
const LIST = 'SHA256SUMS';
const DAY_MS = 86_400_000;
const MAXIMUM_TEXT = 1 << 20;
const MAXIMUM_BILL = 16 << 20;

/** The trusted comment of a list: `castellan 0.2.0 until 2027-11-26`. */
const COMMENT = /^castellan (\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?) until (\d{4}-\d{2}-\d{2})$/;
const LINE = /^([0-9a-f]{64}) {2}([^/\s]+)$/;

/** The result of a verification. `reason` names the step that refused. */
export type DownloadVerdict =
  | { readonly ok: true; readonly file: string; readonly version: string; readonly keyId: string }
  | { readonly ok: false; readonly reason: string; readonly message: string };

export interface DownloadQuestion {
  /** Path of the downloaded file. The other files of the release are beside it. */
  readonly file: string;
  readonly keys: readonly ReleaseKey[];
  /** Version of the running program. */
  readonly running: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

class Refused extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

const notVerified = (reason: string, what: string) =>
  new Refused(
    reason,
    `${what} Nothing was verified. Download all files of the release again, and do not install this one.`,
  );

/**
 * Verifies a downloaded file of a release by the keys of this program. Checks signature, digests, bill of materials and
 * version. Throws FILE_REFUSED for a file that cannot be read.
 */
export async function verifyDownload(question: DownloadQuestion): Promise<DownloadVerdict> {
  try {
    return await verify(question);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason, message: error.message };
    throw error;
  }
}

async function verify({ file, keys, running, now }: DownloadQuestion): Promise<DownloadVerdict> {
  const folder = dirname(file);
  if (keys.length === 0)
    throw new Refused(
      'no_release_key',
      'This copy of Castellan knows no release key, so nothing was verified. Compare the digests of a build of your own (docs/releasing.md).',
    );
  const list = await readFileBytes(join(folder, LIST), MAXIMUM_TEXT, 'The list of digests');
  const { version, keyId } = await signedVersion(folder, list, keys, now);
  const digests = readList(list);
  await requireDigest(file, digests);
  await requireBill(folder, digests, version);
  if (compareVersions(version, running) < 0)
    throw new Refused(
      'downgrade',
      `The release is version ${version}, older than this program (${running}). It was not accepted: an old release may be offered in place of the current one. Download the current release.`,
    );
  return { ok: true, file: basename(file), version, keyId };
}

async function signedVersion(folder: string, list: Uint8Array, keys: readonly ReleaseKey[], now: number) {
  const text = plainText(
    await readFileBytes(join(folder, `${LIST}.minisig`), MAXIMUM_TEXT, 'The signature'),
    'The signature',
  );
  const signature = readMinisignSignature(text);
  if (signature === null) throw notVerified('unreadable_signature', `${LIST}.minisig is no signature of minisign.`);
  const found = keys.find(({ key }) => readMinisignKey(key)?.id === signature.keyId);
  const key = readMinisignKey(found?.key ?? '');
  if (found === undefined || key === null)
    throw notVerified(
      'unknown_key',
      `The list is signed by the key ${signature.keyId}, which this program does not know.`,
    );
  if (!verifyMinisign(key, signature, list))
    throw notVerified('bad_signature', `The signature does not match ${LIST}: one of the two was changed.`);
  if (isOver(found.until, now))
    throw notVerified(
      'expired_key',
      `The release key ${key.id} was valid until ${found.until}, and a newer Castellan knows the next one.`,
    );
  const [, version, until] = COMMENT.exec(signature.trustedComment) ?? [];
  if (version === undefined || until === undefined)
    throw notVerified('unreadable_signature', `The signature names no version of Castellan.`);
  if (isOver(until, now))
    throw new Refused(
      'rolled_back',
      `The signed list of version ${version} was valid until ${until}. It was not accepted: an old list may be offered in place of the current one. Download the current release.`,
    );
  return { version, keyId: key.id };
}

/** Returns digests by file name. */
function readList(list: Uint8Array): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const line of plainText(list, 'The list of digests').trimEnd().split('\n')) {
    const [, digest, name] = LINE.exec(line) ?? [];
    if (digest === undefined || name === undefined || digests.has(name))
      throw notVerified('unreadable_list', `${LIST} has a line that is not a digest, or names a file twice.`);
    digests.set(name, digest);
  }
  return digests;
}

async function requireDigest(file: string, digests: ReadonlyMap<string, string>): Promise<void> {
  const name = basename(file);
  const expected = digests.get(name);
  if (expected === undefined) throw notVerified('not_listed', `The signed list does not name ${name}.`);
  if ((await digestOf(file)) !== expected)
    throw notVerified('tampered', `${name} is not the released file: its digest differs.`);
}

/** The bill of materials is in the list, unchanged, and about the same version. */
async function requireBill(folder: string, digests: ReadonlyMap<string, string>, version: string): Promise<void> {
  const name = [...digests.keys()].find((each) => each.endsWith('.cdx.json'));
  if (name === undefined) throw notVerified('no_bill', `The signed list names no bill of materials.`);
  await requireDigest(join(folder, name), digests);
  const bill = parseJsonObject(await readFileBytes(join(folder, name), MAXIMUM_BILL, 'The bill of materials'), name);
  const metadata = bill.metadata as { component?: { version?: unknown } } | undefined;
  if (metadata?.component?.version !== version)
    throw notVerified('other_version', `${name} is not about version ${version}, the signed version.`);
}

/** True from the day after `until` (UTC), and always for a day that is none. */
const isOver = (until: string, now: number): boolean => !(now < Date.parse(`${until}T00:00:00Z`) + DAY_MS);

/** SHA-256 of a file of any size, in lowercase hex. Throws FILE_REFUSED. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  } catch (cause) {
    throw fileRefused(cause, `The file ${file} was not verified, because it could not be read`, {
      path: file,
      use: 'read',
    });
  }
  return hash.digest('hex');
}

/** Compares semantic versions (semver.org, 11): negative when `one` comes before `other`. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [versionParts(one), versionParts(other)];
  for (const [index, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first.pre === second.pre) return 0;
  if (first.pre === '' || second.pre === '') return first.pre === '' ? 1 : -1;
  return first.pre.localeCompare(second.pre, 'en', { numeric: true });
}

function versionParts(version: string): { readonly numbers: readonly number[]; readonly pre: string } {
  const [core = '', ...rest] = version.split('-');
  return { numbers: core.split('.').map(Number), pre: rest.join('-') };
}
