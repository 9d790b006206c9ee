/** Describes a Tempo transaction in words. */
import {
  chainName,
  type DecodedField,
  decimalText,
  ethereumChainName,
  type Finding,
  isTempoChain,
} from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { care, danger, information, momentText, row } from '../../meaning.ts';
import { tokenOf, tokensText } from '../../tokens.ts';
import { delegationsOf } from '../ethereum/delegations.ts';
import { addressText, itemsOf, lengthOf, uintOf } from '../ethereum/fields.ts';
import {
  type Around,
  type Call,
  callFindings,
  callRows,
  callStep,
  callWords,
  codeRanges,
  type EthereumChain,
  fromRows,
  gasFindings,
  idleFindings,
  numberedRows,
  type UntitledMeaning,
} from '../ethereum/meaning.ts';
import { type FieldItem, gasCost } from '../ethereum/types.ts';
import { hasFeePayer, tempoSignature } from './fields.ts';
import { keyFindings, keyRows, keySteps } from './keys.ts';

/** The price of gas is in dollars with 18 decimals. Fee tokens have 6 decimals, and the remainder is rounded up. */
const FEE_DECIMALS = 6;
const PRICE_PER_UNIT = 10n ** 12n;
/** Choice (high-fee): a hundred dollars are far above what a transaction costs. */
const HIGH_FEE = 100n * 10n ** BigInt(FEE_DECIMALS);
/**
 * TIP-20: transfer(address,uint256) and transferWithMemo(address,uint256,bytes32), with the length of their call data.
 */
const TRANSFERS: ReadonlyMap<string, number> = new Map([
  ['a9059cbb', 68],
  ['95777d59', 100],
]);

/** Describes a Tempo transaction that was read. It can have many calls. */
export function tempoMeaning(item: FieldItem, around: Around): UntitledMeaning {
  const id = uintOf(item('chainId'));
  const caip2 = ethereumChainName(id);
  const chain: EthereumChain = {
    caip2,
    name: isTempoChain(caip2) ? `${chainName(caip2)} (${id})` : `${id}, an unknown chain`,
    amount: (units) => `${units} of a coin that Tempo does not have`,
  };
  const calls = itemsOf(item('calls')).map((call) => {
    const [to, value, data] = itemsOf(call);
    return { to, value, data };
  });
  const fee = (gasCost(item) + PRICE_PER_UNIT - 1n) / PRICE_PER_UNIT;
  const keyAuthorization = item('keyAuthorization');
  const delegations = delegationsOf(item('authorizationList'), { chainId: id, sender: null }, tempoSignature);
  const [only] = calls;
  return {
    steps: [
      ...keySteps(keyAuthorization, chain),
      ...delegations.steps,
      ...calls.map((call, index) =>
        callStep(call, `calls[${index}].data`, { chain, codes: delegations.codes, ...around }),
      ),
    ],
    unexplained: codeRanges(calls, around),
    summary: [
      ...fromRows(around),
      ...delegations.rows,
      ...keyRows(keyAuthorization, chain),
      ...(calls.length === 1 && only !== undefined
        ? callRows(only, chain)
        : [
            row('Calls', `${calls.length}, all of them or none`),
            ...totalRows(calls, chain),
            ...numberedRows(calls, chain),
          ]),
      row('Chain', chain.name),
      row('Fee at most', `${decimalText(fee, FEE_DECIMALS)} USD`, 'amount'),
      ...feeRows(item, chain),
      row('Nonce', `${uintOf(item('nonce'))} of key ${uintOf(item('nonceKey'))}`),
      ...(lengthOf(item('validBefore')) === 0
        ? []
        : [row('Valid before', momentText(uintOf(item('validBefore')), 'seconds'), 'time')]),
      ...(lengthOf(item('validAfter')) === 0
        ? []
        : [row('Valid after', momentText(uintOf(item('validAfter')), 'seconds'), 'time')]),
    ],
    findings: [
      ...keyFindings(keyAuthorization, chain),
      ...delegations.findings,
      ...calls.flatMap((call, index) => callFindings(call, `calls[${index}].`, chain)),
      ...(keyAuthorization === undefined && delegations.steps.length === 0
        ? idleFindings(calls, 'calls[0].value')
        : []),
      ...calls.flatMap(({ value }, index) => (uintOf(value) === 0n ? [] : [noCoin(`calls[${index}].`)])),
      ...(isTempoChain(caip2) ? [] : [care(`Chain ${id} is not a known chain of Tempo.`, { field: 'chainId' })]),
      ...(hasFeePayer(item) ? [FEE_PAYER] : []),
      ...(fee >= HIGH_FEE
        ? [danger(`The fee can be as high as ${decimalText(fee, FEE_DECIMALS)} USD.`, { field: 'maxFeePerGas' })]
        : []),
      ...gasFindings(item),
    ],
  };
}

const FEE_PAYER: Finding = information(
  'A fee payer pays. Your signature covers neither the fee token nor the signature of the fee payer.',
  { field: 'feePayerSignature' },
);
const noCoin = (prefix: string): Finding =>
  care(`${callWords(prefix)} sends an amount (value), but Tempo has no coin of its own.`, { field: `${prefix}value` });

/** Returns the sum of all transfers among the calls, by token. */
function totalRows(calls: readonly Call[], { caip2 }: EthereumChain): DecodedField[] {
  const totals = new Map<string, bigint>();
  for (const { to, data } of calls) {
    if (!(data instanceof Uint8Array) || TRANSFERS.get(hexEncode(data.subarray(0, 4))) !== data.length) continue;
    const token = addressText(to);
    totals.set(token, (totals.get(token) ?? 0n) + uintOf(data.subarray(36, 68)));
  }
  return [...totals].map(([address, units]) => row('Transfers in all', tokensText(caip2, address, units), 'amount'));
}

function feeRows(item: FieldItem, { caip2 }: EthereumChain): DecodedField[] {
  if (hasFeePayer(item)) return [row('Fee paid by', 'a fee payer')];
  const token = item('feeToken');
  if (lengthOf(token) === 0) return [];
  const address = addressText(token);
  const known = tokenOf(caip2, address);
  return [...(known === null ? [] : [row('Fee paid in', known.symbol)]), row('Fee token', address, 'address')];
}
