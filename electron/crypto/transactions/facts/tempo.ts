import { tempo } from '../tempo/index.ts';
import type { Facts, FactsSigner } from './facts.ts';

const NUMBERS: Readonly<Record<string, string>> = {
  chainId: 'chain_id',
  nonce: 'nonce',
  gasLimit: 'gas_limit',
  maxFeePerGas: 'max_fee_per_gas',
  maxPriorityFeePerGas: 'max_priority_fee_per_gas',
  validBefore: 'valid_before',
  validAfter: 'valid_after',
};
/** 0x and the digits of a function's four bytes. */
const SELECTOR_LENGTH = 10;

/** `tempo.tx`, or null for a transaction of one of Ethereum's forms. An unset value is 0 or empty. */
export function tempoFacts(unsigned: string, { ethereumAddress }: FactsSigner): Facts | null {
  const { title, fields } = tempo.describe(unsigned);
  if (title !== 'Tempo transaction') return null;
  const values = new Map(fields.map(({ name, value }) => [name, value === 'none' ? '' : value]));
  const numbers = Object.entries(NUMBERS).map(([name, fact]) => [fact, BigInt(values.get(name) || '0')] as const);
  const calls: Facts[] = [];
  for (let at = 0; values.has(`calls[${at}].to`); at += 1) {
    const input = values.get(`calls[${at}].data`) ?? '0x';
    calls.push({
      to: values.get(`calls[${at}].to`) ?? '',
      input,
      function_signature: input.length < SELECTOR_LENGTH ? '' : input.slice(0, SELECTOR_LENGTH),
    });
  }
  return {
    ...Object.fromEntries(numbers),
    ...(ethereumAddress === null ? {} : { from: ethereumAddress }),
    fee_token: values.get('feeToken') ?? '',
    calls,
  };
}
