/** Permits of Euler's connector (EVC): somebody else has it make a call of its own functions for the account. */
import { abiOf, calledFunction, row } from '../../../crypto/index.ts';
import { CONNECTORS, EULER, EULER_BASIS } from '../euler.ts';
import { isNobody } from '../standard.ts';
import { atContracts, blindFinding, endlessFindings, handedIn, type MessageRule, nonceRow } from './rule.ts';

let functions: ReturnType<typeof abiOf> | null = null;

/** Returns true for a call of a function that the connector has and that is explained here. */
function isOfConnector(data: Uint8Array): boolean {
  functions ??= abiOf(EULER.map(({ signature }) => signature));
  return calledFunction(functions, data) !== undefined;
}

export const EULER_MESSAGES: readonly MessageRule[] = [
  {
    signature:
      'Permit(address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data)',
    basis: EULER_BASIS,
    ...atContracts(CONNECTORS),
    does: (of) =>
      `Let ${isNobody(of.text('sender')) ? 'anybody' : of.text('sender')} use Euler’s connector for ${of.text('signer')}`,
    rows: (of) => [
      row('Who may hand it in', isNobody(of.text('sender')) ? 'anybody' : of.text('sender'), 'address'),
      ...nonceRow(of),
    ],
    calls: [{ list: null, to: null, data: 'data', value: 'value', from: 'signer' }],
    findings: (of) => [
      ...handedIn('have this call made once', EULER_BASIS),
      ...endlessFindings(of, 'deadline', EULER_BASIS),
      ...(isOfConnector(of.bytes('data'))
        ? []
        : [blindFinding(of, 'It calls no function of the connector.', { field: 'data', basis: EULER_BASIS })]),
    ],
  },
];
