import { ethereum } from '../ethereum/index.ts';
import { type Facts, type FactsSigner, UNPROVEN } from './facts.ts';

/** The public policy language's names of the types, by title. */
const TYPES: Readonly<Record<string, string>> = {
  'Legacy transaction': 'LEGACY',
  'EIP-2930 transaction': 'TYPE_1',
  'EIP-1559 transaction': 'TYPE_2',
  'EIP-4844 blob transaction': 'TYPE_3',
  'EIP-7702 transaction': 'TYPE_4',
};
const NUMBERS: Readonly<Record<string, string>> = {
  value: 'value',
  gasLimit: 'gas',
  gasPrice: 'gas_price',
  chainId: 'chain_id',
  nonce: 'nonce',
  maxFeePerGas: 'max_fee_per_gas',
  maxPriorityFeePerGas: 'max_priority_fee_per_gas',
  maxFeePerBlobGas: 'max_fee_per_blob_gas',
};

/**
 * Returns the numbers of `eth.tx`. `find` takes the name of a field in this program's spelling and returns its decimal
 * digits. `gas_price` is the highest possible price.
 */
export function numberFacts(find: (name: string) => string | undefined): Record<string, bigint> {
  const facts: Record<string, bigint> = {};
  for (const [name, fact] of Object.entries(NUMBERS)) {
    const value = find(name);
    if (value !== undefined && /^[0-9]+$/.test(value)) facts[fact] = BigInt(value);
  }
  const fee = facts.max_fee_per_gas;
  return fee === undefined ? facts : { ...facts, gas_price: fee };
}

/** `eth.tx`. Has no chain_id for a transaction without a chain, and an empty `to` for a contract's creation. */
export function ethereumFacts(unsigned: string, { ethereumAddress }: FactsSigner): Facts {
  const { title, fields } = ethereum.describe(unsigned);
  const values = new Map(fields.map(({ name, value }) => [name, value]));
  const facts: Record<string, string | bigint> = {
    type: TYPES[title] ?? title,
    ...numberFacts((name) => values.get(name)),
  };
  const to = values.get('to');
  facts.to = to === undefined || to === 'none' ? '' : to;
  facts.data = values.get('data') ?? '0x';
  if (ethereumAddress !== null) facts.from = ethereumAddress;
  return facts.chain_id === undefined ? { ...facts, [UNPROVEN]: EVERY_CHAIN } : facts;
}

/** A transaction before EIP-155 names no chain. */
const EVERY_CHAIN = { chain_id: 'is not there: the transaction is valid on every chain' };
