/** The protobuf SignDoc that accounts of Cosmos chains sign in the direct mode. */
import { hexEncode, utf8Decode } from '../../../../../shared/wire/index.ts';
import { type ContentMeaning, care, danger, momentText } from '../../../meaning.ts';
import { isUtf8 } from '../../../native.ts';
import { Refusal } from '../../../refusal.ts';
import { type FieldRule, type Message, readMessage, type Schema } from '../../../transactions/tron/protobuf.ts';
import { markOf, type PayloadAround, refusedOr, undecoded } from '../form.ts';
import { field } from './members.ts';
import { MESSAGES } from './messages.ts';
import { ANY, COIN, coinsIn, MOST, numberRule, readProtoMembers, TIMESTAMP, textRule } from './proto-values.ts';
import { type CosmosMessage, readOrUnknown } from './read-message.ts';
import { describeDoc } from './sign-doc.ts';
import { bytesOf, messageOf, messagesOf, numberOf, textOf } from './values.ts';

const TITLE = 'Cosmos transaction, direct';
const MODE_DIRECT = 1n;
const NANO_DIGITS = 9;

const bytesRule = (name: string, more: Partial<FieldRule> = {}): FieldRule => ({ name, kind: 'bytes', ...more });

const SIGN_DOC: Schema = {
  1: bytesRule('body_bytes', { required: true }),
  2: bytesRule('auth_info_bytes', { required: true }),
  3: textRule('chain_id', { required: true, accepts: (id) => isUtf8(id) && /^[\w.-]{1,64}$/.test(utf8Decode(id)) }),
  4: numberRule('account_number'),
};
const BODY: Schema = {
  1: { name: 'messages', kind: ANY, most: MOST },
  2: textRule('memo'),
  3: numberRule('timeout_height'),
  4: { name: 'unordered', kind: 'bool' },
  5: { name: 'timeout_timestamp', kind: TIMESTAMP },
};
/** A key of an account: 33 bytes on the curves of ECDSA, 32 of Ed25519. */
const KEY: Schema = {
  1: bytesRule('key', { required: true, accepts: ({ length }) => length === 33 || length === 32 }),
};
const KEY_TYPE =
  /^\/(?:cosmos\.crypto\.(?:secp256k1|secp256r1|ed25519)|(?:ethermint|injective|cosmos\.evm)\.crypto\.(?:v1|v1beta1)\.ethsecp256k1)\.PubKey$/;
const SINGLE: Schema = { 1: { name: 'single', kind: { 1: numberRule('mode') }, required: true } };
const SIGNER_INFO: Schema = {
  1: { name: 'public_key', kind: ANY },
  2: { name: 'mode_info', kind: SINGLE, required: true },
  3: numberRule('sequence'),
};
const FEE: Schema = {
  1: { name: 'amount', kind: COIN, most: MOST },
  2: numberRule('gas_limit'),
  3: textRule('payer'),
  4: textRule('granter'),
};
const AUTH_INFO: Schema = {
  1: { name: 'signer_infos', kind: SIGNER_INFO, most: MOST },
  2: { name: 'fee', kind: FEE, required: true },
};

/** Describes a SignDoc. One whose parts have fields that are not known is not decoded. */
export function readDirect(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const doc = refusedOr(() => readMessage(bytes, SIGN_DOC, 'the sign document'));
  if (doc instanceof Refusal) return null;
  const described = refusedOr(() => describe(bytes, doc, around));
  if (!(described instanceof Refusal)) return described;
  const why = described.where === null ? described.reason : `${described.where} ${described.reason}`;
  return undecoded(bytes, {
    title: `${TITLE}, not decoded`,
    step: 'Sign a Cosmos transaction that cannot be read',
    finding: danger(`These bytes are a Cosmos transaction, but cannot be read: ${why}.`),
  });
}

function describe(bytes: Uint8Array, doc: Message, around: PayloadAround): ContentMeaning {
  const body = readMessage(bytesOf(doc, 'body_bytes'), BODY, 'body');
  const auth = readMessage(bytesOf(doc, 'auth_info_bytes'), AUTH_INFO, 'auth_info');
  const fee = messageOf(auth, 'fee');
  const signers = messagesOf(auth, 'signer_infos');
  const isOther = signers.some(
    (signer) => numberOf(messageOf(messageOf(signer, 'mode_info'), 'single'), 'mode') !== MODE_DIRECT,
  );
  const coins = coinsIn(fee, 'amount');
  const timeout = numberOf(body, 'timeout_height');
  const end = endOf(body);
  const isUnordered = numberOf(body, 'unordered') === 1n;
  return describeDoc(
    bytes,
    {
      title: TITLE,
      chainId: textOf(doc, 'chain_id'),
      memo: textOf(body, 'memo'),
      fee: coins,
      payer: textOf(fee, 'payer'),
      granter: textOf(fee, 'granter'),
      validUntil: end === null ? null : momentText(end.seconds, 'seconds'),
      messages: messagesOf(body, 'messages').map(readAny),
      fields: [
        field('chain_id', textOf(doc, 'chain_id')),
        field('account_number', String(numberOf(doc, 'account_number'))),
        ...coins.map(({ denom, amount }, index) => field(`fee.amount[${index}]`, `${amount} ${denom}`, 'amount')),
        field('fee.gas_limit', String(numberOf(fee, 'gas_limit'))),
        ...['payer', 'granter'].flatMap((name) =>
          textOf(fee, name) === '' ? [] : [field(`fee.${name}`, textOf(fee, name), 'address')],
        ),
        ...(textOf(body, 'memo') === '' ? [] : [field('memo', textOf(body, 'memo'))]),
        ...(timeout === 0n ? [] : [field('timeout_height', String(timeout))]),
        ...(isUnordered ? [field('unordered', 'any: it has no sequence')] : []),
        ...(end === null
          ? []
          : [field('timeout_timestamp', `${end.seconds}.${String(end.nanos).padStart(NANO_DIGITS, '0')}`, 'time')]),
        ...signers.flatMap((signer, index) => signerFields(signer, index)),
      ],
      findings: [
        ...(isOther ? [care('A signer of it signs in another mode than the direct one.')] : []),
        ...(signers.length === 0
          ? [danger('It names no signer: chains refuse it.', { field: 'signer_infos', mark: markOf(bytes) })]
          : []),
        ...(isUnordered && (end === null || signers.some((signer) => numberOf(signer, 'sequence') !== 0n))
          ? [
              danger('It has no order, and no end or a sequence all the same, which chains refuse.', {
                field: 'unordered',
                mark: markOf(bytes),
              }),
            ]
          : []),
        ...(signers.every(hasKnownKey)
          ? []
          : [danger('The key of a signer is of a type that is not known.', { mark: markOf(bytes) })]),
      ],
    },
    around,
  );
}

/** Returns the end of a transaction. Null when it has none. One without members is the start of 1970. */
function endOf(body: Message): { readonly seconds: bigint; readonly nanos: bigint } | null {
  if (!body.has('timeout_timestamp')) return null;
  const end = messageOf(body, 'timeout_timestamp');
  const [seconds, nanos] = [numberOf(end, 'seconds'), numberOf(end, 'nanos')];
  if (nanos >= 10n ** BigInt(NANO_DIGITS)) throw new Refusal('transaction', 'is no time', 'body.timeout_timestamp');
  return { seconds, nanos };
}

/** True for a signer without a key, which the chain knows then, and for one with a key of a known type. */
function hasKnownKey(signer: Message): boolean {
  if (!signer.has('public_key')) return true;
  const key = messageOf(signer, 'public_key');
  const isRead = !(refusedOr(() => readMessage(bytesOf(key, 'value'), KEY, 'public_key')) instanceof Refusal);
  return isRead && KEY_TYPE.test(textOf(key, 'type_url'));
}

function signerFields(signer: Message, index: number) {
  const key = signer.has('public_key') ? messageOf(signer, 'public_key') : null;
  const path = `signer_infos[${index}]`;
  return [
    ...(key === null
      ? []
      : [field(`${path}.public_key`, `${textOf(key, 'type_url')} ${hexEncode(bytesOf(key, 'value'))}`)]),
    field(`${path}.sequence`, String(numberOf(signer, 'sequence'))),
  ];
}

function readAny(any: Message): CosmosMessage {
  const type = textOf(any, 'type_url');
  const rule = MESSAGES.find(({ url }) => url === type) ?? null;
  const bytes = bytesOf(any, 'value');
  return readOrUnknown(type, rule, field('value', hexEncode(bytes), 'bytes'), ({ members }) =>
    readProtoMembers(bytes, members, type),
  );
}
