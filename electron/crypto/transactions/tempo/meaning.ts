/** What a Tempo transaction does, in words. */
import { decimalText, type Finding } from '../../../../shared/model/index.ts';
import { care, type Doing, danger, information, momentText, row } from '../../meaning.ts';
import { itemsOf, lengthOf, uintOf } from '../ethereum/fields.ts';
import {
  addressText,
  callFindings,
  callRows,
  callStep,
  delegationFindings,
  delegationSteps,
  type EthereumChain,
  gasFindings,
} from '../ethereum/meaning.ts';
import type { RlpItem } from '../ethereum/rlp.ts';
import { type FieldItem, gasCost } from '../ethereum/types.ts';
import { hasFeePayer } from './fields.ts';

/** The price of gas is in dollars with 18 decimals; tokens that fees are paid in have 6, and what is left is rounded up. */
const FEE_DECIMALS = 6;
const PRICE_PER_UNIT = 10n ** 12n;
/** Choice (high-fee): a hundred dollars are far above what a transaction costs. */
const HIGH_FEE = 100n * 10n ** BigInt(FEE_DECIMALS);
const NAMES: ReadonlyMap<bigint, string> = new Map([
  [4217n, 'Tempo'],
  [42431n, 'Tempo testnet'],
]);

/** What a Tempo transaction that was read does; its calls are many. */
export function tempoMeaning(item: FieldItem, keyAuthorization: RlpItem | undefined): Doing {
  const id = uintOf(item('chainId'));
  const name = NAMES.get(id);
  const chain: EthereumChain = {
    caip2: `eip155:${id}`,
    name: name === undefined ? `${id}, which is not known here` : `${name} (${id})`,
    amount: (units) => `${units} of a coin that Tempo does not have`,
  };
  const calls = itemsOf(item('calls')).map((call) => {
    const [to, value, data] = itemsOf(call);
    return { to, value, data };
  });
  const fee = (gasCost(item) + PRICE_PER_UNIT - 1n) / PRICE_PER_UNIT;
  const [only] = calls;
  return {
    steps: [
      ...calls.map((call, index) => callStep(call, `calls[${index}].data`, chain)),
      ...(keyAuthorization === undefined
        ? []
        : ['Give another key power over the account that signed the authorization']),
      ...delegationSteps(item('authorizationList')),
    ],
    summary: [
      ...(calls.length === 1 && only !== undefined
        ? callRows(only, chain)
        : [row('Calls', `${calls.length}, all of them or none`)]),
      row('Chain', chain.name),
      row('Fee at most', `${decimalText(fee, FEE_DECIMALS)} USD`, 'amount'),
      ...feeRows(item),
      row('Nonce', `${uintOf(item('nonce'))} of key ${uintOf(item('nonceKey'))}`),
      ...(lengthOf(item('validBefore')) === 0
        ? []
        : [row('Valid before', momentText(uintOf(item('validBefore')), 'seconds'), 'time')]),
      ...(lengthOf(item('validAfter')) === 0
        ? []
        : [row('Valid after', momentText(uintOf(item('validAfter')), 'seconds'), 'time')]),
    ],
    findings: [
      ...(keyAuthorization === undefined ? [] : [KEY_AUTHORIZED]),
      ...delegationFindings(item('authorizationList')),
      ...calls.flatMap((call, index) => callFindings(call, `calls[${index}].`)),
      ...calls.flatMap(({ value }, index) => (uintOf(value) === 0n ? [] : [noCoin(`calls[${index}].value`)])),
      ...(hasFeePayer(item) ? [FEE_PAYER] : []),
      ...(fee >= HIGH_FEE
        ? [danger(`The fee can be as high as ${decimalText(fee, FEE_DECIMALS)} USD.`, { field: 'maxFeePerGas' })]
        : []),
      ...gasFindings(item),
    ],
  };
}

const KEY_AUTHORIZED: Finding = danger(
  'keyAuthorization gives another key power over the account that signed it: read its limits, scopes and expiry.',
  { field: 'keyAuthorization' },
);
const FEE_PAYER: Finding = information(
  'A fee payer pays: neither feeToken nor feePayerSignature is covered by this signature.',
  { field: 'feePayerSignature' },
);
const noCoin = (field: string): Finding => care(`${field} is not 0, but Tempo has no coin of its own.`, { field });

function feeRows(item: FieldItem) {
  if (hasFeePayer(item)) return [row('Fee paid by', 'a fee payer')];
  const token = item('feeToken');
  return lengthOf(token) === 0 ? [] : [row('Fee paid in', addressText(token), 'address')];
}
