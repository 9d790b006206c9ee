import { randomUUID } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { DerivedAddress } from '../../../shared/ipc/index.ts';
import type { Finding, ProfileRow, TokenAt } from '../../../shared/model/index.ts';
import {
  type ActivityOperation,
  exportedIn,
  type Query,
  requireOperation,
  withTarget,
} from '../../../shared/operations/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { buildActivityBody, buildQueryBody, checkParameters } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { type Key, storeOf } from '../keys/key-index.ts';
import type { Credentials } from '../stamping/credentials.ts';

/** A request that was made, and not stamped yet. */
export interface Draft {
  readonly profile: ProfileRow;
  readonly key: Key;
  readonly operation: Query | ActivityOperation;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The key made for this export alone. It is removed when the export fails. */
  readonly target: Key | null;
  /** The addresses that the vault derived for an import, which the request does not hold. */
  readonly derived: readonly DerivedAddress[];
  /** Further findings about the request, of what is not in its bytes. */
  readonly findings: readonly Finding[];
  /** The request for the payment that this one replaces. Null for every other request. */
  readonly replaces: ReplacedRequest | null;
}

/** The request for a payment that is to be replaced. Its signed bytes have its time. */
export interface ReplacedRequest {
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The vault describes it once, when it is submitted, for the question about these bytes. */
export interface PreparedRequest {
  readonly requestId: string;
  /** The exact body as text. Its UTF-8 bytes are stamped and sent. */
  readonly body: string;
}

/** The prepared requests, in memory until they are submitted or discarded. */
export interface Drafts {
  /** With `at` the target key of an export is made on that token. The rest is shown with the request. */
  prepare(
    name: string,
    input: Readonly<Record<string, unknown>>,
    profile: ProfileRow,
    beside: { readonly at: TokenAt | null } & Pick<Draft, 'derived' | 'findings' | 'replaces'>,
  ): Promise<PreparedRequest>;
  /** Throws NOT_FOUND when it was submitted or discarded already. */
  get(requestId: string): Draft;
  /**
   * Takes out an activity to submit it, so that a second submit or a discard of the same request finds nothing to act on.
   * Throws NOT_FOUND, and INVALID_INPUT for a read, which stays.
   */
  take(requestId: string): Draft & { readonly operation: ActivityOperation };
  /** Removes the key that was made for a request that will not come about. */
  drop(draft: Draft): Promise<void>;
  /** Takes out and drops. False when it is not here. */
  discard(requestId: string): Promise<boolean>;
}

interface DraftParts {
  readonly credentials: Credentials;
  readonly keyring: Keyring;
}

/** Drafts the operator neither submitted nor discarded are dropped beyond this many, oldest first. */
const MAXIMUM_DRAFTS = 64;
/** Has the form of a P-256 point, so that parameters can be checked before a target key is made. */
const ANY_TARGET = `04${'0'.repeat(128)}`;

export function createDrafts({ ports }: Base, { credentials, keyring }: DraftParts): Drafts {
  const drafts = new Map<string, Draft>();

  const get = (requestId: string): Draft => {
    const draft = drafts.get(requestId);
    if (draft !== undefined) return draft;
    throw new AppError(
      'NOT_FOUND',
      'This request was already submitted or discarded. Nothing was sent. Prepare it again.',
    );
  };

  const drop = async ({ target }: Draft) => {
    if (target !== null) await keyring.remove(target);
  };

  const discard = async (requestId: string) => {
    const draft = drafts.get(requestId);
    if (draft === undefined) return false;
    drafts.delete(requestId);
    await drop(draft);
    return true;
  };

  /**
   * Builds the body of a request. An export without a target key gets one made in the vault, so that only this machine
   * can open it.
   */
  const build = async (
    operation: Query | ActivityOperation,
    input: Readonly<Record<string, unknown>>,
    { profile, key, at }: Pick<Draft, 'profile' | 'key'> & { readonly at: TokenAt | null },
  ): Promise<Pick<Draft, 'body' | 'target'>> => {
    const { organizationId } = profile;
    if (operation.kind === 'query')
      return { body: buildQueryBody(operation, { organizationId, ...input }), target: null };
    const timestampMs = ports.clock.now();
    const { exports } = operation;
    const named = exports === null ? [] : exportedIn(exports, input);
    if (exports === null || named.length === 0 || named.some((one) => one[exports.target] !== undefined)) {
      return { body: buildActivityBody(operation, { organizationId, parameters: input, timestampMs }), target: null };
    }
    checkParameters(operation, withTarget(exports, input, ANY_TARGET));
    const target =
      at === null
        ? await keyring.make({
            purpose: 'target',
            profile: profile.name,
            name: 'Export target',
            store: storeOf(key),
          })
        : await keyring.makeTargetOnToken({ profile: profile.name, at });
    const parameters = withTarget(exports, input, target.publicKey);
    return { body: buildActivityBody(operation, { organizationId, parameters, timestampMs }), target };
  };

  return {
    async prepare(name, input, profile, { at, ...beside }) {
      const operation = requireOperation(name);
      if (operation.kind === 'discovery' || operation.kind === 'gateway')
        throw new AppError(
          'INVALID_INPUT',
          sentence`“${name}” is an unstamped query. Nothing was prepared. Run it directly.`,
        );
      const key = credentials.stamping(profile);
      const built = await build(operation, input, { profile, key, at });
      const requestId = randomUUID();
      drafts.set(requestId, { profile, key, operation, ...beside, ...built });
      const [oldest] = drafts.keys();
      if (drafts.size > MAXIMUM_DRAFTS && oldest !== undefined) await discard(oldest);
      return { requestId, body: utf8Decode(built.body) };
    },
    get,
    take(requestId) {
      const { operation, ...draft } = get(requestId);
      if (operation.kind !== 'activity')
        throw new AppError('INVALID_INPUT', 'A query cannot be submitted. Nothing was sent. Run it as a query.');
      drafts.delete(requestId);
      return { ...draft, operation };
    },
    drop,
    discard,
  };
}
