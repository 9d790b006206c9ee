/** Explains the functions of Permit2, a contract that its users approve to take their tokens by permits of its own. */
import type { Finding } from '../../../shared/model/index.ts';
import { allowanceFinding, allowedUntilRow, isForEver, row } from '../../crypto/index.ts';
import { ANY_CHAIN, type Arguments, allowedRow, listed, type Standard } from './standard.ts';

const BASIS = 'Permit2';
/** Uniswap's Permit2, at one address on every chain. */
export const PERMIT2_ADDRESS = '0x000000000022d473030f116ddee9f6b43ac78ba3';
export const AT_PERMIT2: Pick<Standard, 'places'> = { places: { [ANY_CHAIN]: [PERMIT2_ADDRESS] } };
const DETAILS = 'address token, uint160 amount, uint48 expiration, uint48 nonce';

/** The amount that one permit lets its spender take. */
export const permitTaken = (of: Arguments) =>
  of.isAll('amount', 'token') ? of.allTokens('token') : of.tokens('amount', 'token');

/** The maker of a list decides its order, and a sentence names its first items only. */
const weightOf = (of: Arguments) => (of.isAll('amount', 'token') ? 0 : of.number('amount') > 0n ? 1 : 2);

/** The amounts with those without a limit first, and those of nothing last. */
export const largestFirst = (amounts: readonly Arguments[]): readonly Arguments[] =>
  [...amounts].sort((a, b) => weightOf(a) - weightOf(b));

/** True when no tokens are among the amounts: such a permit takes an earlier one back. */
export const isOfNothing = (amounts: readonly Arguments[]) => amounts.every((of) => of.number('amount') === 0n);

/** The amounts of a list, for a sentence. */
export const takenText = (amounts: readonly Arguments[]) => listed(largestFirst(amounts).map(permitTaken)) || 'nothing';

/** Rows of the amount that may be taken, and the end of the permit. */
export const permit2Rows = (amounts: readonly Arguments[]) =>
  amounts.flatMap((of) => [allowedRow(permitTaken(of)), allowedUntilRow(of.number('expiration'))]);

export function permit2Findings(spender: string, field: string, amounts: readonly Arguments[]): Finding[] {
  if (isOfNothing(amounts)) return [];
  const isAll = amounts.some((of) => of.isAll('amount', 'token'));
  const isEndless = amounts.some((of) => isForEver(of.number('expiration')));
  const isMoment = amounts.every((of) => of.number('expiration') === 0n);
  const when = isEndless ? 'at any time' : isMoment ? 'in the block that takes it in' : 'until it expires';
  return [
    allowanceFinding(
      isAll,
      `An approval${isAll ? ' without limit' : ''}: ${spender} can take ${takenText(amounts)} ${when}, without asking again.`,
      { field, basis: BASIS },
    ),
  ];
}

/** By the names of their parameters. */
export const PERMIT2: readonly Standard[] = [
  {
    signature: 'approve(address token, address spender, uint160 amount, uint48 expiration)',
    basis: BASIS,
    does: (of) =>
      isOfNothing([of])
        ? `Let ${of.text('spender')} take nothing more of the token ${of.text('token')}, by Permit2`
        : `Let ${of.text('spender')} take ${permitTaken(of)}`,
    rows: (of) => permit2Rows([of]),
    findings: (of) => permit2Findings(of.text('spender'), 'spender', [of]),
  },
  {
    signature: `permit(address owner, ((${DETAILS}) details, address spender, uint256 sigDeadline) single, bytes signature)`,
    basis: BASIS,
    owner: { name: 'owner', by: 'a signature' },
    does: (of) =>
      `Submit the permit of ${of.text('owner')}: ${of.text('single.spender')} may take ${permitTaken(of.within('single.details'))}`,
    rows: (of) => permit2Rows([of.within('single.details')]),
    findings: (of) => permit2Findings(of.text('single.spender'), 'single.spender', [of.within('single.details')]),
  },
  {
    signature: `permit(address owner, ((${DETAILS})[] details, address spender, uint256 sigDeadline) batch, bytes signature)`,
    basis: BASIS,
    owner: { name: 'owner', by: 'a signature' },
    does: (of) =>
      `Hand in the permit of ${of.text('owner')}: ${of.text('batch.spender')} may take ${takenText(of.each('batch.details'))}`,
    rows: (of) => permit2Rows(of.each('batch.details')),
    findings: (of) => permit2Findings(of.text('batch.spender'), 'batch.spender', of.each('batch.details')),
  },
  {
    signature: 'transferFrom(address from, address to, uint160 amount, address token)',
    basis: BASIS,
    owner: { name: 'from', by: 'an allowance' },
    does: (of) => `Move ${of.tokens('amount', 'token')} from ${of.text('from')} to ${of.text('to')}`,
    rows: (of) => [row('Amount', of.tokens('amount', 'token'), 'amount')],
  },
  {
    signature: 'transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
    basis: BASIS,
    owner: { name: 'transfers.from', by: 'an allowance' },
    does: (of) =>
      of
        .each('transfers')
        .map((each) => `Move ${each.tokens('amount', 'token')} from ${each.text('from')} to ${each.text('to')}`)
        .join('; '),
    rows: (of) =>
      of
        .each('transfers')
        .flatMap((each) => [
          row('From', each.text('from'), 'address'),
          row('To', each.text('to'), 'address'),
          row('Amount', each.tokens('amount', 'token'), 'amount'),
        ]),
  },
  {
    signature:
      'permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 amount) transfer, address owner, bytes signature)',
    basis: BASIS,
    owner: { name: 'owner', by: 'a signature' },
    does: (of) =>
      `Move ${of.tokens('transfer.amount', 'permit.permitted.token')} from ${of.text('owner')} to ${of.text('transfer.to')}`,
    rows: (of) => [row('Amount', of.tokens('transfer.amount', 'permit.permitted.token'), 'amount')],
  },
  {
    signature: 'lockdown((address token, address spender)[] approvals)',
    basis: BASIS,
    does: (of) =>
      `Revoke the approvals of ${of
        .each('approvals')
        .map((each) => `${each.text('spender')} for the token ${each.text('token')}`)
        .join(', ')}`,
  },
];
