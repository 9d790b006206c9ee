/** Describes a payload for the operator's confirmation, by its encoding. */
import type { PayloadEncoding } from '../../../shared/model/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import { type ContentMeaning, row } from '../meaning.ts';
import { describeAuthorization } from './describe-authorization.ts';
import { describeTypedData } from './describe-typed-data.ts';
import type { PayloadAround } from './forms/form.ts';
import { describeBytes, describeText } from './messages.ts';
import { payloadBytes, requirePayloadLength } from './raw-payload.ts';

/**
 * Describes a payload. Returns null for bytes of no known form. Ranges are in the UTF-8 of a text, and in the bytes
 * that hexadecimal digits spell. Throws a `Refusal` for a payload that could not be signed either.
 *
 * @example
 * describePayload('PAYLOAD_ENCODING_TEXT_UTF8', 'hello')?.steps;
 * // ['Sign the text “hello”']
 */
export function describePayload(
  encoding: PayloadEncoding,
  payload: string,
  around: PayloadAround = {},
): ContentMeaning | null {
  requirePayloadLength(payload);
  if (encoding === 'PAYLOAD_ENCODING_EIP712') return signedBy(around, describeTypedData(payload, around));
  if (encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION') return signedBy(around, describeAuthorization(payload));
  const bytes = payloadBytes(encoding, payload);
  return encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' ? describeText(bytes, around) : describeBytes(bytes, around);
}

function signedBy({ signWith }: PayloadAround, described: ContentMeaning): ContentMeaning {
  const from = ethereumAddress.normalize(signWith ?? '');
  return from === null ? described : { ...described, summary: [row('From', from, 'address'), ...described.summary] };
}
