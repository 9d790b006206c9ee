import type { JsonObject } from '../../../shared/model/index.ts';
import { type ActivityOperation, OPERATIONS } from '../../../shared/operations/index.ts';
import { accountNonce, Refusal, statedOutpoints, tempoNonce } from '../../crypto/index.ts';

/** The operations whose transactions share an account's nonce or its outputs. */
export const PAYING = [OPERATIONS.sign_transaction, OPERATIONS.btc_send_transaction];

/** The readers of the nonce that a transaction uses, by its type. */
const NONCES: Readonly<Record<string, (unsigned: string) => string>> = {
  TRANSACTION_TYPE_ETHEREUM: accountNonce,
  TRANSACTION_TYPE_TEMPO: tempoNonce,
};

/**
 * Names what a transaction uses up, of which no other transaction can be made: a nonce of its account, or outputs.
 * A nonce is `<address> <chain> <nonce>`, with the address in lower case. An output is `<txid>:<index>`.
 */
export function spendsOf({ name }: ActivityOperation, { type, signWith, unsignedTransaction }: JsonObject): string[] {
  if (PAYING.every((operation) => operation.name !== name)) return [];
  const text = String(unsignedTransaction);
  const isBitcoin = name === OPERATIONS.btc_send_transaction.name || type === 'TRANSACTION_TYPE_BITCOIN';
  try {
    if (isBitcoin) return statedOutpoints(text).map(({ outpoint }) => outpoint);
    const nonce = Object.hasOwn(NONCES, String(type)) ? NONCES[String(type)]?.(text) : undefined;
    return nonce === undefined ? [] : [`${String(signWith).toLowerCase()} ${nonce}`];
  } catch (error) {
    // A transaction of another form proves nothing.
    if (error instanceof Refusal) return [];
    throw error;
  }
}
