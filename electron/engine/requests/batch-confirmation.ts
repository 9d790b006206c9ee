import { isDeepStrictEqual } from 'node:util';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type AskedLine, type AskedVotes, isBatched } from '../../../shared/ipc/index.ts';
import type { Finding, Meaning, ProfileRow, SeenAccount } from '../../../shared/model/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import type { FindFurtherVotes } from '../activities/further-votes.ts';
import type { Base } from '../base.ts';
import { askedProfile } from '../consent/consents.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Key } from '../keys/key-index.ts';
import type { Namer } from '../naming/naming.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { askUntilSame, type CheckLines, type ComparedLine, type LinesCheck } from './checked-spending.ts';
import { type Confirmation, signedBefore } from './confirmation.ts';
import { requireOneAnswer } from './one-answer.ts';
import { outpointsIn } from './outpoints.ts';

/** A line of a batch, with the payment that is composed anew before it is asked about again. */
interface StampedLine extends Pick<ComparedLine, 'line' | 'payment'> {
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The bodies of a batch, each with its line in the operator's file. */
export interface BatchStamped {
  readonly profile: ProfileRow;
  readonly key: Key;
  readonly name: string;
  readonly lines: readonly StampedLine[];
  /** The lines of the batch that went to the service after earlier answers. */
  readonly sent?: number;
  /** Known changes since an earlier answer, in whole sentences. */
  readonly changed?: readonly string[];
  /** The accounts at the earlier answer. */
  readonly since?: readonly SeenAccount[] | null;
}

/** A confirmation for each line, in order, and the comparison with the chain that the question showed. */
export interface ConfirmedBatch {
  readonly confirmations: readonly Confirmation[];
  /** Null where no node of the operator knows what the lines use up. */
  readonly chain: LinesCheck | null;
}

/**
 * Shows the operator the vault's reading of every body in one question, and asks again when their chain changed before
 * the answer. The question names the changes since an earlier answer.
 * Throws VAULT_LOCKED, PROFILE_CHANGED, NOT_CONFIRMED, CANCELLED, TRANSACTION_INVALID. Throws INVALID_INPUT for a line
 * whose effect is not fully known, or whose contents have a finding of danger. Throws NOT_SUPPORTED for a key that asks with each signature.
 */
export type ConfirmBatch = (stamped: BatchStamped, counting?: Counting) => Promise<ConfirmedBatch>;

interface BatchConfirmationParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly tokens: Pick<TokenKeeper, 'asks'>;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
  readonly findFurtherVotes: FindFurtherVotes;
  readonly checkLines: CheckLines;
}

export function createBatchConfirmation(
  { consents, records }: Base,
  { profiles, vault, tokens, interfaces, namer, findFurtherVotes, checkLines }: BatchConfirmationParts,
): ConfirmBatch {
  return async (
    { profile, key, name, lines, sent = 0, changed: before = [], since = null },
    { signal, progress } = {},
  ) => {
    const call = await vault.openWithKey(key);
    await profiles.requireConfirmed(profile);
    const instead = 'a batch cannot use it. Nothing was stamped. Send the lines one by one';
    await requireOneAnswer({ vault, tokens }, { profile, key, instead });
    const asked: AskedLine[] = [];
    let votes: AskedVotes | undefined;
    const confirmed: Omit<Confirmation, 'consent'>[] = [];
    const refused: Pick<AskedLine, 'line' | 'meaning'>[] = [];
    for (const { line, body } of lines) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was stamped or sent.');
      const meaning = await interfaces.explained(call, () => call('describe', { body }));
      progress?.({ done: asked.length + refused.length, total: lines.length, text: 'Reading the lines' });
      if (!isBatched({ meaning })) refused.push({ line, meaning });
      // The refusal names all of them at once.
      if (refused.length > 0) continue;
      const before = signedBefore(records.journal, profile, { meaning, body });
      asked.push({ line, meaning, naming: await namer.nameOf(profile, meaning), body: utf8Decode(body), before });
      confirmed.push({ outpoints: outpointsIn(meaning, body), noteStamped: () => namer.noteStamped(profile, meaning) });
      // Once two lines differ, or one is unknown, no one answer is true of all.
      if (votes !== 'unknown') {
        const { operation } = meaning;
        const after = await findFurtherVotes({ profile, key, operation, body: utf8Decode(body) });
        votes = votes === undefined || isDeepStrictEqual(votes, after) ? after : 'unknown';
      }
    }
    if (refused.length > 0) throw notBatched(refused);
    records.outpoints.requireSame(confirmed.flatMap(({ outpoints }) => outpoints));
    const question = {
      kind: 'batch',
      profile: askedProfile(profile),
      key: { name: key.name, publicKey: key.publicKey },
      name,
      lines: asked,
      votes: votes ?? 'unknown',
      sent,
    } as const;
    const compared = lines.flatMap(({ line, body, payment }, index) => {
      const meaning = asked[index]?.meaning;
      return meaning === undefined ? [] : [{ line, meaning, body, payment }];
    });
    const check = await checkLines(profile, compared, { seen: since, hasPaid: sent > 0 });
    let chain = check;
    const ask = (findings: readonly Finding[], changed: readonly string[], shown: LinesCheck | null) => {
      chain = shown;
      return consents.toStampBatch({ ...question, findings, changed }, key.id, signal);
    };
    const given = await askUntilSame(check, signal, ask, [...before, ...(check?.changed ?? [])]);
    const confirmations = given.flatMap((consent, index) =>
      confirmed.slice(index, index + 1).map((one) => ({ ...one, consent })),
    );
    return { confirmations, chain };
  };
}

/** The refusal of lines that need questions of their own, each with its reason. */
function notBatched(refused: readonly Pick<AskedLine, 'line' | 'meaning'>[]): AppError {
  const fields = refused.map(({ line, meaning }) => ({ path: `Line ${line}`, reason: reasonOf(meaning) }));
  const [first] = refused;
  if (first === undefined || refused.length > 1)
    return new AppError(
      'INVALID_INPUT',
      sentence`A batch cannot hold ${refused.length} of the lines. Nothing was stamped. Take these lines out, and sign each of them alone on the Sign page.`,
      { fields },
    );
  const { line, meaning } = first;
  const why = isDangerous(meaning)
    ? `Line ${line} has a finding of danger`
    : `The effect of line ${line} is not fully known`;
  return new AppError(
    'INVALID_INPUT',
    sentence`${why}, so a batch cannot hold it. Nothing was stamped. Take the line out, and sign it alone on the Sign page.`,
    { fields },
  );
}

const isDangerous = ({ judged, findings }: Meaning): boolean =>
  judged === 'whole' && findings.some(({ level }) => level === 'danger');

/** The first finding of danger, or any finding, says why. */
function reasonOf(meaning: Meaning): string {
  const { findings } = meaning;
  const found = findings.find(({ level }) => level === 'danger') ?? findings[0];
  return found?.text ?? 'Its effect is not fully known.';
}
