/** Describes a transaction, with the findings about a text that it signs. */
import type { TransactionType } from '../../shared/model/index.ts';
import type { ContentMeaning } from './meaning.ts';
import { isUtf8 } from './native.ts';
import { quoted } from './payloads/quoted.ts';
import { describeTransaction as describe } from './transactions/index.ts';

/**
 * Describes an unsigned transaction and its effects for the signing address. The text of a message signature (BIP-322) has the
 * findings of every other text. Throws a `Refusal`, not an `AppError`, because nobody has asked to sign it yet.
 *
 * @example
 * const unsigned = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
 * describeTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned).steps;
 * // ['Send 1 ETH to 0x3535353535353535353535353535353535353535']
 */
export function describeTransaction(
  type: TransactionType,
  unsigned: string,
  signWith: string | null = null,
): ContentMeaning {
  const meaning = describe(type, unsigned, signWith);
  const { message } = meaning;
  if (message === undefined || message.length === 0 || !isUtf8(message)) return meaning;
  const described = quoted('message', message, { start: 0, around: { signWith } });
  return {
    ...meaning,
    steps: described.steps,
    summary: [...meaning.summary, ...described.summary.filter(({ name }) => name !== 'From')],
    // The message is in a hash here, so its parts have no place in the transaction.
    fields: [...meaning.fields, ...described.fields.map(({ name, value, kind }) => ({ name, value, kind }))],
    findings: [...described.findings, ...meaning.findings],
  };
}
