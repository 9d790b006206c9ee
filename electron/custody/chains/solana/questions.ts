import { base64 } from '@scure/base';
import { NodeFault } from '../../node-fault.ts';
import { plain } from '../json-rpc.ts';
import type { Question } from '../node.ts';
import { readList, readObject } from '../quantities.ts';
import { contextValue, readKey, readNumber, readSignature } from './values.ts';

/** The commitment of an answer: most of the votes, or finality. */
export type Commitment = 'confirmed' | 'finalized';

export interface LatestBlockhash {
  readonly blockhash: string;
  /** The last height of a block that may have a transaction with it. */
  readonly lastHeight: number;
}

export const latestBlockhash: Question<LatestBlockhash> = {
  method: 'getLatestBlockhash',
  params: [{ commitment: 'confirmed' }],
  read(result) {
    const { blockhash, lastValidBlockHeight } = readObject(contextValue(result), 'the blockhash');
    return {
      blockhash: readKey(blockhash, 'the blockhash'),
      lastHeight: readNumber(lastValidBlockHeight, 'the last height'),
    };
  },
};

/** True while a blockhash is one of the chain's newest. Includes blocks that are not confirmed yet. */
export const isNewBlockhash = (blockhash: string): Question<boolean> => ({
  method: 'isBlockhashValid',
  params: [blockhash, { commitment: 'processed' }],
  read(result) {
    const isValid = contextValue(result);
    if (typeof isValid === 'boolean') return isValid;
    throw new NodeFault('malformed', 'it does not report whether the blockhash is one of the chain');
  },
});

/** The block height. */
export const blockHeight = (commitment: Commitment): Question<number> => ({
  method: 'getBlockHeight',
  params: [{ commitment }],
  read: (result) => readNumber(result, 'the height'),
});

/** The result of a transaction that a node has seen in a block. */
export interface SignatureStatus {
  readonly certainty: 'processed' | Commitment;
  /** The network’s error of a failed transaction. Null for one that succeeded. */
  readonly error: string | null;
}

const LONGEST_ERROR = 300;

/** Null where the node has seen it in no block, however old. */
export const signatureStatus = (signature: string): Question<SignatureStatus | null> => ({
  method: 'getSignatureStatuses',
  params: [[signature], { searchTransactionHistory: true }],
  read(result) {
    const [status, ...others] = readList(contextValue(result), 'the list of statuses');
    if (others.length > 0) throw new NodeFault('malformed', 'it gave more than one status');
    if (status === null) return null;
    const { confirmationStatus, err } = readObject(status, 'the status');
    const certainty = (['processed', 'confirmed', 'finalized'] as const).find((known) => known === confirmationStatus);
    if (certainty === undefined) throw new NodeFault('malformed', 'it does not report the commitment of a status');
    return { certainty, error: err == null ? null : plain(JSON.stringify(err).slice(0, LONGEST_ERROR)) };
  },
});

/** Hands a signed transaction on. Throws a `malformed` NodeFault when the node calls it otherwise than by its first signature. */
export const sendSigned = (signed: Uint8Array, signature: string): Question<void> => ({
  method: 'sendTransaction',
  params: [base64.encode(signed), { encoding: 'base64', preflightCommitment: 'confirmed' }],
  read(result) {
    if (readSignature(result, 'the signature') !== signature)
      throw new NodeFault('malformed', 'it names the transaction with another signature');
  },
});

/** The balance of an address, in lamports. */
export const lamports = (address: string): Question<bigint> => ({
  method: 'getBalance',
  params: [address, { commitment: 'confirmed' }],
  read: (result) => BigInt(readNumber(contextValue(result), 'the balance')),
});

/** The sum of a token in all accounts of an owner, in the smallest unit. */
export const tokenUnits = (owner: string, mint: string): Question<bigint> => ({
  method: 'getTokenAccountsByOwner',
  params: [owner, { mint }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
  read: (result) =>
    readList(contextValue(result), 'the list of accounts').reduce<bigint>((sum, one) => {
      const { data } = readObject(readObject(one, 'the account').account, 'the account');
      const { info } = readObject(readObject(data, 'what the account holds').parsed, 'what the account holds');
      const held = readObject(info, 'what the account holds');
      if (held.mint !== mint || held.owner !== owner)
        throw new NodeFault('malformed', 'it returned an account of another token or owner');
      const { amount } = readObject(held.tokenAmount, 'the amount');
      if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount))
        throw new NodeFault('malformed', 'the amount that it reported is not a number');
      return sum + BigInt(amount);
    }, 0n),
});
