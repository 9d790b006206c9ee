/** Explains spending limits of Safes, at the module that keeps them (versions 0.1.0 and 0.1.1 of the Allowance Module). */
import { danger, row, tokensText } from '../../crypto/index.ts';
import { ANY_CHAIN, type Arguments, allowedRow, everyText, isNobody, type Standard } from './standard.ts';

const BASIS = 'Safe';
const MODULES: Pick<Standard, 'basis' | 'places'> = {
  basis: BASIS,
  places: {
    [ANY_CHAIN]: ['0xcfbfac74c26f8647cbdb8c5caf80bb5b32e43134', '0xaa46724893dedd72658219405185fb0fc91e091c'],
  },
};
/** Minutes after which an allowance begins again, in words. */
const MINUTES: readonly (readonly [minutes: bigint, unit: string])[] = [
  [1440n, 'day'],
  [60n, 'hour'],
  [1n, 'minute'],
];

/** An amount of a token, or of the chain's coin for the zero address. */
const amountText = (of: Arguments, name: string, token = 'token') =>
  isNobody(of.text(token)) ? of.coins(of.number(name)) : tokensText(of.chain, of.text(token), of.number(name));
const tokenText = (of: Arguments) => (isNobody(of.text('token')) ? of.coins(0n).split(' ')[1] : of.text('token'));

function periodText(of: Arguments): string {
  const minutes = of.number('resetTimeMin');
  if (minutes === 0n) return 'once';
  return everyText(minutes, MINUTES);
}

export const ALLOWANCES: readonly Standard[] = [
  {
    ...MODULES,
    signature: 'addDelegate(address delegate)',
    does: (of) => `Make ${of.text('delegate')} a delegate, who may spend what limits of the account allow`,
  },
  {
    ...MODULES,
    signature: 'removeDelegate(address delegate, bool removeAllowances)',
    does: (of) =>
      `Let ${of.text('delegate')} spend nothing more by limits of the account${of.text('removeAllowances') === 'true' ? '' : ', but keep its limits for the next time that it is a delegate'}`,
  },
  {
    ...MODULES,
    signature:
      'setAllowance(address delegate, address token, uint96 allowanceAmount, uint16 resetTimeMin, uint32 resetBaseMin)',
    does: (of) =>
      `Let ${of.text('delegate')} spend up to ${amountText(of, 'allowanceAmount')} of the account, ${periodText(of)}`,
    rows: (of) => [allowedRow(amountText(of, 'allowanceAmount')), row('How often', periodText(of))],
    findings: (of) =>
      of.number('allowanceAmount') === 0n
        ? []
        : [
            danger(
              `${of.text('delegate')} can spend ${amountText(of, 'allowanceAmount')} of the account ${periodText(of)}, without its owners.`,
              { field: 'delegate', basis: BASIS },
            ),
          ],
  },
  {
    ...MODULES,
    signature: 'resetAllowance(address delegate, address token)',
    does: (of) => `Let ${of.text('delegate')} spend the whole limit of ${tokenText(of)} again`,
  },
  {
    ...MODULES,
    signature: 'deleteAllowance(address delegate, address token)',
    does: (of) => `Let ${of.text('delegate')} spend nothing more of ${tokenText(of)} by a limit of the account`,
  },
  {
    ...MODULES,
    signature:
      'executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
    moves: 'named tokens',
    does: (of) =>
      `Send ${amountText(of, 'amount')} of the Safe ${of.text('safe')} to ${of.text('to')}, by a spending limit`,
    rows: (of) => [
      row('Amount', amountText(of, 'amount'), 'amount'),
      ...(of.number('payment') === 0n ? [] : [row('Payment', amountText(of, 'payment', 'paymentToken'), 'amount')]),
    ],
  },
];
