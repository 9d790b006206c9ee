/** The protobuf SignDoc that accounts of Cosmos chains sign in the direct mode. */
import { hexEncode, utf8Decode } from '../../../../../shared/wire/index.ts';
import { type ContentMeaning, care, danger } from '../../../meaning.ts';
import { isUtf8 } from '../../../native.ts';
import { Refusal } from '../../../refusal.ts';
import {
  type FieldRule,
  type FieldValue,
  type Message,
  readMessage,
  type Schema,
} from '../../../transactions/tron/protobuf.ts';
import { type PayloadAround, refusedOr, undecoded } from '../form.ts';
import { checkedCoin, field, NO_VALUES, readValues } from './amino.ts';
import type { Coin } from './coins.ts';
import { MESSAGES, type Member, VOTES } from './messages.ts';
import { type CosmosMessage, describeDoc } from './sign-doc.ts';

const TITLE = 'Cosmos transaction, direct';
const MOST = 256;
const MODE_DIRECT = 1n;

const bytesRule = (name: string, more: Partial<FieldRule> = {}): FieldRule => ({ name, kind: 'bytes', ...more });
const text = (name: string, more: Partial<FieldRule> = {}) => bytesRule(name, { accepts: isUtf8, ...more });
const numberRule = (name: string): FieldRule => ({ name, kind: 'int64' });

const SIGN_DOC: Schema = {
  1: bytesRule('body_bytes', { required: true }),
  2: bytesRule('auth_info_bytes', { required: true }),
  3: text('chain_id', { required: true, accepts: (id) => isUtf8(id) && /^[\w.-]{1,64}$/.test(utf8Decode(id)) }),
  4: numberRule('account_number'),
};
const ANY: Schema = { 1: text('type_url', { required: true }), 2: bytesRule('value') };
const COIN: Schema = { 1: text('denom', { required: true }), 2: text('amount', { required: true }) };
const BODY: Schema = {
  1: { name: 'messages', kind: ANY, most: MOST },
  2: text('memo'),
  3: numberRule('timeout_height'),
};
const SINGLE: Schema = { 1: { name: 'single', kind: { 1: numberRule('mode') }, required: true } };
const SIGNER_INFO: Schema = {
  1: { name: 'public_key', kind: ANY },
  2: { name: 'mode_info', kind: SINGLE, required: true },
  3: numberRule('sequence'),
};
const FEE: Schema = {
  1: { name: 'amount', kind: COIN, most: MOST },
  2: numberRule('gas_limit'),
  3: text('payer'),
  4: text('granter'),
};
const AUTH_INFO: Schema = {
  1: { name: 'signer_infos', kind: SIGNER_INFO, most: MOST },
  2: { name: 'fee', kind: FEE, required: true },
};
const HEIGHT: Schema = { 1: numberRule('revision_number'), 2: numberRule('revision_height') };

/** Describes a SignDoc. One whose parts have fields that are not known is not decoded. */
export function readDirect(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const doc = refusedOr(() => readMessage(bytes, SIGN_DOC, 'the sign document'));
  if (doc instanceof Refusal) return null;
  const told = refusedOr(() => describe(bytes, doc, around));
  if (!(told instanceof Refusal)) return told;
  const why = told.where === null ? told.reason : `${told.where} ${told.reason}`;
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
  return describeDoc(
    bytes,
    {
      title: TITLE,
      chainId: textOf(doc, 'chain_id'),
      memo: textOf(body, 'memo'),
      fee: coins,
      payer: textOf(fee, 'payer'),
      granter: textOf(fee, 'granter'),
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
        ...signers.flatMap((signer, index) => signerFields(signer, index)),
      ],
      findings: isOther ? [care('A signer of it signs in another mode than the direct one.')] : [],
    },
    around,
  );
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
  if (rule === null) return { type, rule, values: NO_VALUES, fields: [field('value', hexEncode(bytes), 'bytes')] };
  const schema = Object.fromEntries(rule.members.map((member) => [member.field, ruleOf(member)]));
  const message = readMessage(bytes, schema, type);
  const texts = new Map<string, string>();
  const coins = new Map<string, readonly Coin[]>();
  for (const { name, kind } of rule.members) {
    if (kind === 'coin' || kind === 'coins') coins.set(name, coinsIn(message, name));
    else if (kind === 'number') texts.set(name, String(numberOf(message, name)));
    else if (kind === 'vote') texts.set(name, VOTES[Number(numberOf(message, name))] ?? '');
    else if (kind === 'height' && message.has(name)) {
      const height = messageOf(message, name);
      texts.set(name, `${numberOf(height, 'revision_number')}-${numberOf(height, 'revision_height')}`);
    } else if (kind === 'text') texts.set(name, textOf(message, name));
  }
  return { type, rule, ...readValues(rule.members, texts, coins) };
}

function ruleOf({ name, kind, optional }: Member): FieldRule {
  const required = optional === true ? {} : ({ required: true } as const);
  if (kind === 'coins') return { name, kind: COIN, most: MOST };
  if (kind === 'coin') return { name, kind: COIN, ...required };
  if (kind === 'height') return { name, kind: HEIGHT };
  if (kind === 'vote') return { name, kind: VOTES, ...required };
  return kind === 'number' ? { ...numberRule(name), ...required } : text(name, required);
}

function coinsIn(message: Message, name: string): Coin[] {
  return messagesOf(message, name).map((coin) =>
    checkedCoin({ denom: textOf(coin, 'denom'), amount: textOf(coin, 'amount') }, name),
  );
}

const only = (message: Message, name: string): FieldValue | undefined => message.get(name)?.[0]?.value;

function bytesOf(message: Message, name: string): Uint8Array {
  const value = only(message, name);
  return value instanceof Uint8Array ? value : new Uint8Array();
}

const textOf = (message: Message, name: string): string => utf8Decode(bytesOf(message, name));

/** Numbers of these documents have no sign. */
function numberOf(message: Message, name: string): bigint {
  const value = only(message, name);
  return typeof value === 'bigint' ? BigInt.asUintN(64, value) : 0n;
}

function messagesOf(message: Message, name: string): Message[] {
  return (message.get(name) ?? []).flatMap(({ value }) => (value instanceof Map ? [value as Message] : []));
}

const messageOf = (message: Message, name: string): Message => messagesOf(message, name)[0] ?? new Map();
