import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { ReleaseNotice, UpdateCheck, UpdateState } from '../../../shared/ipc/index.ts';
import { DAY_MS } from '../../../shared/model/index.ts';
import { COURIER_FAILURES, type Courier } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { readStateFile, updateStateFile } from '../../storage/files/index.ts';
import type { Clock, StatePaths } from '../ports.ts';
import { NOTICE_ADDRESS, RELEASE_KEYS, type ReleaseKey } from './keys.ts';
import { notUsed, readNotice } from './notice.ts';
import { ReleaseRefused } from './signed.ts';
import { compareVersions } from './versions.ts';

const FILE = { format: 'castellan-updates', version: 1 } as const;
/** The newest notice that this computer has seen, with its signature, which is verified at each start. */
const Kept = Type.Object({
  format: Type.Literal(FILE.format),
  version: Type.Literal(FILE.version),
  /** Milliseconds since the epoch. */
  checkedAt: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  /** As it was published. */
  notice: Type.String(),
  signature: Type.String(),
});

/** A verified notice. */
interface Seen {
  readonly checkedAt: number;
  readonly number: number;
  readonly notice: ReleaseNotice;
}

const TIMEOUT_MS = 20_000;
const MAXIMUM_BYTES = 256 * 1024;

/** The releases that this program knows. Tests pass their own. */
export interface KnownReleases {
  readonly keys: readonly ReleaseKey[];
  readonly address: string | null;
}

interface UpdatesBase {
  readonly version: string;
  readonly paths: Pick<StatePaths, 'root'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Asks for the signed notice about the newest release. Installs nothing. It remembers the number of the newest notice, so
 * that an older one is noticed.
 */
export function createUpdates(
  { version, paths, clock }: UpdatesBase,
  courier: Courier,
  { keys, address }: KnownReleases = { keys: RELEASE_KEYS, address: NOTICE_ADDRESS },
) {
  const file = join(paths.root, 'updates.json');
  let attemptedAt: number | null = null;
  /** Undefined until the file was read. */
  let seen: Seen | null | undefined;

  const verified = (content: Uint8Array, signature: string, checkedAt: number, now: number | null): Seen => {
    const { number, notice } = readNotice({ content, signature, keys, now });
    const { version: newest, minimumVersion, published, notes } = notice;
    return { checkedAt, number, notice: { version: newest, minimumVersion, published, notes } };
  };
  /**
   * Null for a notice that no key of this program signed: the next check replaces it. Its days do not count, because an
   * older notice may be valid longer.
   */
  const seenIn = (kept: Static<typeof Kept> | null): Seen | null => {
    if (kept === null) return null;
    try {
      return verified(utf8Encode(kept.notice), kept.signature, kept.checkedAt, null);
    } catch (error) {
      if (error instanceof ReleaseRefused) return null;
      throw error;
    }
  };
  const read = (): Seen | null => {
    try {
      return seenIn(readStateFile(file, Kept, FILE));
    } catch {
      // The next check reports the damage.
      return null;
    }
  };

  /** The result of the newest check that succeeded. */
  const state = (): UpdateState => {
    if (seen === undefined) seen = read();
    const notice = seen?.notice ?? null;
    return {
      canCheck: keys.length > 0 && address !== null,
      checkedAt: seen?.checkedAt ?? null,
      notice,
      isNewer: notice !== null && compareVersions(notice.version, version) > 0,
      isBelowMinimum: notice !== null && compareVersions(version, notice.minimumVersion) < 0,
    };
  };

  const fetched = async (url: string): Promise<Uint8Array> => {
    const answer = await courier({
      url,
      method: 'GET',
      headers: {},
      body: null,
      mayBeHere: false,
      timeout: TIMEOUT_MS,
      maximumAnswer: MAXIMUM_BYTES,
    });
    if ('failure' in answer) throw notUsed('not_reached', `${url} was not read: ${COURIER_FAILURES[answer.failure]}.`);
    if (answer.status !== 200) throw notUsed('not_reached', `${url} answered with HTTP ${answer.status}.`);
    return answer.body;
  };

  const checked = async (): Promise<UpdateState> => {
    if (keys.length === 0 || address === null)
      throw new ReleaseRefused(
        'no_release_key',
        'This copy of Castellan knows no release key and no address of a notice, so nothing was checked. Read the project’s page for newer releases.',
      );
    const texts = await Promise.all([fetched(address), fetched(`${address}.minisig`)]);
    const [notice, signature] = texts.map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
    const next = verified(utf8Encode(notice), signature, clock.now(), clock.now());
    updateStateFile(file, Kept, FILE, (kept) => {
      const last = seenIn(kept);
      if (last !== null && next.number < last.number)
        throw notUsed(
          'rolled_back',
          `Notice ${next.number} is older than notice ${last.number}, which this computer has seen. An old notice may be offered in place of the current one.`,
        );
      return { ...FILE, checkedAt: next.checkedAt, notice, signature };
    });
    seen = next;
    return state();
  };

  return {
    state,
    /** True when a day is over since the last check, or since the last try of this run. */
    isDue(): boolean {
      const last = Math.max(state().checkedAt ?? 0, attemptedAt ?? 0);
      const age = clock.now() - last;
      return age >= DAY_MS || age < 0;
    },
    /** Reads the notice, verifies it and remembers it. A refusal names its step. Throws what a state file throws. */
    async check(): Promise<UpdateCheck> {
      attemptedAt = clock.now();
      try {
        return { ok: true, ...(await checked()) };
      } catch (error) {
        if (error instanceof ReleaseRefused) return { ok: false, reason: error.reason, message: error.message };
        throw error;
      }
    },
  };
}

export type Updates = ReturnType<typeof createUpdates>;
