/** Permits (ERC-2612, DAI, Permit2): whoever is `spender` may move tokens with nothing more than a signature. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { care, danger, momentText, row } from '../meaning.ts';
import { tokensText } from '../tokens.ts';

/** A value of typed data: the name of its member, its whole path, its declared type, and what it says. */
export interface Row {
  readonly member: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** What the domain says of where it holds. */
export interface Domain {
  readonly chainId: string | undefined;
  readonly verifyingContract: string | undefined;
}

export interface Permit {
  readonly steps: readonly string[];
  readonly summary: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

const MAXIMUM_SPENDERS = 8;
const AMOUNT = /^(?:value|amount|wad|allowance)$/i;
const DEADLINE = /^(?:deadline|expiry|sigDeadline)$/i;
/** The largest number of a type is how "no limit" is written; below 96 bits it may well be meant. */
const UNLIMITED: ReadonlySet<string> = new Set(
  [96n, 128n, 160n, 256n].map((bits) => `uint${bits} ${(1n << bits) - 1n}`),
);
/** The end of the year 9999 in seconds: a later moment is no moment. */
const FOR_EVER = 253_402_300_799n;

/** What a message allows; null when nobody in it is called a spender. */
export function readPermit(message: readonly Row[], domain: Domain): Permit | null {
  const spenders = [...new Map(message.filter(isSpender).map((each) => [each.value, each])).values()];
  if (spenders.length === 0) return null;
  const limit = message.some(isUnlimited) ? ' without limit' : '';
  const what = tokensOf(message, domain);
  const deadline = message.find(({ member, type }) => DEADLINE.test(member) && isNumber(type));
  return {
    steps: spenders.slice(0, MAXIMUM_SPENDERS).map(({ value }) => `Let ${value} take ${what}`),
    summary:
      deadline === undefined || isForEver(deadline)
        ? []
        : [row('Valid until', momentText(BigInt(deadline.value), 'seconds'), 'time')],
    findings: [
      ...spenders.slice(0, MAXIMUM_SPENDERS).map(({ name, value }) =>
        danger(`This lets ${value} move tokens of the account${limit}, with nothing more than this signature.`, {
          field: name,
          basis: 'ERC-2612',
        }),
      ),
      ...(deadline !== undefined && isForEver(deadline)
        ? [care('The permit never ends: it can be handed in at any time.', { field: deadline.name, basis: 'ERC-2612' })]
        : []),
    ],
  };
}

/** The largest number of its type, or the `allowed` of DAI's permit. */
export function isUnlimited({ member, type, value }: Row): boolean {
  if (type === 'bool') return member === 'allowed' && value === 'true';
  return AMOUNT.test(member) && UNLIMITED.has(`${type} ${value}`);
}

/** The one amount, exact where the token is known: Permit2 names the token, of other permits it is the contract itself. */
function tokensOf(message: readonly Row[], { chainId, verifyingContract }: Domain): string {
  if (message.some(isUnlimited)) return 'tokens of the account without limit';
  const amounts = message.filter(({ member, type }) => AMOUNT.test(member) && isNumber(type));
  const named = message.filter(({ member, type }) => member === 'token' && type === 'address');
  const address = named.length === 0 ? verifyingContract : named[0]?.value;
  const [amount] = amounts;
  if (amount === undefined || amounts.length > 1 || named.length > 1 || address === undefined)
    return 'tokens of the account';
  return tokensText(chainId === undefined ? null : `eip155:${chainId}`, address, BigInt(amount.value));
}

function isSpender({ member, type }: Row): boolean {
  return type === 'address' && member.toLowerCase() === 'spender';
}

function isNumber(type: string): boolean {
  return /^uint\d*$/.test(type);
}

/** DAI writes 0 for it. */
function isForEver({ member, value }: Row): boolean {
  return BigInt(value) > FOR_EVER || (member === 'expiry' && value === '0');
}
