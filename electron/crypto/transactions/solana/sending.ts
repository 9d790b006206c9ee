/** The facts of a Solana transaction that sending it requires. */
import { base58, base64 } from '@scure/base';
import { hexEncode, isHex } from '../../../../shared/wire/index.ts';
import { Refusal } from '../../refusal.ts';
import { SYSTEM_PROGRAM } from './programs/index.ts';
import { isEmptySlot, parseSolana, type SolanaTransaction } from './wire.ts';

export interface SendingSolana {
  /** The accounts that have to sign it, in its order: the first one pays. In base58, as all here. */
  readonly signers: readonly string[];
  /** The signers whose signatures are missing. */
  readonly missing: readonly string[];
  readonly blockhash: string;
  /** The blockhash is a durable nonce, which no height ends. */
  readonly isDurable: boolean;
  /** The account that holds the durable nonce. Null without one, and for an account of an address table. */
  readonly nonceAccount: string | null;
  /** The network's id of the transaction. Meaningless before the fee payer has signed. */
  readonly signature: string;
}

/** Parses the hex of a whole transaction. Does not verify its signatures. Throws a `Refusal`. */
export function readSendingSolana(text: string): SendingSolana {
  const transaction = parseSolana(text);
  const { accountKeys, requiredSignatures, signatures, recentBlockhash } = transaction;
  const signers = accountKeys.slice(0, requiredSignatures).map((key) => base58.encode(key));
  return {
    signers,
    missing: signers.filter((_, index) => isEmptySlot(signatures[index] ?? new Uint8Array())),
    blockhash: base58.encode(recentBlockhash),
    ...durability(transaction),
    signature: base58.encode(signatures[0] ?? new Uint8Array()),
  };
}

/**
 * Returns the transaction with another blockhash. Throws a `Refusal` for a transaction with a signature, and for an
 * invalid hash.
 */
export function withBlockhash(text: string, blockhash: string): string {
  const transaction = parseSolana(text);
  const hash = base58.decode(blockhash);
  if (hash.length !== transaction.recentBlockhash.length)
    throw new Refusal('transaction', 'its recent blockhash does not have 32 bytes');
  if (transaction.signatures.some((signature) => !isEmptySlot(signature)))
    throw new Refusal('transaction', 'it is already signed, so its recent blockhash cannot change');
  transaction.recentBlockhash.set(hash);
  return hexEncode(transaction.bytes);
}

/**
 * Returns the hex of a transaction given in hex or, as by the public clients, in base64 (RFC 4648, section 4). Throws a
 * `Refusal`.
 *
 * @example
 * solanaHex('AQID');
 * // '010203'
 */
export function solanaHex(text: string): string {
  if (isHex(text.replace(/^0x/i, ''))) return text;
  try {
    return hexEncode(base64.decode(text));
  } catch {
    throw new Refusal('transaction', 'it is neither hexadecimal text with two digits a byte nor base64');
  }
}

/** AdvanceNonceAccount of the System Program, which has to come first. The network ignores bytes behind it. */
const ADVANCE_NONCE = '04000000';

function durability({
  instructions: [first],
  accountKeys,
}: SolanaTransaction): Pick<SendingSolana, 'isDurable' | 'nonceAccount'> {
  const none = { isDurable: false, nonceAccount: null };
  if (first === undefined || !hexEncode(first.data).startsWith(ADVANCE_NONCE)) return none;
  if (base58.encode(accountKeys[first.programIdIndex] ?? new Uint8Array()) !== SYSTEM_PROGRAM) return none;
  const nonceAccount = accountKeys[first.accounts[0] ?? accountKeys.length];
  return { isDurable: true, nonceAccount: nonceAccount === undefined ? null : base58.encode(nonceAccount) };
}
