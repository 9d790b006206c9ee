import type { BatchTerms, LineWhat } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { batchRuleOf } from './families/index.ts';
import type { StoredLine } from './store.ts';

/** The contents of a line that is no payment. */
export type PayloadLine = Exclude<LineWhat, { kind: 'payment' }>;

/** Returns the request that signs a transaction, or a personal message (EIP-191). */
export function payloadRequest(
  what: PayloadLine,
  terms: Pick<BatchTerms, 'chain' | 'from'>,
): Pick<StoredLine, 'operation' | 'parameters'> {
  if (what.kind === 'transaction') return batchRuleOf(terms.chain).request(what.unsignedTransaction, terms);
  const { message } = what;
  const payload = `\u0019Ethereum Signed Message:\n${utf8Encode(message).length}${message}`;
  const bytes = { payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_KECCAK256' };
  return { operation: 'sign_raw_payload', parameters: { signWith: terms.from, ...bytes } };
}
