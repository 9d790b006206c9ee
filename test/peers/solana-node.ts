import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import { SystemInstruction, SystemProgram, TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import type { NodeCaller } from '../../shared/processes/index.ts';
import { utf8Decode, utf8Encode } from '../../shared/wire/index.ts';

export const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const FEE = 5000;
const LIFE = 150;
const FINAL_DEPTH = 32;

interface Carried {
  readonly height: number;
  readonly error: object | null;
}
class No extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A stand-in for a node of Solana, because no validator runs where these tests do. It parses transactions with the
 * field’s library and verifies every Ed25519 signature with the platform’s own code. It carries out transfers of the
 * System Program. It has no votes, and forks only when a test asks. Depth alone makes a transaction confirmed or final.
 */
export function solanaStandIn() {
  let height = 1000;
  const balances = new Map<string, number>();
  const carried = new Map<string, Carried>();
  const waiting = new Map<string, VersionedTransaction>();
  const hashAt = (at: number) =>
    base58.encode(Uint8Array.from({ length: 32 }, (_, index) => (index < 28 ? 7 : (at >> (8 * (31 - index))) & 255)));
  const heightOf = (blockhash: string) => {
    const bytes = Buffer.from(base58.decode(blockhash));
    return bytes.subarray(0, 28).every((byte) => byte === 7) ? bytes.readUInt32BE(28) : -1;
  };
  const isValid = (blockhash: string) => {
    const at = heightOf(blockhash);
    return at >= 0 && at <= height && at + LIFE >= height;
  };

  const node = {
    genesis: GENESIS,
    /** The methods of all calls, in order. */
    asked: [] as string[],
    /** Every transaction that was taken, once for each time. */
    taken: [] as string[],
    /** The number of times that it called a transaction final. */
    finals: 0,
    /** Takes transactions into no block until it is true again. */
    makesBlocks: true,
    /** Changes a reply. Undefined leaves it as it is. */
    lie: (() => undefined) as (method: string, params: readonly unknown[]) => unknown,
    get height() {
      return height;
    },
    hashAt,
    fund: (address: string, amount: number) => void balances.set(address, amount),
    balance: (address: string) => balances.get(address) ?? 0,
    /** Lets this many blocks pass. Waiting transactions are carried out in the first of them. */
    pass(blocks: number): void {
      for (let index = 0; index < blocks; index += 1) {
        height += 1;
        if (!node.makesBlocks) continue;
        for (const [signature, transaction] of waiting) {
          if (isValid(transaction.message.recentBlockhash)) carryOut(signature, transaction);
          waiting.delete(signature);
        }
      }
    },
    /** A fork without the transaction: it was never carried out. */
    forget: (signature: string) => void carried.delete(signature),
    callNode: (async ({ body }) => {
      const asked = JSON.parse(utf8Decode(body ?? new Uint8Array())) as Call | Call[];
      const replies = (Array.isArray(asked) ? asked : [asked]).map(reply);
      return { status: 200, body: utf8Encode(JSON.stringify(Array.isArray(asked) ? replies : replies[0])) };
    }) as NodeCaller,
  };

  const reply = ({ id, method, params }: Call) => {
    node.asked.push(method);
    try {
      const lie = node.lie(method, params);
      return { jsonrpc: '2.0', id, result: lie === undefined ? answer(method, params) : lie };
    } catch (error) {
      if (!(error instanceof No)) throw error;
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
    }
  };

  const answer = (method: string, [first, second]: readonly unknown[]): unknown => {
    const inContext = (value: unknown) => ({ context: { slot: height }, value });
    switch (method) {
      case 'getGenesisHash':
        return node.genesis;
      case 'getLatestBlockhash':
        return inContext({ blockhash: hashAt(height), lastValidBlockHeight: height + LIFE });
      case 'isBlockhashValid':
        return inContext(isValid(first as string));
      case 'getBlockHeight':
        return (first as { commitment: string }).commitment === 'finalized' ? height - FINAL_DEPTH : height;
      case 'getBalance':
        return inContext(balances.get(first as string) ?? 0);
      case 'getTokenAccountsByOwner':
        return inContext([]);
      case 'getSignatureStatuses':
        return inContext((first as string[]).map(statusOf));
      case 'sendTransaction':
        return take(Buffer.from(first as string, (second as { encoding: 'base64' }).encoding));
      default:
        throw new No(-32601, 'Method not found');
    }
  };

  const statusOf = (signature: string) => {
    const one = carried.get(signature);
    if (one === undefined) return null;
    const depth = height - one.height;
    if (depth >= FINAL_DEPTH) node.finals += 1;
    const confirmationStatus = depth >= FINAL_DEPTH ? 'finalized' : depth >= 1 ? 'confirmed' : 'processed';
    return { slot: one.height, confirmations: depth >= FINAL_DEPTH ? null : depth, err: one.error, confirmationStatus };
  };

  const take = (bytes: Buffer): string => {
    const transaction = VersionedTransaction.deserialize(bytes);
    const { message, signatures } = transaction;
    // The library does not write version 1, whose message is everything before the signatures at the end.
    const count = message.header.numRequiredSignatures;
    const data = transaction.version === 1 ? bytes.subarray(0, bytes.length - 64 * count) : message.serialize();
    for (let index = 0; index < count; index += 1) {
      const raw = message.staticAccountKeys[index]?.toBytes() ?? new Uint8Array();
      const key = createPublicKey({
        key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
        format: 'der',
        type: 'spki',
      });
      if (!verify(null, data, key, signatures[index] ?? new Uint8Array()))
        throw new No(-32003, 'Transaction signature verification failure');
    }
    const signature = base58.encode(signatures[0] ?? new Uint8Array());
    if (carried.has(signature))
      throw new No(-32002, 'Transaction simulation failed: This transaction has already been processed');
    if (!isValid(message.recentBlockhash)) throw new No(-32002, 'Transaction simulation failed: Blockhash not found');
    const payer = message.staticAccountKeys[0]?.toBase58() ?? '';
    if ((balances.get(payer) ?? 0) < FEE)
      throw new No(
        -32002,
        'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
      );
    node.taken.push(signature);
    waiting.set(signature, transaction);
    return signature;
  };

  /** The fee is paid whatever becomes of it. */
  const carryOut = (signature: string, { message }: VersionedTransaction): void => {
    const [payer] = message.staticAccountKeys.map((key) => key.toBase58());
    const next = new Map(balances);
    const add = (address: string, amount: number) => next.set(address, (next.get(address) ?? 0) + amount);
    add(payer ?? '', -FEE * message.header.numRequiredSignatures);
    const paid = new Map(next);
    let error: object | null = null;
    for (const [index, { programIdIndex, accountKeyIndexes, data }] of message.compiledInstructions.entries()) {
      const keys = accountKeyIndexes.map((at) => ({
        pubkey: message.staticAccountKeys[at] ?? SystemProgram.programId,
        isSigner: message.isAccountSigner(at),
        isWritable: message.isAccountWritable(at),
      }));
      const programId = message.staticAccountKeys[programIdIndex] ?? SystemProgram.programId;
      const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(
        new TransactionInstruction({ keys, programId, data: Buffer.from(data) }),
      );
      add(fromPubkey.toBase58(), -Number(lamports));
      add(toPubkey.toBase58(), Number(lamports));
      if ((next.get(fromPubkey.toBase58()) ?? 0) < 0) error = { InstructionError: [index, { Custom: 1 }] };
    }
    for (const [address, amount] of error === null ? next : paid) balances.set(address, amount);
    carried.set(signature, { height, error });
  };
  return node;
}
export type SolanaStandIn = ReturnType<typeof solanaStandIn>;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
