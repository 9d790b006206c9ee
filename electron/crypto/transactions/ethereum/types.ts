/** Ethereum's transaction types as data: EIP-155, EIP-2930, EIP-1559, EIP-4844 and EIP-7702. */
import { Refusal } from '../../refusal.ts';
import {
  ADDRESS,
  BYTES,
  BYTES_32,
  type Field,
  itemsOf,
  lengthOf,
  OPTIONAL_ADDRESS,
  ordinal,
  type Shape,
  SIGNATURE_NUMBER,
  uint,
  uintOf,
} from './fields.ts';
import type { RlpItem } from './rlp.ts';

/** A field of a transaction that was read, by its name; undefined when the type has none of that name. */
export type FieldItem = (name: string) => RlpItem | undefined;

export interface EthereumType {
  readonly title: string;
  /** As it is spelled in errors and fields. */
  readonly type: string;
  /** The byte before the list (EIP-2718); null for a legacy transaction. */
  readonly byte: number | null;
  /** What is signed, in wire order. */
  readonly fields: readonly Field[];
  /** What no single field can tell. Throws a `Refusal`. */
  check(item: FieldItem): void;
}

/** EIP-2681: the last nonce an account can use is 2^64 - 2. */
export const NONCE: Shape = { is: 'uint', bits: 64, maximum: 2n ** 64n - 2n, kind: 'text' };
/** Choice (chain-id-limit): EIP-2294, so that the v of EIP-155 fits into 64 bits. */
export const CHAIN_ID: Shape = { is: 'uint', bits: 64, maximum: 2n ** 63n - 37n, kind: 'text' };
export const ACCESS_LIST: Shape = {
  is: 'list',
  of: {
    is: 'tuple',
    fields: [
      { name: 'address', shape: ADDRESS },
      { name: 'storageKeys', shape: { is: 'list', of: BYTES_32 } },
    ],
  },
};

/** EIP-4844: what one blob uses. */
const GAS_PER_BLOB = 131_072n;
const VERSIONED_HASH_VERSION_KZG = 1;

/** Already signed by the accounts that give up their code; the limits are those of EIP-7702. */
const AUTHORIZATIONS: Shape = {
  is: 'list',
  minimum: 1,
  of: {
    is: 'tuple',
    fields: [
      { name: 'chainId', shape: ordinal(256) },
      { name: 'address', shape: ADDRESS },
      { name: 'nonce', shape: ordinal(64) },
      { name: 'yParity', shape: ordinal(8) },
      { name: 'r', shape: SIGNATURE_NUMBER },
      { name: 's', shape: SIGNATURE_NUMBER },
    ],
  },
};

const feeMarket = (to: Shape): readonly Field[] => [
  { name: 'chainId', shape: CHAIN_ID },
  { name: 'nonce', shape: NONCE },
  { name: 'maxPriorityFeePerGas', shape: uint(256) },
  { name: 'maxFeePerGas', shape: uint(256) },
  { name: 'gasLimit', shape: uint(64) },
  { name: 'to', shape: to },
  { name: 'value', shape: uint(256) },
  { name: 'data', shape: BYTES },
  { name: 'accessList', shape: ACCESS_LIST },
];

const priced: readonly Field[] = [
  { name: 'nonce', shape: NONCE },
  { name: 'gasPrice', shape: uint(256) },
  { name: 'gasLimit', shape: uint(64) },
  { name: 'to', shape: OPTIONAL_ADDRESS },
  { name: 'value', shape: uint(256) },
  { name: 'data', shape: BYTES },
];

/** The six fields before EIP-155; the chain id is a matter of the signature. */
export const LEGACY: EthereumType = {
  title: 'Legacy transaction',
  type: 'legacy',
  byte: null,
  fields: priced,
  check: checkFees,
};

/** The types with a byte of their own. */
export const TYPED: readonly EthereumType[] = [
  {
    title: 'EIP-2930 transaction',
    type: '0x01',
    byte: 0x01,
    fields: [{ name: 'chainId', shape: CHAIN_ID }, ...priced, { name: 'accessList', shape: ACCESS_LIST }],
    check(item) {
      checkChain(item);
      checkFees(item);
    },
  },
  {
    title: 'EIP-1559 transaction',
    type: '0x02',
    byte: 0x02,
    fields: feeMarket(OPTIONAL_ADDRESS),
    check: checkFeeMarket,
  },
  {
    title: 'EIP-4844 blob transaction',
    type: '0x03',
    byte: 0x03,
    fields: [
      ...feeMarket(ADDRESS),
      { name: 'maxFeePerBlobGas', shape: uint(256) },
      { name: 'blobVersionedHashes', shape: { is: 'list', of: BYTES_32, minimum: 1 } },
    ],
    check(item) {
      checkFeeMarket(item);
      for (const [index, hash] of itemsOf(item('blobVersionedHashes')).entries()) {
        if (hash instanceof Uint8Array && hash[0] !== VERSIONED_HASH_VERSION_KZG)
          throw new Refusal(
            'transaction',
            'does not begin with 01, the version of KZG commitments',
            `blobVersionedHashes[${index}]`,
          );
      }
    },
  },
  {
    title: 'EIP-7702 transaction',
    type: '0x04',
    byte: 0x04,
    fields: [...feeMarket(ADDRESS), { name: 'authorizationList', shape: AUTHORIZATIONS }],
    check: checkFeeMarket,
  },
];

/** The chain id 0 belongs to no chain. */
export function checkChain(item: FieldItem): void {
  if (lengthOf(item('chainId')) === 0) throw new Refusal('transaction', 'is 0', 'chainId');
}

/** A tip above the cap is invalid on every chain (EIP-1559). */
export function checkTip(item: FieldItem): void {
  if (uintOf(item('maxPriorityFeePerGas')) > uintOf(item('maxFeePerGas')))
    throw new Refusal('transaction', 'is above maxFeePerGas', 'maxPriorityFeePerGas');
}

/** The most that gas can cost, in wei. */
export function gasCost(item: FieldItem): bigint {
  const blobs = BigInt(lengthOf(item('blobVersionedHashes')));
  return (
    uintOf(item('gasLimit')) * uintOf(item('maxFeePerGas') ?? item('gasPrice')) +
    blobs * GAS_PER_BLOB * uintOf(item('maxFeePerBlobGas'))
  );
}

function checkFeeMarket(item: FieldItem): void {
  checkChain(item);
  checkTip(item);
  checkFees(item);
}

/** No account can hold 2^256 wei; nodes refuse the product before they look at the balance. */
function checkFees(item: FieldItem): void {
  if (gasCost(item) >= 2n ** 256n)
    throw new Refusal('transaction', 'gasLimit times the price of gas does not fit into 256 bits');
}
