/** Ethereum's transaction types as data: EIP-155, EIP-2930, EIP-1559, EIP-4844 and EIP-7702. */
import { Refusal } from '../../refusal.ts';
import { itemsOf, lengthOf, uintOf } from './fields.ts';
import type { RlpItem } from './rlp.ts';
import * as shape from './shapes.ts';

const { ACCESS_LIST, ADDRESS, BYTES, CHAIN_ID, fields, list, NONCE, optional, ordinal, tuple, uint } = shape;

/** Returns a field of a transaction that was read by its name, or undefined when the type has no such field. */
export type FieldItem = (name: string) => RlpItem | undefined;

export interface EthereumType {
  readonly title: string;
  /** As it is spelled in errors and fields. */
  readonly type: string;
  /** The byte before the list (EIP-2718). Null for a legacy transaction. */
  readonly byte: number | null;
  /** The signed fields, in wire order. */
  readonly fields: readonly shape.Field[];
  /** Checks conditions over several fields. Throws a `Refusal`. */
  check(item: FieldItem): void;
}

/** EIP-4844: the gas of one blob. */
const GAS_PER_BLOB = 131_072n;
const VERSIONED_HASH_VERSION_KZG = 1;

/** The account that gives up its code has signed this before. The limits are those of EIP-7702. */
const AUTHORIZATION = tuple({
  chainId: ordinal(256),
  address: ADDRESS,
  nonce: ordinal(64),
  yParity: ordinal(8),
  ...shape.R_AND_S,
});

const feeMarket = (to: shape.Shape) => ({
  chainId: CHAIN_ID,
  nonce: NONCE,
  maxPriorityFeePerGas: uint(256),
  maxFeePerGas: uint(256),
  gasLimit: uint(64),
  to,
  value: uint(256),
  data: BYTES,
  accessList: ACCESS_LIST,
});

const PRICED = {
  nonce: NONCE,
  gasPrice: uint(256),
  gasLimit: uint(64),
  to: optional(ADDRESS),
  value: uint(256),
  data: BYTES,
};

/** The six fields before EIP-155. The chain id is part of the signature. */
export const LEGACY: EthereumType = {
  title: 'Legacy transaction',
  type: 'legacy',
  byte: null,
  fields: fields(PRICED),
  check: checkFees,
};

/** The types with a byte of their own. */
export const TYPED: readonly EthereumType[] = [
  {
    title: 'EIP-2930 transaction',
    type: '0x01',
    byte: 0x01,
    fields: fields({ chainId: CHAIN_ID, ...PRICED, accessList: ACCESS_LIST }),
    check(item) {
      checkChain(item);
      checkFees(item);
    },
  },
  {
    title: 'EIP-1559 transaction',
    type: '0x02',
    byte: 0x02,
    fields: fields(feeMarket(optional(ADDRESS))),
    // An unfilled transaction has the chain 0. Public clients have it signed, and the warning about it comes first.
    check(item) {
      checkTip(item);
      checkFees(item);
    },
  },
  {
    title: 'EIP-4844 blob transaction',
    type: '0x03',
    byte: 0x03,
    fields: fields({
      ...feeMarket(ADDRESS),
      maxFeePerBlobGas: uint(256),
      blobVersionedHashes: list(shape.BYTES_32, 1),
    }),
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
    fields: fields({ ...feeMarket(ADDRESS), authorizationList: list(AUTHORIZATION, 1) }),
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

/** Returns the highest possible cost of the gas, in wei. */
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

/** No account can hold 2^256 wei. Nodes refuse the product before they look at the balance. */
function checkFees(item: FieldItem): void {
  if (gasCost(item) >= 2n ** 256n)
    throw new Refusal('transaction', 'gasLimit times the price of gas does not fit into 256 bits');
}
