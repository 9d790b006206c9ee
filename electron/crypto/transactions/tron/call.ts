import { hexEncode } from '../../../../shared/wire/index.ts';
import type { TransactionField } from '../rule.ts';
import { tronAddress } from './contracts.ts';

export interface TokenCall {
  readonly fields: readonly TransactionField[];
  readonly warning: string | null;
}

interface Method {
  readonly signature: string;
  /** Names of its parameters: addresses, and a uint256 at the end. */
  readonly parameters: readonly string[];
  readonly isApproval?: true;
}

const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;
/** Choice (tron-unlimited-approval): nobody has half of what a uint256 can hold. */
const UNLIMITED = 2n ** 255n;
const APPROVAL = { parameters: ['spender', 'amount'], isApproval: true } as const;

/** The methods of TRC-20 that move or give away tokens, by selector. */
const METHODS: ReadonlyMap<string, Method> = new Map([
  ['a9059cbb', { signature: 'transfer(address,uint256)', parameters: ['to', 'amount'] }],
  ['23b872dd', { signature: 'transferFrom(address,address,uint256)', parameters: ['from', 'to', 'amount'] }],
  ['095ea7b3', { signature: 'approve(address,uint256)', ...APPROVAL }],
  ['39509351', { signature: 'increaseAllowance(address,uint256)', ...APPROVAL }],
  ['d73dd623', { signature: 'increaseApproval(address,uint256)', ...APPROVAL }],
]);

/** What a TRC-20 call says, by its parameters' names; null when it is another call or not exactly of that form. */
export function decodeTokenCall(data: Uint8Array): TokenCall | null {
  const method = METHODS.get(hexEncode(data.subarray(0, SELECTOR_BYTES)));
  if (method === undefined || data.length !== SELECTOR_BYTES + WORD_BYTES * method.parameters.length) return null;
  const values: string[] = [];
  for (let start = SELECTOR_BYTES; start < data.length - WORD_BYTES; start += WORD_BYTES) {
    const address = readAddress(data.subarray(start, start + WORD_BYTES));
    if (address === null) return null;
    values.push(address);
  }
  const amount = BigInt(`0x${hexEncode(data.subarray(-WORD_BYTES))}`);
  values.push(String(amount));
  const fields: TransactionField[] = [
    { name: 'method', value: method.signature, kind: 'text' },
    ...method.parameters.map(
      (name, index): TransactionField => ({
        name,
        value: values[index] ?? '',
        kind: index === method.parameters.length - 1 ? 'amount' : 'address',
      }),
    ),
  ];
  if (method.isApproval === undefined) return { fields, warning: null };
  const allowed = amount >= UNLIMITED ? 'an unlimited amount' : `up to ${amount} base units more`;
  return { fields, warning: `It lets ${values[0]} take ${allowed} of the owner's tokens.` };
}

/** The word's last 20 bytes; before them zeros, or the prefix 41 that some encoders leave there and the chain ignores. */
function readAddress(word: Uint8Array): string | null {
  const prefix = word[11];
  if (word.subarray(0, 11).some((byte) => byte !== 0) || (prefix !== 0 && prefix !== 0x41)) return null;
  return tronAddress(word.subarray(11));
}
