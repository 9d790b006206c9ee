/** Signed transactions of Ethereum's kind of chain, in Ethereum's forms and in Tempo's. */
import { ethereumChainName } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { addressOf } from '../addresses/index.ts';
import { keccak256 } from '../keccak.ts';
import type { ContentMeaning } from '../meaning.ts';
import { Refusal } from '../refusal.ts';
import { uintOf } from './ethereum/fields.ts';
import { type GasPrice, isOutbid } from './ethereum/replacement.ts';
import { signedBytes } from './ethereum/signature.ts';
import { describeFinalEthereum, ethereumSigner, readFinalEthereum } from './ethereum/signed.ts';
import type { FieldItem } from './ethereum/types.ts';
import { describeSignedTempo, isSignedTempo, readFinalTempo, tempoSigner } from './tempo/signed.ts';

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

/**
 * Describes a signed transaction for the chain with that CAIP-2 name, paid by its signer. Throws a `Refusal`, also for
 * a signature of nobody and for another chain.
 */
export function describeSignedEthereum(signed: string, caip2: unknown): ContentMeaning {
  const { chainId, sender } = readSignedEthereum(signed);
  if (chainId !== null && caip2 !== ethereumChainName(chainId))
    throw new Refusal('transaction', 'is not the target chain', `chainId ${chainId}`);
  return isSignedTempo(signed) ? describeSignedTempo(signed, sender) : describeFinalEthereum(signed, sender);
}

/**
 * Reads a signed transaction. Throws a `Refusal`, for a signature of nobody too. On Tempo only the account's own nonces
 * are read, and only a transaction that nobody else is still to sign.
 */
export function readSignedEthereum(signed: string): SignedEthereum {
  const publicKey = isSignedTempo(signed) ? tempoSigner(signed) : ethereumSigner(signed);
  return { sender: addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey), ...readSignedIdentity(signed) };
}

/** Reads a signed transaction without its signer, whose recovery takes longest. Verifies nothing. Throws a `Refusal`. */
export function readSignedIdentity(signed: string): Omit<SignedEthereum, 'sender'> {
  const { chainId, item } = readFinal(signed);
  return { chainId, nonce: uintOf(item('nonce')), transactionHash: hashOfSignedEthereum(signed) };
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

/**
 * Returns true when nodes take a signed transaction in the place of another one with its nonce. Both of its fees are
 * then at least 10 % higher. Both are in hex. The price of older types counts as both fees. Throws a `Refusal`.
 */
export function outbids(signed: string, other: string): boolean {
  return isOutbid(pricesOf(signed), pricesOf(other));
}

function pricesOf(signed: string): GasPrice {
  const { item } = readFinal(signed);
  const price = item('gasPrice');
  return {
    maxFeePerGas: uintOf(price ?? item('maxFeePerGas')),
    maxPriorityFeePerGas: uintOf(price ?? item('maxPriorityFeePerGas')),
  };
}

function readFinal(signed: string): { readonly chainId: bigint | null; readonly item: FieldItem } {
  if (!isSignedTempo(signed)) return readFinalEthereum(signed);
  const item = readFinalTempo(signed);
  return { chainId: uintOf(item('chainId')), item };
}
