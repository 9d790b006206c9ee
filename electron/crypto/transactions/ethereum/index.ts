/**
 * TRANSACTION_TYPE_ETHEREUM (docs/protocol.md#transactions): legacy with and without EIP-155, EIP-2930, EIP-1559,
 * EIP-4844 body, EIP-7702.
 */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { type Bytes, join } from '../../native.ts';
import type { TransactionField, TransactionRule } from '../rule.ts';
import { gatherIn } from './fields.ts';
import { ethereumMeaning } from './meaning.ts';
import { type EthereumTransaction, preimageOf, readSigned, readUnsigned } from './read.ts';
import { numberBytes, rlpEncode, rlpList, rlpPayload, trimZeros } from './rlp.ts';
import { answerCheck, type SignedReader, signBytes, signerCheck, unsignedBytes } from './signature.ts';

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

/** Reads the answer to a request to sign. Throws a `Refusal`. */
export const readAnswer: SignedReader = (bytes, found) => {
  const transaction = readSigned(bytes, found);
  return { preimage: preimageOf(transaction), signature: transaction.signature, isFinal: true };
};

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
