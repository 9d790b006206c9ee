/** Proves an output by the whole transaction that made it. */
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { knownScript, readBitcoinAddress, type ScriptKind } from '../../addresses/bitcoin.ts';
import { Refusal } from '../../refusal.ts';
import { SIGNATURE_WEIGHT } from './fee.ts';
import { type BitcoinTransaction, readBlockTransactions, readTransaction, transactionHash } from './transaction.ts';

/** A transaction as the chain has it. */
export interface PreviousTransaction {
  /** The id as explorers show it: 64 hexadecimal digits. */
  readonly txid: string;
  /** Satoshi, and the script in hex. */
  readonly outputs: readonly { readonly units: bigint; readonly script: string }[];
  /** The outputs that it spends: `<txid>:<index>`. */
  readonly spends: readonly string[];
}

/** Reads a whole transaction in hex and computes its id. Throws a `Refusal`. */
export function readPrevious(hex: string): PreviousTransaction {
  const transaction = readTransaction(hexDecode(hex), 'the transaction', true);
  return {
    txid: hexEncode(transactionHash(transaction).reverse()),
    outputs: transaction.outputs.map(({ amount, script }) => ({ units: amount, script: hexEncode(script) })),
    spends: spendsOf(transaction),
  };
}

const spendsOf = ({ inputs }: BitcoinTransaction): string[] =>
  inputs.map(({ outpoint, index }) => `${hexEncode(outpoint.slice(0, 32).reverse())}:${index}`);

/**
 * Finds the transactions of a block in hex that spend some outputs (`<txid>:<index>`). Returns their ids by output. Throws
 * a `Refusal` for bytes that are no block.
 */
export function spendersInBlock(hex: string, outpoints: readonly string[]): Map<string, string> {
  const wanted = new Set(outpoints);
  const found = new Map<string, string>();
  for (const transaction of readBlockTransactions(hexDecode(hex))) {
    for (const spent of spendsOf(transaction))
      if (wanted.has(spent)) found.set(spent, hexEncode(transactionHash(transaction).reverse()));
  }
  return found;
}

/**
 * Choice (dust): the smallest amounts that nodes relay, as Bitcoin Core computes them for each kind of output at 3,000
 * satoshi for 1,000 bytes.
 */
const DUST: Readonly<Record<ScriptKind, bigint>> = { P2PKH: 546n, P2SH: 540n, P2WPKH: 294n, P2WSH: 330n, P2TR: 330n };

/** Outpoint, sequence and the length of an empty script. */
const BARE_INPUT_WEIGHT = 4 * 41;

/** The facts that fees and limits of an address depend on. */
export interface BitcoinAddressFacts {
  readonly script: string;
  readonly scriptBytes: number;
  readonly dust: bigint;
  /** The weight of an input that spends one of its outputs with one signature. */
  readonly inputWeight: number;
  readonly hasWitness: boolean;
}

/** Returns the facts about an address of Bitcoin. Throws a `Refusal` for any other text. */
export function bitcoinAddressFacts(address: string, where: string): BitcoinAddressFacts {
  const read = readBitcoinAddress(address);
  const kind = read === null ? undefined : knownScript(hexDecode(read.script))?.kind;
  if (read === null || kind === undefined) throw new Refusal('transaction', 'is not an address of Bitcoin', where);
  return {
    script: read.script,
    scriptBytes: read.script.length / 2,
    dust: DUST[kind],
    inputWeight: BARE_INPUT_WEIGHT + SIGNATURE_WEIGHT[kind],
    hasWitness: kind !== 'P2PKH',
  };
}
