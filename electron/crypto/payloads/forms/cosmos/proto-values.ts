/** Reads the members of messages of Cosmos chains in protobuf. */
import { utf8Decode } from '../../../../../shared/wire/index.ts';
import { isUtf8 } from '../../../native.ts';
import { type FieldRule, type Message, readMessage, type Schema } from '../../../transactions/tron/protobuf.ts';
import type { Coin } from './coins.ts';
import { checkedCoin, refusal, withType } from './json-values.ts';
import { type Member, noParts, type Parts, type ReadMembers, readValues, UnknownVariant, VOTES } from './members.ts';
import { bytesOf, messageOf, messagesOf, numberOf, textOf } from './values.ts';

/** The most items of a list that are read. */
export const MOST = 256;

export const textRule = (name: string, more: Partial<FieldRule> = {}): FieldRule => ({
  name,
  kind: 'bytes',
  accepts: isUtf8,
  ...more,
});
export const numberRule = (name: string): FieldRule => ({ name, kind: 'int64' });

export const ANY: Schema = { 1: textRule('type_url', { required: true }), 2: { name: 'value', kind: 'bytes' } };
export const COIN: Schema = { 1: textRule('denom', { required: true }), 2: textRule('amount', { required: true }) };
export const TIMESTAMP: Schema = { 1: numberRule('seconds'), 2: { name: 'nanos', kind: 'int32' } };
const HEIGHT: Schema = { 1: numberRule('revision_number'), 2: numberRule('revision_height') };
/** Times after the year 9999 are none in JSON. */
const LAST_SECOND = 253_402_300_799n;

/** Reads the members of a message, which has no other fields. Throws a `Refusal`. */
export const readProtoMembers = (bytes: Uint8Array, members: readonly Member[], path: string): ReadMembers =>
  valuesOf(readMessage(bytes, schemaOf(members), path), members);

function valuesOf(message: Message, members: readonly Member[]): ReadMembers {
  const parts = noParts();
  for (const member of members) take(parts, message, member);
  return readValues(members, parts);
}

function take({ texts, coins, messages }: Parts, message: Message, { name, kind }: Member): void {
  const values = message.get(name) ?? [];
  if (kind === 'coin' || kind === 'coins') coins.set(name, coinsIn(message, name));
  else if (kind === 'number') texts.set(name, [String(numberOf(message, name))]);
  else if (kind === 'vote') texts.set(name, [VOTES[Number(numberOf(message, name))] ?? '']);
  else if (values.length === 0) return;
  else if (kind === 'height') {
    const height = messageOf(message, name);
    texts.set(name, [`${numberOf(height, 'revision_number')}-${numberOf(height, 'revision_height')}`]);
  } else if (kind === 'time') {
    const seconds = numberOf(messageOf(message, name), 'seconds');
    if (seconds > LAST_SECOND) throw refusal('is no time', name);
    texts.set(name, [String(seconds)]);
  } else if (kind === 'text' || kind === 'json') texts.set(name, [textOf(message, name)]);
  else if (kind === 'texts')
    texts.set(
      name,
      values.map(({ bytes }) => utf8Decode(bytes)),
    );
  else if ('variants' in kind) {
    const any = messageOf(message, name);
    const type = textOf(any, 'type_url');
    const variant = kind.variants.find(({ url }) => url === type);
    if (variant === undefined) throw new UnknownVariant(type);
    messages.set(name, [withType(type, readProtoMembers(bytesOf(any, 'value'), variant.members, type))]);
  } else
    messages.set(
      name,
      messagesOf(message, name).map((each) => valuesOf(each, kind.members)),
    );
}

const schemaOf = (members: readonly Member[]): Schema =>
  Object.fromEntries(members.map((member) => [member.field, ruleOf(member)]));

function ruleOf({ name, kind, optional }: Member): FieldRule {
  const required = optional === true ? {} : ({ required: true } as const);
  if (kind === 'coins') return { name, kind: COIN, most: MOST };
  if (kind === 'coin') return { name, kind: COIN, ...required };
  if (kind === 'height') return { name, kind: HEIGHT };
  if (kind === 'time') return { name, kind: TIMESTAMP };
  if (kind === 'vote') return { name, kind: VOTES, ...required };
  if (kind === 'number') return { ...numberRule(name), ...required };
  if (kind === 'texts') return textRule(name, { most: MOST });
  if (kind === 'text' || kind === 'json') return textRule(name, required);
  if ('variants' in kind) return { name, kind: ANY, ...required };
  return { name, kind: schemaOf(kind.members), ...(kind.isList === true ? { most: MOST } : required) };
}

export function coinsIn(message: Message, name: string): Coin[] {
  return messagesOf(message, name).map((coin) =>
    checkedCoin({ denom: textOf(coin, 'denom'), amount: textOf(coin, 'amount') }, name),
  );
}
