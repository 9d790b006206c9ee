import { AppError, sentence, term } from '../../../../shared/errors/index.ts';
import { inQuotes, type ProfileRow } from '../../../../shared/model/index.ts';
import type { MoveOf } from '../../../storage/records/index.ts';
import type { Base } from '../../base.ts';
import type { Queries } from '../../queries/queries.ts';
import type { VaultKeeper } from '../../vault/vault-keeper.ts';
import { createFinder, requireSame } from './choose.ts';
import { compareAddresses, type End, type Listed, type Movable } from './ends.ts';
import type { LeftBehind } from './left-behind.ts';
import {
  type AnsweredStep,
  exportBundleOf,
  hasFailed,
  isDone,
  MOVE_STEPS,
  type MoveStep,
  type Steps,
  targetBundleOf,
  type WantedStep,
} from './steps.ts';

/** Accounts of one request (`accounts-per-activity`). */
const ACCOUNTS_AT_ONCE = 1_000;

/** An activity of a move that is not finished. */
export interface WaitingMove {
  readonly step: MoveStep;
  readonly profile: string;
  readonly activityId: string;
  readonly status: string;
}

/** The result for one wallet or private key. It stays at the source in every case. */
export interface MovedItem extends Pick<Listed, 'kind' | 'name' | 'id'> {
  readonly state: 'moved' | 'already there' | 'waiting' | 'not started';
  /** Its id at the target. Null while it is not there. */
  readonly targetId: string | null;
  /** Its addresses at the source. */
  readonly addresses: number;
  /** Addresses that were compared and are the same at both services. */
  readonly compared: number;
  readonly waiting: WaitingMove | null;
  readonly notMoved: LeftBehind;
}

export interface MoveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((at: { readonly step: MoveStep | 'compare'; readonly name: string }) => void) | undefined;
  /** Called with each finished or waiting item. */
  readonly ended?: ((item: MovedItem) => void) | undefined;
}

/** The effect of each finished step, as an operator reads it after a refusal. */
const DONE: Readonly<Record<MoveStep, string>> = {
  start: 'the target made a key for it',
  export: 'the source exported it, encrypted to that key',
  import: 'the target imported it',
  accounts: 'the target added accounts',
};

/** An object to move, with the same object at the target when it is there. */
export interface Planned {
  readonly here: Movable;
  readonly there: Movable | null;
  readonly left: LeftBehind;
}

/** The two ends of a move. */
export interface Ends {
  readonly source: End;
  readonly target: End;
}

interface OneMoveParts {
  readonly vault: Pick<VaultKeeper, 'open'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly steps: Steps;
}

/** The object at the target, or the activity that others have to vote on first. */
type Reached = { readonly there: Movable } | { readonly waiting: WaitingMove };

/**
 * Returns the function that moves one object as far as votes allow. It resumes from the noted steps. An object that the
 * operator was not asked about must be at the target: it throws INVALID_INPUT in place of a request.
 */
export function createOneMove(
  { records, changes }: Pick<Base, 'records' | 'changes'>,
  { vault, queries, steps }: OneMoveParts,
  { source, target }: Ends,
  { signal, progress }: MoveOptions,
): (planned: Planned, isAsked: boolean) => Promise<MovedItem> {
  type Earlier = ReadonlyMap<MoveStep, AnsweredStep>;

  /** The answered steps of an earlier run. Settling one that had no reply may show that the object was moved. */
  const readEarlier = async (move: MoveOf): Promise<Earlier> => {
    const found = new Map<MoveStep, AnsweredStep>();
    for (const step of MOVE_STEPS) {
      const answered = await steps.recorded(move, step);
      if (answered !== null) found.set(step, answered);
    }
    return found;
  };

  /** Submits the next request. A refusal names the steps before it, because only this request was not sent. */
  const submit = async (
    here: Movable,
    move: MoveOf,
    wanted: WantedStep,
    done: readonly MoveStep[],
  ): Promise<AnsweredStep> => {
    try {
      return await steps.submit(move, wanted);
    } catch (error) {
      throw done.length > 0 && error instanceof AppError && error.code === 'NOT_CONFIRMED'
        ? stoppedAfter(here, done, error)
        : error;
    }
  };

  /** Has the source seal the object to a key of the target, and passes it on. */
  const give = async (here: Movable, move: MoveOf, earlier: Earlier): Promise<Reached> => {
    const at = (step: MoveStep) => progress?.({ step, name: here.name });
    const isWallet = here.key === null;
    const call = await vault.open();
    at('start');
    const { userId } = await queries.ask('whoami', {}, { profile: target.profile, signal });
    const starting = { operation: isWallet ? 'init_import_wallet' : 'init_import_private_key', parameters: { userId } };
    const start =
      sameParameters(mayGoOn(earlier.get('start'), true), { userId }) ??
      (await submit(here, move, { step: 'start', profile: target.profile, ...starting }, []));
    if (!isDone(start)) return { waiting: waitingOf('start', start, target) };
    const signed = { bundle: targetBundleOf(start), userId, ...pinned(target.profile) };
    const { targetPublicKey } = await call('readImportTarget', signed);

    at('export');
    const exporting = isWallet ? { walletId: here.id, targetPublicKey } : { privateKeyId: here.id, targetPublicKey };
    const exportAs = { operation: isWallet ? 'export_wallet' : 'export_private_key', parameters: exporting };
    const exported =
      sameParameters(mayGoOn(earlier.get('export'), true), exporting) ??
      (await submit(here, move, { step: 'export', profile: source.profile, ...exportAs }, ['start']));
    if (!isDone(exported)) return { waiting: waitingOf('export', exported, source) };
    const bundle = exportBundleOf(exported, here.kind);
    const { encryptedBundle } = await call('passOnExport', { bundle, ...pinned(source.profile) });

    at('import');
    const importing = importOf(here, { userId, encryptedBundle });
    const imported =
      sameParameters(mayGoOn(earlier.get('import')), { encryptedBundle }) ??
      (await submit(here, move, { step: 'import', profile: target.profile, ...importing }, ['start', 'export']));
    if (!isDone(imported)) return { waiting: waitingOf('import', imported, target) };
    return { there: await importedAt(target, here, imported) };
  };

  /** Compares both ends, and adds the accounts that one import could not take. */
  const complete = async (here: Movable, given: Movable, move: MoveOf, earlier: Earlier): Promise<Reached> => {
    let there = given;
    let known = mayGoOn(earlier.get('accounts'));
    progress?.({ step: 'compare', name: here.name });
    for (let before = Number.POSITIVE_INFINITY; ; known = null) {
      const { missing } = requireSame(here, there, [source.profile, target.profile]);
      if (missing.length === 0) return { there };
      if (here.key !== null || missing.length >= before) throw lacks(here, target.profile, missing.length);
      before = missing.length;
      const accounts = missing.slice(0, ACCOUNTS_AT_ONCE).map((index) => here.accounts[index]);
      const adding = { operation: 'create_wallet_accounts', parameters: { walletId: there.id, accounts } };
      const added =
        known ?? (await submit(here, move, { step: 'accounts', profile: target.profile, ...adding }, ['import']));
      if (!isDone(added)) return { waiting: waitingOf('accounts', added, target) };
      there = await target.open(there);
    }
  };

  return async (planned, isAsked) => {
    const { here } = planned;
    const move = moveOf(here, source, target);
    const earlier = await readEarlier(move);
    const there = earlier.size === 0 ? planned.there : await createFinder(target)(here);
    if (!isAsked && (there === null || compareAddresses(here, there).missing.length > 0)) throw notAsked(here, target);
    const wasThere = there !== null && compareAddresses(here, there).missing.length === 0 && !earlier.has('import');
    const isAnew = there === null && steps.hasEnded(move, 'import', earlier.get('import'));
    if (isAnew) records.moveSteps.clear(move);
    const first = there === null ? await give(here, move, isAnew ? new Map() : earlier) : { there };
    const reached = 'there' in first ? await complete(here, first.there, move, earlier) : first;
    if ('waiting' in reached) return itemOf({ ...planned, there }, 'waiting', reached.waiting);
    records.moveSteps.clear(move);
    changes.announce('accounts');
    return itemOf({ ...planned, ...reached }, wasThere ? 'already there' : 'moved');
  };
}

/** Returns the object of a move by the ids of both organizations. */
export const moveOf = (here: Listed, source: End, target: End): MoveOf => ({
  source: source.profile.organizationId,
  target: target.profile.organizationId,
  object: here.id,
});

const pinned = ({ organizationId, signerKey }: ProfileRow) => ({ organizationId, signerKey: signerKey.toLowerCase() });

/** The step when it is not over, and with `orDone` also when it is completed. Null for one that must be made anew. */
function mayGoOn(step: AnsweredStep | null | undefined, orDone = false): AnsweredStep | null {
  if (step === null || step === undefined || hasFailed(step.activity)) return null;
  return orDone || !isDone(step) ? step : null;
}

/** The step when its request had these parameters, else null. */
function sameParameters(step: AnsweredStep | null, wanted: Readonly<Record<string, unknown>>): AnsweredStep | null {
  const isSame = step !== null && Object.entries(wanted).every(([name, value]) => step.parameters[name] === value);
  return isSame ? step : null;
}

function importOf(here: Movable, sealed: { readonly userId: string; readonly encryptedBundle: string }) {
  if (here.key === null) {
    const accounts = here.accounts.slice(0, ACCOUNTS_AT_ONCE);
    return { operation: 'import_wallet', parameters: { ...sealed, walletName: here.name, accounts } };
  }
  const addressFormats = here.addresses.map(({ addressFormat }) => addressFormat);
  const { curve } = here.key;
  return {
    operation: 'import_private_key',
    parameters: { ...sealed, privateKeyName: here.name, curve, addressFormats },
  };
}

/** Reads the imported object back from the target. Throws SERVICE_REPLY_INVALID when it is not listed there. */
async function importedAt(target: End, here: Listed, { activity }: AnsweredStep): Promise<Movable> {
  const { importWalletResult, importPrivateKeyResult } = (activity.result ?? {}) as {
    importWalletResult?: { walletId?: string };
    importPrivateKeyResult?: { privateKeyId?: string };
  };
  const id = importWalletResult?.walletId ?? importPrivateKeyResult?.privateKeyId;
  const listed = (await target.list()).find((each) => each.kind === here.kind && each.id === id);
  if (listed !== undefined) return target.open(listed);
  throw new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The service of “${target.profile.name}” completed the import of ${inQuotes(here.name)} and does not list it. Do not use it. Report this to the operator of the service.`,
  );
}

const stoppedAfter = ({ kind, name }: Listed, done: readonly MoveStep[], cause: AppError) =>
  new AppError(
    'NOT_CONFIRMED',
    sentence`You stopped the move of the ${term(kind)} ${inQuotes(name)}. Done before: ${done.map((step) => DONE[step]).join(', ')}. Only the request after that was not stamped or sent. Run the same move again to go on from there.`,
    { cause },
  );

const notAsked = ({ kind, name }: Listed, { profile }: End) =>
  new AppError(
    'INVALID_INPUT',
    sentence`The ${term(kind)} ${inQuotes(name)} was at “${profile.name}” when you were asked, and is not whole there now. It was not exported. Run the move again to be asked about it.`,
  );

const lacks = ({ kind, name }: Listed, target: ProfileRow, count: number) =>
  new AppError(
    'ADDRESS_MISMATCH',
    sentence`The ${term(kind)} ${inQuotes(name)} at “${target.name}” lacks ${count} of its addresses. The source stays unchanged. Add the addresses there, or report this to the operator of that service.`,
  );

const waitingOf = (step: MoveStep, { activity: { id, status } }: AnsweredStep, { profile }: End): WaitingMove => ({
  step,
  profile: profile.name,
  activityId: id,
  status,
});

export function itemOf(
  { here, there, left }: Planned,
  state: MovedItem['state'],
  waiting: WaitingMove | null = null,
): MovedItem {
  const { kind, name, id } = here;
  const compared = there === null ? 0 : compareAddresses(here, there).same;
  const targetId = there?.id ?? null;
  return { kind, name, id, state, targetId, addresses: here.addresses.length, compared, waiting, notMoved: left };
}
