import {
  assetName,
  decimalText,
  type EndpointChain,
  grouped,
  inQuotes,
  type LimitUse,
  type OrganizationContent,
  type OverTimeLimit,
} from '../../../shared/model/index.ts';
import { type Enforcement, enforcementOf } from '../../../shared/policy-language/index.ts';
import { moment } from '../../words/time.ts';

/** A payment as a limit measures it. */
interface Measured {
  readonly chain: EndpointChain;
  readonly token: string | null;
  readonly decimals: number;
  readonly units: bigint;
  /** The highest fee that counts. Zero where fees do not count. */
  readonly feeUnits: bigint;
  readonly walletId: string;
}

/** A limit that the payment would exceed, in words. */
export interface ExceededLimit {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the limits that a payment would exceed by the used amounts as they were last read. Empty for a person who is
 * the root quorum alone, whom no limit binds. Policies decide at the service: one that denies may except the wallet.
 */
export function exceededBy(content: OrganizationContent, payment: Measured): readonly ExceededLimit[] {
  const { quorum, me, limits, policies } = content;
  if (quorum?.threshold === 1 && me !== null && quorum.userIds.includes(me)) return [];
  const enforcing = policies
    .map(({ name, effect, ...parts }) => ({ name, effect, ...enforcementOf({ effect, ...parts }) }))
    .filter(({ walletId }) => walletId === null || walletId.toLowerCase() === payment.walletId.toLowerCase());
  return limits.flatMap((limit) => {
    const by = enforcing.filter(({ controls }) => controls.includes(limit.identifier));
    return by.length === 0 ? [] : exceeded(limit, payment, { me, consequence: consequenceOf(by) });
  });
}

interface Enforcing extends Enforcement {
  readonly name: string;
  readonly effect: OrganizationContent['policies'][number]['effect'];
}

/** Returns the consequence of a payment above a limit. Another policy may allow what one policy does not. */
function consequenceOf(by: readonly Enforcing[]): string {
  const denying = by.filter(({ effect }) => effect === 'EFFECT_DENY');
  if (denying.some(({ isConditional }) => !isConditional)) return 'Only the root quorum can sign it now.';
  return by
    .map(({ name, effect }) =>
      effect === 'EFFECT_DENY'
        ? `The policy ${inQuotes(name)} refuses it where its other conditions hold.`
        : `The policy ${inQuotes(name)} does not allow it.`,
    )
    .join(' ');
}

function exceeded(
  limit: OverTimeLimit,
  payment: Measured,
  { me, consequence }: { readonly me: string | null; readonly consequence: string },
): readonly ExceededLimit[] {
  const { chain, token, decimals, units, feeUnits, walletId } = payment;
  const name = assetName(chain, token);
  const isMeasured = limit.definition.some(
    (one) => one.caip19.toLowerCase() === name?.toLowerCase() && one.decimals === String(decimals),
  );
  const isSum = limit.method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
  if (
    !isMeasured ||
    limit.uses === null ||
    (limit.types.length > 0 && !limit.types.some((type) => /SIGN_TRANSACTION/.test(type)))
  )
    return [];
  const owner = limit.scope === 'user' ? me : limit.scope === 'wallet' ? walletId : null;
  const isShared = limit.scope === 'organization';
  const use = limit.uses.find(({ scopeId }) => isShared || (owner !== null && scopeId === owner)) ?? null;
  const adds = isSum ? decimalText(units + feeUnits, decimals) : '1';
  if (use === null && !isShared && (owner === null || limit.hasUnlisted)) return perhaps(limit, { owner, adds });
  // Without a row of its own, an owner of a whole list has used nothing.
  const remaining = use === null ? limit.threshold : use.remaining;
  if (remaining === null || isAtMost(adds, remaining)) return [];
  const used = use?.used ?? '0';
  return [
    {
      title: `Above the limit ${inQuotes(limit.name)}`,
      text: `Used: ${grouped(used)} of ${grouped(limit.threshold)} ${limit.unit}. This payment: ${grouped(adds)} ${limit.unit}. ${roomText(limit, use, adds)} ${consequence}`,
    },
  ];
}

/**
 * Warns of a limit whose used amount for the owner is not listed. Known is only the highest possible one: that of the
 * listed owners, or below all of them.
 */
function perhaps(
  limit: OverTimeLimit,
  { owner, adds }: { readonly owner: string | null; readonly adds: string },
): readonly ExceededLimit[] {
  const inOrder = (limit.uses ?? []).toSorted((one, other) => (isAtMost(one.used, other.used) ? 1 : -1));
  const most = owner === null ? inOrder[0] : inOrder.at(-1);
  const remaining = most === undefined ? limit.threshold : most.remaining;
  if (remaining === null || isAtMost(adds, remaining)) return [];
  const used = `${grouped(most?.used ?? '0')} of ${grouped(limit.threshold)} ${limit.unit}`;
  const known =
    owner === null
      ? `The user of this profile is not known. No user has used more than ${used}.`
      : `The service lists only the ${limit.scope}s that used the most, and this ${limit.scope} is not among them. Used: at most ${used}.`;
  return [
    {
      title: `Perhaps above the limit ${inQuotes(limit.name)}`,
      text: `${known} This payment: ${grouped(adds)} ${limit.unit}. The service decides it by the exact amount.`,
    },
  ];
}

function roomText({ threshold }: OverTimeLimit, use: LimitUse | null, adds: string): string {
  if (!isAtMost(adds, threshold)) return 'There is never room for it, because it alone is above the limit.';
  if (use === null || use.nextAt === null || use.nextAmount === null || use.emptyAt === null)
    return 'There is never room for it, because no use leaves this limit.';
  const isEnough = isAtMost(adds, use.remaining ?? '0', use.nextAmount);
  return isEnough
    ? `There is room for it from ${moment(use.nextAt)}.`
    : `There is room for it by ${moment(use.emptyAt)}.`;
}

/** Compares exact decimal numbers: one is at most the sum of the others. */
function isAtMost(one: string, ...others: readonly string[]): boolean {
  const places = Math.max(...[one, ...others].map((text) => text.split('.')[1]?.length ?? 0));
  const units = (text: string) =>
    BigInt(text.replace('.', '') + '0'.repeat(places - (text.split('.')[1]?.length ?? 0)));
  return units(one) <= others.reduce((sum, other) => sum + units(other), 0n);
}
