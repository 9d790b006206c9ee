import { AppError, type Outcome, outcomeOfOpen } from '../../../shared/errors/index.ts';
import type { AskedVote, DerivedAddress, EarlierSignature } from '../../../shared/ipc/index.ts';
import type { Finding, Meaning, Naming, ProfileRow } from '../../../shared/model/index.ts';
import { type ActivityOperation, findOperation } from '../../../shared/operations/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { parametersIn } from '../../client/index.ts';
import { type StatedOutpoint, sha256 } from '../../crypto/index.ts';
import type { Journal, JournalEntry } from '../../storage/records/index.ts';
import type { FindEffects } from '../activities/effects.ts';
import type { FindFurtherVotes } from '../activities/further-votes.ts';
import type { Base } from '../base.ts';
import { askedProfile, type Consent } from '../consent/consents.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Key } from '../keys/key-index.ts';
import type { Namer } from '../naming/naming.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { AskToStamp } from './ask-to-stamp.ts';
import { askUntilSame, type CheckSpending } from './checked-spending.ts';
import type { ReplacedRequest } from './drafts.ts';
import { outpointsIn } from './outpoints.ts';
import type { FindReplaced } from './replaced.ts';
import type { FindVoted } from './voted.ts';

/** A body to be stamped, with its profile and key. */
interface Stamped {
  readonly profile: ProfileRow;
  readonly key: Key;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly derived?: readonly DerivedAddress[];
  /** Findings about what is not in the body. */
  readonly findings?: readonly Finding[];
  readonly replaces?: ReplacedRequest | null;
}

/**
 * Shows the operator the request that these bytes make, and for a vote also the activity. Local names replace addresses,
 * and the effects on people are listed. The vault always describes the bytes again. Returns the consent to stamp them.
 *
 * Throws VAULT_LOCKED, PROFILE_CHANGED, NOT_CONFIRMED or CANCELLED. Throws TRANSACTION_INVALID when a stamped request
 * stated another amount for a Bitcoin output. Throws NOT_SUPPORTED for a key that asks once where its profile asks each
 * time.
 */
export type Confirm = (stamped: Stamped, signal?: AbortSignal) => Promise<Confirmation>;

export interface Confirmation {
  readonly consent: Consent;
  /** The Bitcoin outputs that the request states. The caller remembers them before it uses the stamp. */
  readonly outpoints: readonly StatedOutpoint[];
  /** Records the recipients and amounts that were signed, after the stamp. */
  noteStamped(): void;
}

interface ConfirmationParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly askToStamp: AskToStamp;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
  readonly findVoted: FindVoted;
  readonly findReplaced: FindReplaced;
  readonly findEffects: FindEffects;
  readonly findFurtherVotes: FindFurtherVotes;
  readonly checkSpending: CheckSpending;
}

export function createConfirmation(
  { records, ports }: Base,
  {
    profiles,
    vault,
    askToStamp,
    interfaces,
    namer,
    findVoted,
    findReplaced,
    findEffects,
    findFurtherVotes,
    checkSpending,
  }: ConfirmationParts,
): Confirm {
  return async ({ profile, key, body, derived = [], findings: beside = [], replaces = null }, signal) => {
    const call = await vault.openWithKey(key);
    await profiles.requireConfirmed(profile);
    const describe = (bytes: Uint8Array<ArrayBuffer>) =>
      interfaces.explained(call, () => call('describe', { body: bytes }));
    const meaning = await describe(body).catch((error: unknown) => {
      // The command line stamps bytes of any kind. The trusted window offers no button for bytes without a meaning.
      if (error instanceof AppError && error.code === 'INVALID_INPUT') return null;
      throw error;
    });
    const nameOf = (named: Meaning) => namer.nameOf(profile, named);
    const text = new TextDecoder().decode(body);
    const withEffects = async (named: Naming, operation: string | null, asked: string): Promise<Naming> => {
      const effects = await findEffects({ profile, operation, body: asked, signal });
      const own = named.findings.filter(({ text }) => effects.every((effect) => effect.text !== text));
      return { ...named, findings: [...effects, ...own] };
    };
    const votes = findFurtherVotes({ profile, key, operation: meaning?.operation ?? null, body: text });
    // It is awaited below, and may fail before.
    votes.catch(() => undefined);
    const named = meaning === null ? null : await withEffects(await nameOf(meaning), meaning.operation, text);
    const naming = named === null ? null : { ...named, findings: [...beside, ...named.findings] };
    const found = await findVoted({ meaning, body, describe, nameOf }, { profile, signal });
    const vote =
      found?.approves === true && found.meaning !== null
        ? { ...found, naming: await withEffects(found.naming, found.meaning.operation, found.body) }
        : found;
    const voted =
      vote?.approves === true && vote.meaning !== null ? outpointsIn(vote.meaning, utf8Encode(vote.body)) : [];
    const spent = spentBy(vote, { meaning, body });
    // A command answers at once, so nothing changes while it is asked.
    const checking = spent === null || ports.autoUnlock ? null : checkSpending(profile, spent);
    // It is awaited below, and may fail before.
    checking?.catch(() => undefined);
    const outpoints = [...outpointsIn(meaning, body), ...voted];
    records.outpoints.requireSame(outpoints);
    const earlier = replaces ?? findReplaced(profile, vote);
    const described = earlier === null ? null : await describe(earlier.body);
    const replaced =
      described === null ? null : { headline: (await nameOf(described)).headline, at: Number(described.timestampMs) };
    const question = {
      kind: 'stamp',
      profile: askedProfile(profile),
      key: { name: key.name, publicKey: key.publicKey },
      meaning,
      naming,
      body: text,
      derived,
      before: signedBefore(records.journal, profile, { meaning, body }),
      replaces: replaced,
      vote,
      votes: await votes,
    } as const;
    const check = await checking;
    const consent = await askToStamp(
      { profile, key, body },
      (ask) =>
        askUntilSame(check, signal, (findings, changed) => {
          const withFindings = <Named extends Naming | null>(named: Named) =>
            named === null ? named : { ...named, findings: [...findings, ...named.findings] };
          const shown =
            vote?.approves === true && vote.meaning !== null
              ? { vote: { ...vote, naming: withFindings(vote.naming) } }
              : { naming: withFindings(naming) };
          return ask({ ...question, ...shown, changed });
        }),
      signal,
    );
    return {
      consent,
      outpoints,
      noteStamped() {
        if (meaning !== null) namer.noteStamped(profile, meaning);
        if (vote?.approves === true && vote.meaning !== null) namer.noteStamped(profile, vote.meaning);
      },
    };
  };
}

/** Returns the request that a stamp carries out or helps to: the stamped one, or the one that it approves. */
function spentBy(
  vote: AskedVote | null,
  { meaning, body }: { readonly meaning: Meaning | null; readonly body: Uint8Array },
): Parameters<CheckSpending>[1] | null {
  if (vote === null) return meaning === null ? null : { meaning, body };
  return vote.approves && vote.meaning !== null ? { meaning: vote.meaning, body: utf8Encode(vote.body) } : null;
}

/** Returns the time and the outcome of an earlier signature for the same contents. Without the archives, unknown. */
export function signedBefore(
  journal: Pick<Journal, 'signedBefore'>,
  profile: ProfileRow,
  { meaning, body }: { readonly meaning: Meaning | null; readonly body: Uint8Array },
): EarlierSignature {
  const operation = findOperation(meaning?.operation ?? '');
  if (operation?.kind !== 'activity' || operation.signs === null || meaning === null || meaning.judged === 'unreadable')
    return null;
  const content = contentDigest(operation, body);
  const found = content === null ? null : journal.signedBefore(profile.name, content);
  return found === null || 'unknown' in found ? found : { at: found.at, outcome: outcomeOf(found) };
}

/**
 * The digest of the contents to sign and the signing account, whatever the time: SHA-256 in hex over those parameters.
 * Hexadecimal text is the same in either case and with or without 0x. Null for an operation that signs nothing.
 */
export function contentDigest({ signs }: ActivityOperation, body: Uint8Array): string | null {
  if (signs === null) return null;
  const parameters = parametersIn(body);
  const content = [parameters[signs.content]].flat();
  const how =
    signs.kind === 'transaction'
      ? [parameters[signs.type]]
      : [parameters[signs.encoding], parameters[signs.hashFunction] ?? null];
  const isHex = signs.kind === 'transaction' || how[0] === 'PAYLOAD_ENCODING_HEXADECIMAL';
  const identity = [plain(parameters[signs.signWith]), how, isHex ? content.map(plain) : content];
  return hexEncode(sha256(utf8Encode(JSON.stringify(identity))));
}

function plain(value: unknown): unknown {
  return typeof value === 'string' && /^(0x)?[0-9a-f]+$/i.test(value) ? value.replace(/^0x/i, '').toLowerCase() : value;
}

/** The outcome of a signing request. Null when the service answered with an activity. */
function outcomeOf({ state, status, activityId }: JournalEntry): Outcome | null {
  if (activityId !== null) return null;
  if (state === 'answered') return 'refused';
  if (state === 'discarded') return status === 'GIVEN_UP' ? 'unknown' : 'notSent';
  return outcomeOfOpen(state);
}
