import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type AskedVoteLine, isVotedTogether } from '../../../shared/ipc/index.ts';
import type { Meaning, ProfileRow } from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { parametersIn } from '../../client/index.ts';
import type { FindEffects } from '../activities/effects.ts';
import type { Base } from '../base.ts';
import { askedProfile } from '../consent/consents.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Key } from '../keys/key-index.ts';
import type { Namer } from '../naming/naming.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { askUntilSame, type CheckLines } from './checked-spending.ts';
import type { Confirmation } from './confirmation.ts';
import { requireOneAnswer } from './one-answer.ts';
import { outpointsIn } from './outpoints.ts';
import type { FindReplaced } from './replaced.ts';
import { spendsOf } from './spends.ts';
import type { FindVoted } from './voted.ts';

/** The votes of a group, all of one kind. */
export interface VotesStamped {
  readonly profile: ProfileRow;
  readonly key: Key;
  readonly approves: boolean;
  readonly bodies: readonly Uint8Array<ArrayBuffer>[];
}

/** The confirmation of a vote, or the reason why it needs a question of its own. */
export type ConfirmedVote =
  | { readonly confirmation: Confirmation; readonly why: null }
  | { readonly confirmation: null; readonly why: string };

/**
 * Shows the operator in one question the vault's reading of each activity that is voted on, with its effects. Returns
 * the outcome for each body, in order. An activity with an unknown effect, a finding of danger or no proven bytes is
 * not asked about. Neither is one that replaces a payment, or that spends the same as an earlier one of the group. The
 * question is asked again when the chain of an approved payment changed before the answer.
 * Throws VAULT_LOCKED, PROFILE_CHANGED, NOT_CONFIRMED, CANCELLED, TRANSACTION_INVALID. Throws INVALID_INPUT when no
 * vote is left to ask about, and NOT_SUPPORTED for a key that asks with each signature.
 */
export type ConfirmVotes = (stamped: VotesStamped, counting?: Counting) => Promise<readonly ConfirmedVote[]>;

interface VoteConfirmationParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly tokens: Pick<TokenKeeper, 'asks'>;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
  readonly findVoted: FindVoted;
  readonly findReplaced: FindReplaced;
  readonly findEffects: FindEffects;
  readonly checkLines: CheckLines;
}

/** A vote that can be in the group. */
interface Grouped {
  readonly asked: AskedVoteLine;
  readonly confirmation: Omit<Confirmation, 'consent'>;
}

export function createVoteConfirmation(
  { consents, records }: Base,
  {
    profiles,
    vault,
    tokens,
    interfaces,
    namer,
    findVoted,
    findReplaced,
    findEffects,
    checkLines,
  }: VoteConfirmationParts,
): ConfirmVotes {
  return async ({ profile, key, approves, bodies }, { signal, progress } = {}) => {
    const call = await vault.openWithKey(key);
    await profiles.requireConfirmed(profile);
    const instead = 'one answer cannot cast several votes. Nothing was stamped. Vote on each request by itself';
    await requireOneAnswer({ vault, tokens }, { profile, key, instead });
    const describe = (body: Uint8Array<ArrayBuffer>) => interfaces.explained(call, () => call('describe', { body }));
    const nameOf = (meaning: Meaning) => namer.nameOf(profile, meaning);
    const spent = new Set<string>();

    /** Reads one vote. Returns the reason, in a sentence, why it needs a question of its own. */
    const read = async (body: Uint8Array<ArrayBuffer>, line: number): Promise<Grouped | string> => {
      const meaning = await describe(body);
      const vote = await findVoted({ meaning, body, describe, nameOf }, { profile, signal });
      if (vote === null || vote.approves !== approves) return 'It is not a vote of this group.';
      if (vote.meaning === null) return vote.problem;
      const { meaning: about, body: votedBody } = vote;
      const effects = approves
        ? await findEffects({ profile, operation: about.operation, body: votedBody, signal })
        : [];
      const naming = { ...vote.naming, findings: [...effects, ...vote.naming.findings] };
      const isDangerous = [...naming.findings, ...about.findings].some(({ level }) => level === 'danger');
      if (isDangerous) return 'It has a finding of danger.';
      if (!isVotedTogether({ meaning: about, naming })) return 'Its effect is not fully known.';
      if (findReplaced(profile, vote) !== null) return 'It replaces an earlier payment.';
      const operation = findOperation(about.operation ?? '');
      const spends =
        approves && operation?.kind === 'activity' ? spendsOf(operation, parametersIn(utf8Encode(votedBody))) : [];
      if (spends.some((spend) => spent.has(spend))) return 'It spends the same as another request of the group.';
      for (const spend of spends) spent.add(spend);
      const outpoints = approves ? outpointsIn(about, utf8Encode(votedBody)) : [];
      return {
        asked: {
          line,
          meaning,
          body: utf8Decode(body),
          voted: { meaning: about, naming, body: votedBody, askedBy: vote.askedBy },
        },
        confirmation: {
          outpoints,
          noteStamped() {
            namer.noteStamped(profile, meaning);
            if (approves) namer.noteStamped(profile, about);
          },
        },
      };
    };

    const found: (Grouped | string)[] = [];
    for (const body of bodies) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was stamped or sent.');
      progress?.({ done: found.length, total: bodies.length, text: 'Reading the requests' });
      found.push(await read(body, found.filter((one) => typeof one !== 'string').length + 1));
    }
    const grouped = found.filter((one) => typeof one !== 'string');
    if (grouped.length === 0) {
      const [why = 'There is no request.'] = found.filter((one) => typeof one === 'string');
      const text = sentence`No request can be voted on together with others. ${why} Nothing was stamped. Vote on each by itself.`;
      throw new AppError('INVALID_INPUT', text);
    }
    records.outpoints.requireSame(grouped.flatMap(({ confirmation }) => confirmation.outpoints));
    const question = {
      kind: 'votes',
      profile: askedProfile(profile),
      key: { name: key.name, publicKey: key.publicKey },
      approves,
      lines: grouped.map(({ asked }) => asked),
    } as const;
    const paid = approves
      ? grouped.map(({ asked: { line, voted } }) => ({ line, meaning: voted.meaning, body: utf8Encode(voted.body) }))
      : [];
    const check = await checkLines(profile, paid);
    // The vault may have been locked during the queries to the service.
    await vault.openWithKey(key);
    const consented = await askUntilSame(check, signal, (findings, changed) =>
      consents.toStampBatch({ ...question, findings, changed }, key.id, signal),
    );
    const given = [...consented];
    return found.map((one): ConfirmedVote => {
      if (typeof one === 'string') return { confirmation: null, why: one };
      const consent = given.shift();
      if (consent === undefined) throw new Error('a vote has no consent');
      return { confirmation: { ...one.confirmation, consent }, why: null };
    });
  };
}
