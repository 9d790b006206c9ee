/** Transactions of Ethereum and Tempo among bytes that are hashed with Keccak-256. */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { type ContentMeaning, danger } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import { ethereum } from '../../transactions/ethereum/index.ts';
import { tempo } from '../../transactions/tempo/index.ts';
import { type PayloadAround, refusedOr } from './form.ts';

const TEMPO = 0x76;

/** The finding of bytes that are a whole transaction of some chain. */
export const SENDABLE = danger(
  'These bytes are a transaction: anyone with the signature can send it. Sign it as a transaction instead.',
);

/** Describes the unsigned bytes of a transaction. The transaction's signature signs their hash. */
export function readEthereumTransaction(bytes: Uint8Array, { signWith = null }: PayloadAround): ContentMeaning | null {
  const described = transactionIn(hexEncode(bytes), signWith);
  return described === null ? null : { ...described, findings: [SENDABLE, ...described.findings] };
}

/** Describes the transaction that hexadecimal digits spell, or returns null when they spell none. */
export function transactionIn(hex: string, signWith: string | null = null): ContentMeaning | null {
  const rule = Number.parseInt(hex.replace(/^0x/i, '').slice(0, 2), 16) === TEMPO ? tempo : ethereum;
  const described = refusedOr(() => rule.describe(hex, signWith));
  return described instanceof Refusal ? null : described;
}
