/** Payments of x402 by Permit2: a contract of the protocol sends the tokens, and only to the payee of the witness. */
import { burntFinding, danger, isBurnt, row, type TypedMessage } from '../../../crypto/index.ts';
import { PERMIT2_ADDRESS } from '../permit2.ts';
import { type Arguments, allowedRow } from '../standard.ts';
import { TOKEN_PERMISSIONS } from './permits.ts';
import { at, endlessFindings, handedIn, type MessageRule } from './rule.ts';

const BASIS = 'x402';
/** The contracts that keep to the witness, at one address on every chain. Another spender can do anything. */
const EXACT = '0x402085c248eea27d92e8b30b2c58ed07f9e20001';
const UP_TO = '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002';

const isSpender =
  (spender: string) =>
  (message: TypedMessage): boolean =>
    at(PERMIT2_ADDRESS).isFor?.(message) === true &&
    message.values.some(({ name, value }) => name === 'spender' && String(value).toLowerCase() === spender);
function amountOf(of: Arguments): string {
  const permitted = of.within('permitted');
  return permitted.isAll('amount', 'token') ? permitted.allTokens('token') : permitted.tokens('amount', 'token');
}

function payment(spender: string, witness: string, does: MessageRule['does'], who: string): MessageRule {
  return {
    signature: `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)${TOKEN_PERMISSIONS}Witness(${witness})`,
    basis: BASIS,
    isFor: isSpender(spender),
    moves: 'named tokens',
    does,
    rows: (of) => [row('To', of.text('witness.to'), 'address'), allowedRow(amountOf(of))],
    findings: (of) => [
      ...handedIn(who, BASIS),
      ...(of.within('permitted').isAll('amount', 'token')
        ? [danger(`The payment is of ${amountOf(of)}.`, { field: 'permitted', basis: BASIS })]
        : []),
      ...endlessFindings(of, 'deadline', BASIS),
      ...(isBurnt(of.text('witness.to')) ? [burntFinding(of.text('witness.to'), 'witness.to')] : []),
    ],
  };
}

export const X402: readonly MessageRule[] = [
  payment(
    EXACT,
    'address to,uint256 validAfter',
    (of) => `Let anybody send ${amountOf(of)} of the account to ${of.text('witness.to')}`,
    'make this payment once',
  ),
  payment(
    UP_TO,
    'address to,address facilitator,uint256 validAfter',
    (of) =>
      `Let ${of.text('witness.facilitator')} send up to ${amountOf(of)} of the account to ${of.text('witness.to')}`,
    'have this payment made once, of any amount up to the most',
  ),
];
