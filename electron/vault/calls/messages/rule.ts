import type { Finding } from '../../../../shared/model/index.ts';
import { care, danger, type EthereumChain, isForEver, row, type TypedMessage } from '../../../crypto/index.ts';
import { isDust } from '../dust.ts';
import {
  ANY_CHAIN,
  type Arguments,
  type Contracts,
  isAmong,
  isNobody,
  listed,
  NEXT_TO_NOTHING,
  type Standard,
} from '../standard.ts';

/**
 * A rule for a message of one exact type. `signature` is the whole encodeType of EIP-712, so a message with one more,
 * one fewer or one other member has no rule.
 */
export interface MessageRule extends Standard {
  /** Returns true when the rule holds for the message's domain. Without it, the domain must name a contract. */
  readonly isFor?: (message: TypedMessage) => boolean;
  /** Its end is in milliseconds, so that only the rule itself can find that it has none. */
  readonly hasOwnEnd?: true;
  /** Returns the chain on which the message has its effect. Without it, that is the chain of the domain. */
  readonly chainOf?: (message: TypedMessage) => EthereumChain;
}

/** For messages that hold at known contracts only. */
export const atContracts = (contracts: Contracts): Pick<MessageRule, 'isFor'> => ({
  isFor: ({ chain, to }) => to !== null && isAmong(contracts, chain, to),
});

/** The same for contracts that have one address on every chain. */
export const at = (...contracts: readonly string[]): Pick<MessageRule, 'isFor'> =>
  atContracts({ [ANY_CHAIN]: contracts });

/**
 * For messages of an application that the domain names without a contract of its own. `contract` is the placeholder
 * there. A domain with another contract belongs to that contract, and the rule does not apply.
 */
export const named = (name: string, version?: string, contract?: string): Pick<MessageRule, 'isFor'> => ({
  isFor: ({ domain }) =>
    domain.get('name') === name &&
    domain.get('version') === version &&
    domain.get('verifyingContract') === contract &&
    !domain.has('salt'),
});

export const nonceRow = (of: Arguments) => (of.text('nonce') === '' ? [] : [row('Nonce', of.text('nonce'))]);

/** Anybody with the signature can submit it. */
export function handedIn(what: string, basis: string): Finding[] {
  return [care(`Anyone with the signature can ${what}, without asking again.`, { basis })];
}

/** A finding for a message that can be handed in at any time. `field` is the time until which it is valid. */
export function endlessFindings(of: Arguments, field: string, basis: string): Finding[] {
  if (!isForEver(of.number(field))) return [];
  return [danger('It never expires: it can be used at any time.', { field, basis })];
}

/** Somebody may act for the account, or move its assets, until that is revoked. */
export function powerFinding(text: string, from: { readonly field: string; readonly basis: string }): Finding {
  return danger(text, from);
}

/**
 * Returns units of a token that has six decimals, as a decimal number without zeros at its end.
 *
 * @example
 * sixDecimals(1500000n);
 * // '1.5'
 */
export function sixDecimals(units: bigint): string {
  return `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`.replace(/\.?0+$/, '');
}

/** The address that a member names, or the account itself for the zero address. */
export function accountOr(of: Arguments, name: string): string {
  return isNobody(of.text(name)) ? 'the account' : of.text(name);
}

/** Findings about the recipients of the payment for the assets of `owner`: nobody at all, or only others. */
export function paidFindings(
  owner: string,
  paid: readonly Arguments[],
  from: { readonly field: string; readonly basis: string },
): Finding[] {
  if (paid.length === 0) return [nothingInReturn(from.field, from.basis)];
  if (paid.some((each) => each.text('recipient').toLowerCase() === owner.toLowerCase())) return [];
  return [danger(`None of the payment goes to ${owner}, whose tokens are sold.`, from)];
}

/** A payment for the assets of an order: its least amount of an asset, and who gets it. */
export interface Payment {
  /** The same for payments that can be added. */
  readonly asset: string;
  readonly least: bigint;
  readonly recipient: string;
}

/** A finding about payments in one asset that go to others more than to the owner of what is given. */
export function othersFindings(
  owner: string,
  payments: readonly Payment[],
  from: { readonly field: string; readonly basis: string },
  given: readonly Pick<Payment, 'asset' | 'least'>[] = [],
): Finding[] {
  const isOwn = ({ recipient }: Payment) => recipient.toLowerCase() === owner.toLowerCase();
  const sumOf = (some: readonly Pick<Payment, 'least'>[]) => some.reduce((sum, { least }) => sum + least, 0n);
  const assets = [...new Set(payments.filter(isOwn).map(({ asset }) => asset))];
  const isLess = assets.some((asset) => {
    const all = payments.filter((each) => each.asset === asset);
    return 2n * sumOf(all.filter(isOwn)) < sumOf(all);
  });
  // A fee is paid in an asset that the owner gets, or out of what is given.
  const isElsewhere =
    payments.some(isOwn) &&
    payments.some(({ asset, least }) => {
      if (least === 0n || assets.includes(asset)) return false;
      const sums = [given, payments].map((some) => sumOf(some.filter((each) => each.asset === asset)));
      return 2n * (sums[1] ?? 0n) > (sums[0] ?? 0n);
    });
  return [
    ...(isLess ? [danger(`More of what is paid goes to others than to ${owner}, whose tokens are given.`, from)] : []),
    ...(isElsewhere ? [danger(`Others are paid in an asset of which ${owner} gets nothing.`, from)] : []),
  ];
}

/** The fewest units that are given, for each that is asked for, in an order that asks for next to nothing. */
const LEAST_RATIO = 10_000n;
/** A finding about an order whose owner is paid, but next to nothing. `texts` are the payments in words. */
export function dustFindings(
  { chain }: Arguments,
  payments: readonly Pick<Payment, 'asset' | 'least'>[],
  texts: readonly string[],
  from: { readonly field: string; readonly basis: string },
): Finding[] {
  if (payments.length === 0 || payments.every(({ least }) => least === 0n)) return [];
  if (!payments.every(({ asset, least }) => isDust(chain, asset, least))) return [];
  return [danger(`It asks for next to nothing in return: ${listed(texts)}.`, from)];
}

/** The findings for an order that asks for nothing, or for next to nothing, for `given` units. */
export function leastReturnFindings(
  of: Arguments,
  [field, token]: readonly [amount: string, token: string],
  given: bigint,
  basis: string,
): Finding[] {
  const asked = of.number(field);
  if (asked === 0n) return [nothingInReturn(field, basis)];
  const isFew = asked <= NEXT_TO_NOTHING ? given / asked >= LEAST_RATIO : isDust(of.chain, of.text(token), asked);
  if (!isFew) return [];
  const units = asked === 1n ? '1 of the smallest units' : `${asked} of the smallest units`;
  return [danger(`It asks for next to nothing in return: ${units}.`, { field, basis })];
}

/** A finding for an order without a return. */
export function nothingInReturn(field: string, basis: string): Finding {
  return danger('It asks for nothing in return.', { field, basis });
}

/** A danger that leaves something unexplained, so that the message needs the mark. */
export function blindFinding(
  of: Arguments,
  text: string,
  from: { readonly field: string; readonly basis: string },
): Finding {
  return danger(text, { ...from, mark: of.mark });
}

/** A finding for an order that gives and gets the same token. */
export function sameAssetFindings(of: Arguments, given: string, gotten: string, basis: string): Finding[] {
  return sameTokenFindings(of.text(given), of.text(gotten), { field: gotten, basis });
}

/** The same for the addresses of both tokens. */
export function sameTokenFindings(
  given: string,
  gotten: string,
  from: { readonly field: string; readonly basis: string },
): Finding[] {
  if (given.toLowerCase() !== gotten.toLowerCase()) return [];
  return [danger('It gives a token for the same token: the difference is lost.', from)];
}
