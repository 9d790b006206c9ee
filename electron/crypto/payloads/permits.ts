/** Permits (ERC-2612, DAI, Permit2): with the signature alone, the `spender` may move tokens. */
import type { DecodedField } from '../../../shared/model/index.ts';
import { care, type Doing, danger, isForEver, row, untilText } from '../meaning.ts';
import { allTokensText, isAllOf, tokensText } from '../tokens.ts';
import { isBurnt } from '../unowned.ts';

/** A value of typed data: the name of its member, its whole path, its declared type, and its text. */
export interface Row {
  readonly member: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** The part of the domain that limits its validity. */
export interface Domain {
  /** By CAIP-2. Null when the domain names none. */
  readonly chain: string | null;
  readonly verifyingContract: string | undefined;
}

const MAXIMUM_SPENDERS = 8;
const AMOUNT = /^(?:value|amount|wad|allowance)$/i;
const DEADLINE = /^(?:deadline|expiry|sigDeadline)$/i;
/** For a type with fewer bits, the largest number may be a real amount. */
const LEAST_BITS = 96;

/** Reads a message as a permit, by the names of its members. Returns null when no member is named as a spender. */
export function readPermit(message: readonly Row[], domain: Domain): Doing | null {
  const spenders = [...new Map(message.filter(isSpender).map((each) => [each.value, each])).values()];
  if (spenders.length === 0) return null;
  const allowed = takenIn(message, domain);
  const taken = allowed.map(({ text }) => text);
  const what = taken.length === 0 ? 'tokens of the account' : listText(taken);
  const isAll = message.some(isUnlimited) || allowed.some((each) => each.isAll);
  const deadline = message.find(({ member, type }) => DEADLINE.test(member) && isNumber(type));
  const ends = message.filter(({ member, type }) => member === 'expiration' && isNumber(type));
  return {
    steps: spenders.slice(0, MAXIMUM_SPENDERS).map(({ value }) => `Let ${value} take ${what}`),
    summary: [
      ...spenders.map(({ value }) => row('Spender', value, 'address')),
      ...taken.map((each) => row('Spending limit', each, 'amount')),
      ...(deadline === undefined
        ? []
        : [neverEnds(deadline) ? row('Valid until', 'for ever', 'time') : timeRow('Valid until', deadline)]),
      ...ends.map(({ value }) => allowedUntilRow(BigInt(value))),
    ],
    findings: [
      ...spenders.slice(0, MAXIMUM_SPENDERS).map(({ name, value }) =>
        // Without an amount, the amount that may be taken is unknown.
        (isAll || taken.length === 0 ? danger : care)(`This signature alone lets ${value} take ${what}.`, {
          field: name,
          basis: 'ERC-2612',
          ...(isAll ? { isUnlimited: true } : {}),
        }),
      ),
      ...(spenders.length > MAXIMUM_SPENDERS
        ? [
            danger(`It lets ${spenders.length - MAXIMUM_SPENDERS} more accounts take tokens: each has a row.`, {
              field: spenders[MAXIMUM_SPENDERS]?.name ?? null,
              basis: 'ERC-2612',
            }),
          ]
        : []),
      ...spenders
        .filter(({ value }) => isBurnt(value))
        .map(({ name, value }) =>
          danger(`${value} is an address without a known key: nobody can use this allowance.`, {
            field: name,
          }),
        ),
      ...(deadline !== undefined && neverEnds(deadline)
        ? [
            danger('The permit never expires: it can be used at any time.', {
              field: deadline.name,
              basis: 'ERC-2612',
            }),
          ]
        : []),
      ...ends
        .filter(({ value }) => isForEver(BigInt(value)))
        .map(({ name }) => danger('The allowance never expires.', { field: name, basis: 'Permit2' })),
    ],
  };
}

/**
 * Returns the row of the end of an allowance of Permit2, in seconds since 1970. Permit2 writes the time of the block in
 * place of 0, so that the allowance can be used in that block.
 *
 * @example
 * allowedUntilRow(0n);
 * // { name: 'Allowed until', value: 'the end of the block that takes it in', kind: 'text' }
 */
export function allowedUntilRow(expiration: bigint): DecodedField {
  return expiration === 0n
    ? row('Allowed until', 'the end of the block that takes it in')
    : row('Allowed until', untilText(expiration), 'time');
}

const timeRow = (name: string, { value }: Row) => row(name, untilText(BigInt(value)), 'time');

/** For a sentence. All are among the rows. */
function listText(taken: readonly string[]): string {
  const more = taken.length - MAXIMUM_SPENDERS;
  return `${taken.slice(0, MAXIMUM_SPENDERS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Half of the largest number of its type, as in calls, or the `allowed` of DAI's permit. */
export function isUnlimited({ member, type, value }: Row): boolean {
  if (type === 'bool') return member === 'allowed' && value === 'true';
  if (!AMOUNT.test(member) || !isNumber(type)) return false;
  const bits = Number(type.slice('uint'.length) || 256);
  return bits >= LEAST_BITS && BigInt(value) >= 1n << BigInt(bits - 1);
}

/** A permitted amount, in words, and whether it is in practice all of its token. */
interface Taken {
  readonly text: string;
  readonly isAll: boolean;
}

/**
 * The permitted amounts. Permit2 names the token beside each amount. In other permits the contract itself is the token.
 * A witness is not a permit.
 */
function takenIn(message: readonly Row[], { chain, verifyingContract }: Domain): Taken[] {
  const tokens = new Map(
    message
      .filter(({ member, type }) => member === 'token' && type === 'address')
      .map((each) => [each.name, each.value]),
  );
  return message.filter(isTaken).flatMap((each) => {
    const address = tokens.get(`${each.name.slice(0, -each.member.length)}token`) ?? verifyingContract;
    if (address === undefined) return [];
    const isAll = isUnlimited(each) || isAllOf(chain, address, BigInt(each.value));
    return [{ isAll, text: isAll ? allTokensText(chain, address) : tokensText(chain, address, BigInt(each.value)) }];
  });
}

/** Returns true for an amount that a permit lets its spender take. */
export const isTaken = (found: Row) => isAmount(found) && !found.name.startsWith('message.witness.');

const isAmount = (found: Row) => isUnlimited(found) || (AMOUNT.test(found.member) && isNumber(found.type));

function isSpender({ member, type }: Row): boolean {
  return type === 'address' && member.toLowerCase() === 'spender';
}

function isNumber(type: string): boolean {
  return /^uint\d*$/.test(type);
}

/** DAI writes 0 for it. */
function neverEnds({ member, value }: Row): boolean {
  return isForEver(BigInt(value)) || (member === 'expiry' && value === '0');
}
