/** Permits (ERC-2612, DAI, Permit2): with the signature alone the spender may take tokens. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { allowanceFinding, danger, isForEver } from '../../../crypto/index.ts';
import { isOfNothing, largestFirst, PERMIT2_ADDRESS, permit2Rows, permitTaken } from '../permit2.ts';
import { type Arguments, allowedRow, listed } from '../standard.ts';
import { at, endlessFindings, type MessageRule } from './rule.ts';

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
/** The struct of a Permit2 transfer's token and amount. */
export const TOKEN_PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';

/** The amount that a permit lets its spender take. */
interface Taken {
  readonly texts: readonly string[];
  readonly isAll: boolean;
  /** True when the permit allows nothing, and so revokes an earlier one. */
  readonly isNothing?: boolean;
}

interface Permit {
  readonly signature: string;
  readonly basis: string;
  readonly moves: 'own tokens' | 'named tokens';
  readonly taken: (of: Arguments) => Taken;
  readonly rows: (of: Arguments) => readonly DecodedField[];
  /** The member that ends the permit. */
  readonly ends: string;
  /** True for a transfer, which takes nothing back when its amount is zero. */
  readonly isOnce?: true;
}

function permit({ signature, basis, moves, taken, rows, ends, isOnce }: Permit): MessageRule {
  const whatIn = (of: Arguments) => listed(taken(of).texts) || 'nothing';
  const nothing = (of: Arguments) =>
    isOnce || taken(of).texts.length === 0
      ? 'nothing'
      : `nothing more of the tokens ${moves === 'own tokens' ? `of ${of.contract}` : 'below, by Permit2'}`;
  return {
    signature,
    basis,
    moves,
    ...(ends === 'expiry' ? { isEndlessAtZero: true } : {}),
    ...(basis === 'Permit2' ? at(PERMIT2_ADDRESS) : {}),
    does: (of) => `Let ${of.text('spender')} take ${taken(of).isNothing ? nothing(of) : whatIn(of)}`,
    rows,
    findings: (of) => (taken(of).isNothing ? [] : permitFindings(of, { what: whatIn(of), ...taken(of), basis, ends })),
  };
}

function permitFindings(
  of: Arguments,
  { what, isAll, basis, ends }: { readonly what: string; readonly basis: string; readonly ends: string } & Taken,
): Finding[] {
  const until = of.number(ends);
  return [
    allowanceFinding(isAll, `This signature alone lets ${of.text('spender')} take ${what}.`, {
      field: 'spender',
      basis,
    }),
    // DAI writes 0 for a permit without an end.
    ...(isForEver(until) || (ends === 'expiry' && until === 0n)
      ? [danger('The permit never expires: it can be used at any time.', { field: ends, basis })]
      : []),
    ...(of.each('details').some((each) => isForEver(each.number('expiration'))) ||
    isForEver(of.number('details.expiration'))
      ? [danger('The allowance never expires.', { field: 'details', basis })]
      : []),
  ];
}

const amountOf = (of: Arguments, name: string, token?: string) =>
  of.isAll(name, token) ? of.allTokens(token) : of.tokens(name, token);
const takenOf = (amounts: readonly Arguments[], text: (of: Arguments) => string): Taken => ({
  texts: largestFirst(amounts).map(text),
  isAll: amounts.some((of) => of.isAll('amount', 'token')),
  isNothing: isOfNothing(amounts),
});
const allowance = (amounts: (of: Arguments) => readonly Arguments[]): Pick<Permit, 'taken' | 'rows'> => ({
  taken: (of) => takenOf(amounts(of), permitTaken),
  rows: (of) => permit2Rows(amounts(of)),
});
const permitted = (of: Arguments) => amountOf(of, 'amount', 'token');
const transfer = (amounts: (of: Arguments) => readonly Arguments[]): Pick<Permit, 'taken' | 'rows' | 'isOnce'> => ({
  isOnce: true,
  taken: (of) => takenOf(amounts(of), permitted),
  rows: (of) => amounts(of).map((each) => allowedRow(permitted(each))),
});
const one = (name: string) => (of: Arguments) => [of.within(name)];
const all = (name: string) => (of: Arguments) => of.each(name);

const OF_PERMIT2 = { basis: 'Permit2', moves: 'named tokens' } as const;

/** Permits of NFTs (ERC-4494), as positions of Uniswap have them. The contract itself is the collection. */
function nftPermit(
  signature: string,
  {
    taken,
    spender,
    isAll = false,
    isNothing = () => false,
  }: {
    readonly taken: (of: Arguments) => string;
    readonly spender: string;
    readonly isAll?: boolean;
    readonly isNothing?: (of: Arguments) => boolean;
  },
): MessageRule {
  const basis = 'ERC-4494';
  return {
    signature,
    basis,
    does: (of) =>
      isNothing(of)
        ? `Let ${of.text(spender)} take no more tokens of ${of.contract}`
        : `Let ${of.text(spender)} take ${taken(of)} of ${of.contract}`,
    rows: (of) => (isNothing(of) ? [] : [allowedRow(taken(of))]),
    findings: (of) =>
      isNothing(of)
        ? []
        : [
            danger(`This signature alone lets ${of.text(spender)} take ${taken(of)}.`, {
              field: spender,
              basis,
              ...(isAll && { isUnlimited: true }),
            }),
            ...endlessFindings(of, 'deadline', basis),
          ],
  };
}

/** A permit with a witness is not among these: the witness can hide more. */
export const PERMITS: readonly MessageRule[] = [
  permit({
    signature: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    basis: 'ERC-2612',
    moves: 'own tokens',
    taken: (of) => ({
      texts: [amountOf(of, 'value')],
      isAll: of.isAll('value'),
      isNothing: of.number('value') === 0n,
    }),
    rows: (of) => [allowedRow(amountOf(of, 'value'))],
    ends: 'deadline',
  }),
  permit({
    signature: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    basis: 'DAI permit',
    moves: 'own tokens',
    taken: (of) => ({ texts: [of.allTokens()], isAll: true, isNothing: of.text('allowed') !== 'true' }),
    rows: (of) => (of.text('allowed') === 'true' ? [allowedRow(of.allTokens())] : []),
    ends: 'expiry',
  }),
  permit({
    ...OF_PERMIT2,
    ...allowance(one('details')),
    signature: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
    ends: 'sigDeadline',
  }),
  permit({
    ...OF_PERMIT2,
    ...allowance(all('details')),
    signature: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
    ends: 'sigDeadline',
  }),
  permit({
    ...OF_PERMIT2,
    ...transfer(one('permitted')),
    signature: `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${TOKEN_PERMISSIONS}`,
    ends: 'deadline',
  }),
  permit({
    ...OF_PERMIT2,
    ...transfer(all('permitted')),
    signature: `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${TOKEN_PERMISSIONS}`,
    ends: 'deadline',
  }),
  nftPermit('Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)', {
    spender: 'spender',
    taken: (of) => `the token ${of.text('tokenId')}`,
  }),
  nftPermit('PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)', {
    spender: 'operator',
    taken: () => 'every token (those that come later too)',
    isAll: true,
    isNothing: (of) => of.text('approved') !== 'true',
  }),
];
