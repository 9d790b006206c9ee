import { AppError, sentence } from '../../../../shared/errors/index.ts';
import { inQuotes } from '../../../../shared/model/index.ts';
import type { Base } from '../../base.ts';
import { askedProfile } from '../../consent/consents.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import type { Queries } from '../../queries/queries.ts';
import type { Requests } from '../../requests/requests.ts';
import type { VaultKeeper } from '../../vault/vault-keeper.ts';
import { choose, createFinder, requireSame } from './choose.ts';
import { compareAddresses, createEnd, type End, type Listed } from './ends.ts';
import { moving, namingProfiles, planning } from './faults.ts';
import { readLeftBehind } from './left-behind.ts';
import { createOneMove, itemOf, type MovedItem, type MoveOptions, moveOf, type Planned } from './one-move.ts';
import { createSteps } from './steps.ts';

/** A move that the operator asks for: names or ids of wallets and private keys, and the names of two profiles. */
export interface WantedMove {
  /** The current profile when absent. */
  readonly from?: string | undefined;
  readonly to: string;
  readonly named: readonly string[];
}

/**
 * Moves wallets and private keys from one service to another. The source seals each to a key of the target, and nothing
 * in between opens it. The same call resumes an interrupted move. Nothing is deleted at the source.
 */
export interface Moves {
  /** The wallets and private keys of the current profile. */
  list(): Promise<readonly Pick<Listed, 'kind' | 'id' | 'name'>[]>;
  /** Returns what a move would do. Sends reads only. Throws what `run` throws before its first request. */
  plan(wanted: WantedMove, options?: Pick<MoveOptions, 'signal'>): Promise<readonly MovedItem[]>;
  /**
   * Moves one after the other, each as far as votes allow. Throws NOT_FOUND, INVALID_INPUT, PROFILE_CHANGED,
   * NOT_CONFIRMED, ACTIVITY_FAILED, the errors of bundles, and ADDRESS_MISMATCH for another address at the target.
   */
  run(wanted: WantedMove, options?: MoveOptions): Promise<readonly MovedItem[]>;
}

interface MoveParts {
  readonly profiles: Pick<Profiles, 'get' | 'requireConfirmed'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly requests: Pick<Requests, 'prepare' | 'submit' | 'settle'>;
  readonly vault: Pick<VaultKeeper, 'open'>;
}

export function createMoves(
  { records, consents, changes }: Pick<Base, 'records' | 'consents' | 'changes'>,
  given: MoveParts,
): Moves {
  const parts = { ...given, ...namingProfiles(given) };
  const { profiles, queries } = parts;

  const endsOf = async ({ from, to }: WantedMove, signal?: AbortSignal) => {
    const [source, target] = [profiles.get(from), profiles.get(to)];
    if (source.organizationId === target.organizationId) {
      throw new AppError(
        'INVALID_INPUT',
        sentence`The profiles “${source.name}” and “${target.name}” are for the same organization. Nothing was moved. Name the profile of another service with --to.`,
      );
    }
    for (const profile of [source, target]) await profiles.requireConfirmed(profile);
    return { source: createEnd(source, queries, signal), target: createEnd(target, queries, signal) };
  };

  const planOf = async (
    source: End,
    target: End,
    named: readonly string[],
    signal?: AbortSignal,
  ): Promise<Planned[]> => {
    const all = await source.list();
    const chosen = choose(named, all, source.profile);
    const leftBehind = await readLeftBehind(source.profile, queries, { listed: all, signal });
    const find = createFinder(target);
    const planned: Planned[] = [];
    for (const listed of chosen) {
      const here = await source.open(listed);
      if (here.key === null && here.addresses.length === 0) {
        throw new AppError(
          'INVALID_INPUT',
          sentence`The wallet ${inQuotes(here.name)} has no account, so no address could be compared. Nothing was moved. Add an account first.`,
        );
      }
      const there = await find(here);
      if (there !== null) requireSame(here, there, [source.profile, target.profile]);
      const wasMoved = there !== null || records.moveSteps.find(moveOf(here, source, target), 'export') !== null;
      planned.push({ here, there, left: leftBehind(here, wasMoved) });
    }
    return planned;
  };

  return {
    async list() {
      const listed = await createEnd(profiles.get(), queries).list();
      return listed.map(({ kind, id, name }) => ({ kind, id, name }));
    },
    async plan(wanted, { signal } = {}) {
      const { source, target } = await endsOf(wanted, signal);
      const planned = await planning(() => planOf(source, target, wanted.named, signal));
      return planned.map((each) => itemOf(each, isWhole(each) ? 'already there' : 'not started'));
    },
    async run(wanted, options = {}) {
      const { signal } = options;
      const ends = await endsOf(wanted, signal);
      const planned = await planning(() => planOf(ends.source, ends.target, wanted.named, signal));
      const open = planned.filter((each) => !isWhole(each));
      if (open.length > 0) {
        const moved = open.map(({ here }) => ({ kind: here.kind, name: here.name, addresses: here.addresses.length }));
        const [profile, to] = [askedProfile(ends.source.profile), askedProfile(ends.target.profile)];
        await consents.ask({ kind: 'moveKeys', profile, to, moved }, signal);
      }
      const steps = createSteps({ ...parts, records }, { signal });
      const moveOne = createOneMove({ records, changes }, { ...parts, steps }, ends, options);
      const items: MovedItem[] = [];
      for (const each of planned) {
        if (signal?.aborted === true)
          throw new AppError('CANCELLED', 'Cancelled. Run the same move again to go on with the rest.');
        const item = await moving(each.here, () => moveOne(each, open.includes(each)));
        options.ended?.(item);
        items.push(item);
      }
      return items;
    },
  };
}

/** Reports whether the target has every address. */
const isWhole = ({ here, there }: Planned) => there !== null && compareAddresses(here, there).missing.length === 0;
