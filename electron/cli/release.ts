import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  compareVersions,
  fileRefused,
  isOver,
  type ReleaseKey,
  ReleaseRefused,
  verifySigned,
} from '../engine/index.ts';
import { parseJsonObject, plainText, readFileBytes } from './files.ts';

/** The signed list of digests, beside the downloaded file. */
const LIST = 'SHA256SUMS';
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

const notVerified = (reason: string, problem: string) =>
  new ReleaseRefused(
    reason,
    `${problem} Nothing was verified. Download all files of the release again, and do not install this one.`,
  );

/**
 * Verifies a downloaded file of a release by the keys of this program. Checks signature, digests, bill of materials and
 * version. Throws FILE_REFUSED for a file that cannot be read.
 */
export async function verifyDownload(question: DownloadQuestion): Promise<DownloadVerdict> {
  try {
    return await verify(question);
  } catch (error) {
    if (error instanceof ReleaseRefused) return { ok: false, reason: error.reason, message: error.message };
    throw error;
  }
}

async function verify({ file, keys, running, now }: DownloadQuestion): Promise<DownloadVerdict> {
  const folder = dirname(file);
  if (keys.length === 0)
    throw new ReleaseRefused(
      'no_release_key',
      'This copy of Castellan knows no release key, so nothing was verified. Compare the digests of a build of your own (docs/releasing.md).',
    );
  const list = await readFileBytes(join(folder, LIST), MAXIMUM_TEXT, 'The list of digests');
  const { version, keyId } = await signedVersion(folder, list, keys, now);
  const digests = readList(list);
  await requireDigest(file, digests);
  await requireBill(folder, digests, version);
  if (compareVersions(version, running) < 0)
    throw new ReleaseRefused(
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
  const { comment, keyId } = verifySigned(
    { name: LIST, content: list, signature: text },
    { keys, now, refuse: notVerified },
  );
  const [, version, until] = COMMENT.exec(comment) ?? [];
  if (version === undefined || until === undefined)
    throw notVerified('unreadable_signature', `The signature names no version of Castellan.`);
  if (isOver(until, now))
    throw new ReleaseRefused(
      'rolled_back',
      `The signed list of version ${version} was valid until ${until}. It was not accepted: an old list may be offered in place of the current one. Download the current release.`,
    );
  return { version, keyId };
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
