/** Spend permissions of Coinbase Smart Wallets: somebody may take an amount of a token in each period, until an end. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { danger, isForEver, momentText, printableText, row, untilText } from '../../../crypto/index.ts';
import { COIN } from '../dust.ts';
import { type Arguments, allowedRow, everyText, listed } from '../standard.ts';
import { at, handedIn, type MessageRule } from './rule.ts';

const BASIS = 'Spend Permission Manager';
const MANAGER = '0xf85210b21cc50302f477ba56686d2019dc9b67ad';
const UNITS: readonly (readonly [seconds: bigint, unit: string])[] = [
  [86_400n, 'day'],
  [3600n, 'hour'],
  [1n, 'second'],
];
const ENDLESS_PERIOD = (1n << 48n) - 1n;

function amountText(of: Arguments): string {
  if (of.text('token').toLowerCase() === COIN) return of.coins(of.number('allowance'));
  return of.isAll('allowance', 'token') ? of.allTokens('token') : of.tokens('allowance', 'token');
}

function periodText(of: Arguments): string {
  const seconds = of.number('period');
  if (seconds === ENDLESS_PERIOD) return 'once';
  return everyText(seconds, UNITS);
}

/** The data that a spender can read, and the contract does not. */
function extraRows(each: Arguments): DecodedField[] {
  const extra = each.bytes('extraData');
  return extra.length === 0 ? [] : [row('Recorded data', printableText(extra) ?? each.text('extraData'))];
}

function timeRows(of: Arguments): DecodedField[] {
  return [
    row('How often', periodText(of)),
    row('Valid from', momentText(of.number('start'), 'seconds'), 'time'),
    row('Valid until', untilText(of.number('end')), 'time'),
  ];
}

function findings(of: Arguments, permissions: readonly Arguments[]): Finding[] {
  return [
    ...permissions
      .filter((each) => each.number('allowance') > 0n)
      .map((each) =>
        danger(
          `${each.text('spender')} can take ${amountText(each)} ${periodText(of)} out of ${of.text('account')}, without asking again.`,
          { field: 'spender', basis: BASIS },
        ),
      ),
    ...(isForEver(of.number('end'))
      ? [danger('It never expires: it is valid until it is revoked.', { field: 'end', basis: BASIS })]
      : []),
    ...handedIn('register it', BASIS),
  ];
}

const spent = (permissions: readonly Arguments[]) =>
  listed(permissions.map((each) => `${each.text('spender')} take up to ${amountText(each)}`)) || 'nobody take anything';

export const SPEND_PERMISSIONS: readonly MessageRule[] = [
  {
    signature:
      'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)',
    basis: BASIS,
    ...at(MANAGER),
    does: (of) => `Let ${spent([of])} of ${of.text('account')}, ${periodText(of)}`,
    rows: (of) => [allowedRow(amountText(of)), ...timeRows(of), ...extraRows(of)],
    findings: (of) => findings(of, [of]),
  },
  {
    signature:
      'SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)',
    basis: BASIS,
    ...at(MANAGER),
    does: (of) => `Let ${spent(of.each('permissions'))} of ${of.text('account')}, ${periodText(of)}`,
    rows: (of) => [
      ...of
        .each('permissions')
        .flatMap((each) => [
          row('Spender', each.text('spender'), 'address'),
          allowedRow(amountText(each)),
          ...extraRows(each),
        ]),
      ...timeRows(of),
    ],
    findings: (of) => findings(of, of.each('permissions')),
  },
];
