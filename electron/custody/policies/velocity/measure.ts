import type { VelocityMethod, VelocityOperator } from '../../../../shared/model/index.ts';
import { PolicyFault } from '../../../../shared/policy-language/index.ts';
import type { ActingContext } from '../../request-context.ts';
import { findSigningRow } from '../../signers/find-signer.ts';
import type { UsedPart, VelocityControlRow } from '../../store/index.ts';
import { signingRow, targetWallet } from '../content.ts';
import { type Subject, typesOf } from '../subject.ts';
import { readAsset } from './assets.ts';
import { hidesOwner, isSigning, movedOf, namedOwners } from './signed.ts';

/** Returns the uses of a bucket within the window, in the order in which they leave it, and the time that counts. */
export function usesOf(
  control: VelocityControlRow,
  bucketId: string,
  { store, now }: ActingContext,
): { readonly at: number; readonly parts: readonly UsedPart[] } {
  return store.velocityControls.uses({ ...windowOf(control), bucketId, now: now() });
}

export const sumOf = (parts: readonly UsedPart[]): bigint => parts.reduce((sum, { amount }) => sum + amount, 0n);

/** The control, and the length of its window in milliseconds. Null for a window without an end. */
export function windowOf({ velocityControlId, aggregation: { window } }: VelocityControlRow) {
  return { velocityControlId, duration: window.rolling === undefined ? null : Number(window.rolling.duration) * 1000 };
}

/** Returns true when a total satisfies the comparison of the control. */
export function isWithin(control: VelocityControlRow, total: bigint): boolean {
  const { threshold, operator } = control.aggregation;
  const [digits = '', fraction = ''] = threshold.split('.');
  return COMPARISONS[operator as VelocityOperator](
    total * 10n ** BigInt(fraction.length),
    BigInt(digits + fraction) * 10n ** BigInt(scaleOf(control)),
  );
}

/**
 * Returns the largest total that satisfies the comparison: -1 when none does. Returns null for a comparison without a
 * largest total.
 */
export function maximumOf(control: VelocityControlRow): bigint | null {
  const { threshold, operator } = control.aggregation;
  const [digits = '', fraction = ''] = threshold.split('.');
  const [units, divisor] = [
    BigInt(digits + fraction) * 10n ** BigInt(scaleOf(control)),
    10n ** BigInt(fraction.length),
  ];
  switch (operator as VelocityOperator) {
    case 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL':
      return units / divisor;
    case 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN':
      return (units + divisor - 1n) / divisor - 1n;
    default:
      return null;
  }
}

const COMPARISONS: Readonly<Record<VelocityOperator, (total: bigint, threshold: bigint) => boolean>> = {
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN: (total, threshold) => total < threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL: (total, threshold) => total <= threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_EQUAL: (total, threshold) => total === threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN_OR_EQUAL: (total, threshold) => total >= threshold,
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN: (total, threshold) => total > threshold,
};

export const isSum = ({ aggregation }: VelocityControlRow) =>
  aggregation.method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';

/** Decimal places of the aggregate: of a sum, the most of any asset in it. */
export function scaleOf(control: VelocityControlRow): number {
  const definitions = control.dataSource.chainAssetTransfer?.definition ?? [];
  return isSum(control) ? Math.max(...definitions.map(({ decimals }) => Number(decimals))) : 0;
}

/**
 * Returns the amount that a request adds to the aggregate, in its smallest units. Returns null when the control does
 * not measure the request. Throws a `PolicyFault` of the kind `opaque` when the amount cannot be determined.
 */
export function addedBy(control: VelocityControlRow, whole: Subject, context: ActingContext): bigint | null {
  const { chainAssetTransfer, activityExecution } = control.dataSource;
  const types = (chainAssetTransfer ?? activityExecution)?.filter?.activity ?? [];
  const isListed = types.length === 0 || types.some(({ activityType }) => typesOf(whole).includes(activityType));
  if (!isListed) return null;
  if (chainAssetTransfer === undefined) return 1n;
  if (!isSigning(whole)) return null;
  const scale = scaleOf(control);
  const method = control.aggregation.method as VelocityMethod;
  return chainAssetTransfer.definition.reduce((sum, { caip19, decimals }) => {
    const asset = readAsset(caip19);
    const moved = typeof asset === 'string' ? null : movedOf({ asset, method }, whole, context);
    if (moved === null) {
      const isBitcoin = typeof asset !== 'string' && asset.family === 'bip122';
      throw new PolicyFault(
        `controls.${control.identifier} cannot tell how much of ${caip19} it moves${isBitcoin ? UNPROVEN_FEE : ''}`,
        'opaque',
      );
    }
    if (!isSum(control)) return sum + BigInt(moved.length);
    return sum + moved.reduce((all, amount) => all + amount, 0n) * 10n ** BigInt(scale - Number(decimals));
  }, 0n);
}

const UNPROVEN_FEE = '; the fee counts, so a PSBT must hold the previous transaction (non_witness_utxo) of each input';

/**
 * Returns the owners of the usage. Choice (velocity-buckets): the user is the proposer. A private key, which is in no
 * wallet, is a bucket of its own among those of wallets. The wallet whose coins or tokens are taken by an allowance
 * or a permission is an owner too.
 */
export function bucketsOf(
  { organizationId, aggregation: { groupBy } }: VelocityControlRow,
  subject: Subject,
  context: ActingContext,
): readonly string[] {
  const { operation, parameters, ...rest } = subject;
  if (groupBy.organization !== undefined) return [organizationId];
  if (groupBy.user !== undefined) return [context.caller.user.userId];
  const member = operation.carries?.signWith;
  const given = member === undefined ? undefined : parameters[member];
  const each = member !== undefined && Array.isArray(given) ? given.map((one: unknown) => ({ [member]: [one] })) : [{}];
  const ids = each.flatMap((own) => {
    const signing = { ...rest, operation, parameters: { ...parameters, ...own } };
    const signer = signingRow(signing, context);
    if (signer?.kind === 'private key') return [signer.row.privateKeyId];
    return targetWallet(signing, signer, context)?.walletId ?? [];
  });
  const owners = isSigning(subject) ? namedOwners(subject, context) : [];
  return [...new Set([...ids, ...owners.flatMap((owner) => ownBucket(owner, context))])];
}

/**
 * Returns why a request does not count for exactly one owner, as the end of a sentence. Returns null when it does.
 * Choice (velocity-buckets): an owner that a transaction does not name can be another wallet of the organization.
 */
export function ownerFault(control: VelocityControlRow, whole: Subject, context: ActingContext): string | null {
  if (bucketsOf(control, whole, context).length !== 1)
    return 'counts for one wallet, and this request uses none or several';
  const { groupBy } = control.aggregation;
  if (groupBy.organization !== undefined || groupBy.user !== undefined || !isSigning(whole)) return null;
  const assets = control.dataSource.chainAssetTransfer?.definition.map(({ caip19 }) => readAsset(caip19)) ?? [];
  return assets.some((asset) => typeof asset !== 'string' && hidesOwner(asset, whole, context)) ? HIDDEN : null;
}

const HIDDEN =
  'counts for one wallet, and this request takes tokens from an account whose owner it does not name. Pay from the associated token account of the signer';

/** The bucket of an address of the organization. Empty for the address of a stranger. */
function ownBucket(address: string, context: ActingContext): readonly string[] {
  const found = findSigningRow(address, context);
  if (found === undefined) return [];
  return [found.kind === 'account' ? found.row.walletId : found.row.privateKeyId];
}
