import {
  chainIdOf,
  DAY_MS,
  type EndpointChain,
  type ProfileRow,
  paymentFamilyOf,
  readTimestamp,
} from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { activityOutcome, parametersIn } from '../../client/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { FindRequested } from '../activities/requested.ts';
import { storedActivity } from '../activities/stored-activity.ts';
import type { Base } from '../base.ts';
import type { Clock } from '../ports.ts';
import { PAYING, spendsOf } from '../requests/spends.ts';

/** The payments of a profile that are compared, the newest first. */
const MAXIMUM_COMPARED = 500;
/**
 * Choice (signed-elsewhere): a payment that a service elsewhere signed counts for two weeks. Bitcoin Core forgets a waiting
 * transaction after that time, and its outputs must not be locked for ever.
 */
const COUNTED_MILLISECONDS = 14 * DAY_MS;

/**
 * Returns the nonces and outputs, as `spendsOf` names them, that payments of a profile use or may use. These are payments
 * that this workstation asked for or approved, and that did not fail. Throws DATABASE_CORRUPT.
 */
export type SpentHere = (profile: ProfileRow) => Promise<ReadonlySet<string>>;

export function createSpentHere(
  { records, cache }: Pick<Base, 'records' | 'cache'>,
  { findRequested, clock }: { readonly findRequested: FindRequested; readonly clock: Pick<Clock, 'now'> },
): SpentHere {
  const types = PAYING.map(({ activityType }) => activityType);

  /** Requests without a reply, which the service may have carried out. */
  const unsettled = ({ name }: ProfileRow): string[] =>
    records.journal.unsettled().flatMap(({ profile, requestId }) => {
      const entry = profile === name ? records.journal.get(requestId) : null;
      const operation = findOperation(entry?.operation ?? '');
      return entry === null || operation?.kind !== 'activity'
        ? []
        : spendsOf(operation, parametersIn(entry.body) as Parameters<typeof spendsOf>[1]);
    });

  function* spentBy(profile: ProfileRow): Steps<Set<string>> {
    const spent = new Set(unsettled(profile));
    const oldest = clock.now() - COUNTED_MILLISECONDS;
    for (const { json } of cache.reader.ofTypes(profile.name, types, MAXIMUM_COMPARED)) {
      yield;
      const activity = storedActivity(json);
      if (activity === null || ['failed', 'rejected'].includes(activityOutcome(activity))) continue;
      if ((readTimestamp(activity.createdAt) ?? oldest) < oldest) continue;
      const requested = findRequested(profile, activity);
      if ('why' in requested || requested.origin === 'shown') continue;
      for (const spend of spendsOf(requested.operation, requested.parameters)) spent.add(spend);
    }
    return spent;
  }

  return (profile) => inSlices(spentBy(profile));
}

/** Returns the first nonce from `next` on that no such payment of an account uses. */
export function freeNonce(
  spent: ReadonlySet<string>,
  { chain, from }: { readonly chain: EndpointChain; readonly from: string },
  next: string,
): string {
  const account = `${from.toLowerCase()} ${chainIdOf(chain)}`;
  let free = BigInt(next);
  while (spent.has(`${account} ${free}`)) free += 1n;
  return String(free);
}

/** Returns the Bitcoin outputs among spends. Nonces name their account, so they have spaces. */
export const outputsIn = (spent: ReadonlySet<string>): string[] => [...spent].filter((spend) => !spend.includes(' '));

/** Returns what the operator has to know about payments of an account that other people signed. */
export function spentElsewhere(chain: EndpointChain): string[] {
  const family = paymentFamilyOf(chain);
  if (family === 'bitcoin')
    return ['A payment that others asked for may spend the same outputs, unless you approved it on this workstation.'];
  return family === 'ethereum' || family === 'tempo'
    ? ['A payment that others asked for may have the same nonce, unless you approved it on this workstation.']
    : [];
}
