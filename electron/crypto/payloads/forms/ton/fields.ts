import type { DecodedField } from '../../../../../shared/model/index.ts';
import { placeIn } from '../../../transactions/reading.ts';
import type { Read } from '../bcs.ts';
import type { Message } from './messages.ts';
import type { WalletRequest } from './wallets.ts';
import { changeStep, commentText } from './words.ts';

type Field = (name: string, read: Read<unknown>, kind?: DecodedField['kind'], value?: string) => DecodedField;

/** Returns all fields of a request with their places in the bag of cells. */
export function fieldsOf(bytes: Uint8Array, request: WalletRequest): DecodedField[] {
  const { walletId, validUntil, sequence, sendings, changes } = request;
  const field: Field = (name, read, kind = 'text', value = String(read.value)) => {
    return { name, value, kind, ...placeIn(bytes, read.bytes) };
  };
  return [
    field('walletId', walletId),
    field('validUntil', validUntil, 'time'),
    field('seqno', sequence),
    ...sendings.flatMap(({ mode, message }, index) => [
      field(`messages[${index}].mode`, mode),
      ...messageFields(message, (name, ...rest) => field(`messages[${index}].${name}`, ...rest)),
    ]),
    ...changes.map((change, index): DecodedField => {
      return { name: `actions[${index}]`, value: changeStep(change), kind: 'text' };
    }),
  ];
}

function messageFields({ bounces, to, amount, hasCode, body }: Message, field: Field): DecodedField[] {
  const fields = [field('bounce', bounces), field('to', to, 'address'), field('amount', amount, 'amount')];
  if (hasCode.value) fields.push(field('init', hasCode, 'text', 'not decoded'));
  if (body.kind === 'comment') fields.push(field('comment', body.comment, 'text', commentText(body.comment.value)));
  if (body.kind !== 'token' && body.kind !== 'NFT') return fields;
  const { query, units, to: recipient, rest, forwarded, comment } = body;
  return [
    ...fields,
    field('body.queryId', query),
    ...(units === null ? [] : [field('body.amount', units, 'amount')]),
    field('body.to', recipient, 'address'),
    ...(rest.value === null ? [] : [field('body.responseDestination', rest, 'address')]),
    field('body.forwardAmount', forwarded, 'amount'),
    ...(comment === null ? [] : [field('body.comment', comment, 'text', commentText(comment.value))]),
  ];
}
