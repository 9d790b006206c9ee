/**
 * TRANSACTION_TYPE_ETHEREUM (docs/protocol.md#transactions): legacy with and without EIP-155, EIP-2930, EIP-1559,
 * EIP-4844 body, EIP-7702.
 */
import { ethereumChainName } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { addressOf } from '../../addresses/index.ts';
import { keccak256 } from '../../keccak.ts';
import type { ContentMeaning } from '../../meaning.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import type { TransactionField, TransactionRule } from '../rule.ts';
import { gatherIn, uintOf } from './fields.ts';
import { ethereumMeaning } from './meaning.ts';
import { type EthereumTransaction, fieldsOf, preimageOf, readSigned, readUnsigned } from './read.ts';
import { numberBytes, rlpEncode, rlpList, rlpPayload, trimZeros } from './rlp.ts';
import { answerCheck, type SignedReader, signBytes, signedBytes, signerCheck, unsignedBytes } from './signature.ts';

/** The type byte of EIP-1559. */
const FEE_MARKET = 2;

/**
 * Choice (legacy-without-chain-id): libraries make a legacy transaction of six items when no chain is named. It is
 * signed as before EIP-155, and the warning about it comes first.
 */
export const ethereum: TransactionRule = {
  curve: 'CURVE_SECP256K1',

  describe(unsigned, signWith = null) {
    const bytes = unsignedBytes(unsigned);
    const fields: TransactionField[] = [];
    const transaction = readUnsigned(bytes, gatherIn(bytes, fields));
    return {
      title: transaction.type.title,
      fields: fields.slice(1),
      ...ethereumMeaning(transaction, { contents: bytes, signWith }),
    };
  },

  sign(unsigned, key) {
    const preimage = unsignedBytes(unsigned);
    const transaction = readUnsigned(preimage, null);
    const { r, s, recovery } = signBytes(preimage, key);
    const signature = [numberBytes(firstOf(transaction, recovery)), trimZeros(r), trimZeros(s)].map(rlpEncode);
    return hexEncode(withSignature(transaction, preimage, signature));
  },

  verify(unsigned, signer) {
    const asked: TransactionField[] = [];
    readUnsigned(unsignedBytes(unsigned), (field) => asked.push(field));
    return answerCheck(asked, signer, readAnswer);
  },

  recover: () => signerCheck(readAnswer),
};

const readAnswer: SignedReader = (bytes, found) => {
  const transaction = readSigned(bytes, found);
  return { preimage: preimageOf(transaction), signature: transaction.signature, isFinal: true };
};

/**
 * Describes a signed transaction for the chain with that CAIP-2 name, paid by its signer. Throws a `Refusal`, also for
 * a signature of nobody and for another chain.
 */
export function describeSignedEthereum(signed: string, caip2: unknown): ContentMeaning {
  const { chainId, sender } = readSignedEthereum(signed);
  if (chainId !== null && caip2 !== ethereumChainName(chainId))
    throw new Refusal('transaction', 'is not the target chain', `chainId ${chainId}`);
  const bytes = signedBytes(signed);
  const fields: TransactionField[] = [];
  const signature: TransactionField[] = [];
  const transaction = readSigned(bytes, gatherIn(bytes, fields), (field, item) => {
    const isNumber = field.name === 'r' || field.name === 's';
    const hex = { value: `0x${hexEncode(item as Uint8Array)}`, kind: 'bytes' } as const;
    gatherIn(bytes, signature)({ ...field, ...(isNumber ? hex : { kind: 'text' }) }, item);
  });
  return {
    title: `Signed ${transaction.type.title}`,
    fields: [...fields, ...signature],
    ...ethereumMeaning(transaction, { contents: bytes, signWith: sender }),
  };
}

/** The signer of a signed transaction, and its identity on the chain. */
export interface SignedEthereum {
  /** Null when it names no chain. */
  readonly chainId: bigint | null;
  /** With the checksum of EIP-55. */
  readonly sender: string;
  readonly nonce: bigint;
  /** 0x and the hash of the signed bytes, in lower case. */
  readonly transactionHash: string;
}

/** Reads a signed transaction. Throws a `Refusal`, for a signature of nobody too. */
export function readSignedEthereum(signed: string): SignedEthereum {
  const sender = addressOf('ADDRESS_FORMAT_ETHEREUM', signerCheck(readAnswer)(signed));
  return { sender, ...readSignedIdentity(signed) };
}

/** Reads a signed transaction without its signer, whose recovery takes longest. Verifies nothing. Throws a `Refusal`. */
export function readSignedIdentity(signed: string): Omit<SignedEthereum, 'sender'> {
  const transaction = readSigned(signedBytes(signed), null);
  const item = fieldsOf(transaction);
  return {
    chainId: transaction.type.byte === null ? transaction.legacyChainId : uintOf(item('chainId')),
    nonce: uintOf(item('nonce')),
    transactionHash: hashOfSignedEthereum(signed),
  };
}

/**
 * Returns the hash by which a chain knows a signed transaction (hex): 0x and 64 lowercase digits. Verifies nothing.
 * Throws a `Refusal` for other text than hex.
 *
 * @example
 * const signed = 'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef6134' +
 *   '0bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';
 * hashOfSignedEthereum(signed);
 * // '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788'
 */
export function hashOfSignedEthereum(signed: string): string {
  return `0x${hexEncode(keccak256(signedBytes(signed)))}`;
}

/** The contents of a transaction of EIP-1559, with amounts in the chain's smallest unit. */
export interface FeeMarketTransaction {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** 20 bytes. */
  readonly to: Uint8Array;
  readonly value: bigint;
  readonly data: Uint8Array;
}

/**
 * Returns the unsigned bytes of an EIP-1559 transaction without an access list, in the hex that `signTransaction`
 * takes.
 *
 * @example
 * const fees = { maxPriorityFeePerGas: 1n, maxFeePerGas: 1n, gasLimit: 21000n };
 * const to = hexDecode('f39fd6e51aad88f6f4ce6ab8827279cfffb92266');
 * unsignedFeeMarket({ chainId: 1n, nonce: 1n, ...fees, to, value: 1n, data: new Uint8Array() });
 * // '02df0101010182520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0'
 */
export function unsignedFeeMarket(transaction: FeeMarketTransaction): string {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit, to, value, data } = transaction;
  const numbers = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit].map(numberBytes);
  return hexEncode(join(Uint8Array.of(FEE_MARKET), rlpEncode([...numbers, to, numberBytes(value), data, []])));
}

/** The first number of the signature: a legacy transaction has the v of EIP-155 or the older one, the others have the parity. */
function firstOf({ type, legacyChainId }: EthereumTransaction, recovery: 0 | 1): bigint {
  if (type.byte !== null) return BigInt(recovery);
  return BigInt(recovery) + (legacyChainId === null ? 27n : legacyChainId * 2n + 35n);
}

/** The signed bytes around the very bytes of the fields. */
function withSignature(
  { type, legacyChainId }: EthereumTransaction,
  preimage: Uint8Array,
  signature: readonly Bytes[],
): Bytes {
  if (type.byte !== null)
    return join(preimage.subarray(0, 1), rlpList([rlpPayload(preimage.subarray(1)), ...signature]));
  const payload = rlpPayload(preimage);
  const placeholder = legacyChainId === null ? 0 : rlpEncode(numberBytes(legacyChainId)).length + 2;
  return rlpList([payload.subarray(0, payload.length - placeholder), ...signature]);
}
