/** The amino JSON that accounts of Cosmos chains sign (StdSignDoc), and messages after ADR-36, which are spelled as one. */
import { base64 } from '@scure/base';
import { type DecodedField, isJsonObject, type JsonObject } from '../../../../../shared/model/index.ts';
import { utf8Decode } from '../../../../../shared/wire/index.ts';
import { type ContentMeaning, danger, information, row } from '../../../meaning.ts';
import { isUtf8 } from '../../../native.ts';
import { Refusal } from '../../../refusal.ts';
import { quoted } from '../../quoted.ts';
import { parseStrictJson } from '../../strict-json.ts';
import { type PayloadAround, refusedOr, undecoded } from '../form.ts';
import type { Coin } from './coins.ts';
import { MESSAGES, type Member, type Values, VOTES } from './messages.ts';
import { type CosmosDoc, type CosmosMessage, describeDoc } from './sign-doc.ts';

const TITLE = 'Cosmos transaction, amino JSON';
const ARBITRARY = 'sign/MsgSignData';
const DIGITS = /^(?:0|[1-9][0-9]{0,77})$/;
const MAXIMUM_MESSAGES = 256;

/** Describes a StdSignDoc. Text that has its members but is not spelled as chains spell it is not decoded. */
export function readAmino(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (bytes[0] !== 0x7b || !isUtf8(bytes)) return null;
  const text = utf8Decode(bytes);
  if (!/"chain_id"/.test(text) || !/"msgs"/.test(text)) return null;
  const told = refusedOr(() => describe(bytes, text, around));
  if (!(told instanceof Refusal)) return told;
  const why = told.where === null ? told.reason : `${told.where} ${told.reason}`;
  return undecoded(bytes, {
    title: `${TITLE}, not decoded`,
    step: 'Sign a Cosmos transaction that cannot be read',
    finding: danger(`This text has the members of a Cosmos transaction, but cannot be read: ${why}.`),
  });
}

function describe(bytes: Uint8Array, text: string, around: PayloadAround): ContentMeaning {
  const doc = objectOf(parseStrictJson(text), 'it');
  if (canonical(doc) !== text)
    throw refusal('it is not in the one spelling that chains verify: sorted members without spaces');
  requireMembers(
    doc,
    ['account_number', 'chain_id', 'fee', 'memo', 'msgs', 'sequence'],
    ['timeout_height'],
    'the document',
  );
  const messages = doc.msgs;
  if (!Array.isArray(messages) || messages.length > MAXIMUM_MESSAGES) throw refusal('its messages are not a list');
  const [first] = messages as readonly unknown[];
  if (messages.length === 1 && isJsonObject(first) && first.type === ARBITRARY) return arbitrary(doc, first, around);
  const fee = objectOf(doc.fee, 'the fee');
  requireMembers(fee, ['amount', 'gas'], ['payer', 'granter'], 'the fee');
  const number = (name: string, from: JsonObject = doc) => digits(from[name], name);
  const timeout = doc.timeout_height === undefined ? [] : [field('timeout_height', number('timeout_height'))];
  const coins = coinsOf(fee.amount, 'the fee');
  const cosmos: CosmosDoc = {
    title: TITLE,
    chainId: textOf(doc.chain_id, 'chain_id'),
    memo: textOf(doc.memo, 'memo'),
    fee: coins,
    payer: fee.payer === undefined ? '' : textOf(fee.payer, 'payer'),
    granter: fee.granter === undefined ? '' : textOf(fee.granter, 'granter'),
    messages: (messages as readonly unknown[]).map(messageOf),
    fields: [
      field('account_number', number('account_number')),
      field('chain_id', textOf(doc.chain_id, 'chain_id')),
      ...coins.map(({ denom, amount }, index) => field(`fee.amount[${index}]`, `${amount} ${denom}`, 'amount')),
      field('fee.gas', number('gas', fee)),
      ...['payer', 'granter'].flatMap((name) =>
        fee[name] === undefined ? [] : [field(`fee.${name}`, textOf(fee[name], name), 'address')],
      ),
      field('memo', textOf(doc.memo, 'memo')),
      field('sequence', number('sequence')),
      ...timeout,
    ],
    findings: [],
  };
  return describeDoc(bytes, cosmos, around);
}

/** ADR-36: a text or bytes in base64, in a document that no chain takes. */
function arbitrary(doc: JsonObject, message: JsonObject, around: PayloadAround): ContentMeaning {
  const empty = { account_number: '0', chain_id: '', fee: { amount: [], gas: '0' }, memo: '', sequence: '0' };
  if (canonical({ ...empty, msgs: doc.msgs as JsonObject }) !== canonical(doc))
    throw refusal('a message after ADR-36 has no chain, fee, memo or sequence');
  requireMembers(message, ['type', 'value'], [], 'the message');
  const value = objectOf(message.value, 'the message');
  requireMembers(value, ['data', 'signer'], [], 'the message');
  const data = textOf(value.data, 'data');
  const bytes = dataOf(data);
  const signer = textOf(value.signer, 'signer');
  const told = quoted('message', bytes, { start: 0, around });
  const fields = told.fields.map(({ name, value: shown, kind }): DecodedField => ({ name, value: shown, kind }));
  const own = around.signWith ?? '';
  const isStranger = own.includes('1') && own.startsWith(signer.split('1', 1)[0] ?? '') && own !== signer;
  return {
    ...told,
    title: 'Cosmos message (ADR-36)',
    summary: [...told.summary, ...(own === signer ? [] : [row('Signer', signer, 'address')])],
    fields: [field('signer', signer, 'address'), ...fields],
    // The ranges of the findings are in the decoded data, not in the text.
    unexplained: [],
    findings: [
      ...(isStranger ? [danger(`It is for ${signer}, but ${own} signs it.`, { field: 'signer' })] : []),
      ...told.findings,
      information('It is a message, not a transaction: it has no chain and no fee.', { basis: 'ADR-36' }),
    ],
  };
}

function dataOf(data: string): Uint8Array {
  try {
    return base64.decode(data);
  } catch {
    throw refusal('its data is not base64');
  }
}

function messageOf(given: unknown): CosmosMessage {
  const message = objectOf(given, 'a message');
  requireMembers(message, ['type', 'value'], [], 'a message');
  const type = textOf(message.type, 'type');
  const rule = MESSAGES.find(({ amino }) => amino === type) ?? null;
  const value = objectOf(message.value, 'a message');
  if (rule === null) return { type, rule, values: NO_VALUES, fields: [field('value', canonical(value))] };
  const required = rule.members.filter(({ optional }) => optional !== true).map(({ name }) => name);
  const optional = rule.members.filter((member) => member.optional === true).map(({ name }) => name);
  requireMembers(value, required, optional, type);
  const texts = new Map<string, string>();
  const coins = new Map<string, readonly Coin[]>();
  for (const member of rule.members) {
    const given = value[member.name];
    if (member.kind === 'coins') coins.set(member.name, coinsOf(given, member.name));
    else if (member.kind === 'coin') coins.set(member.name, [coinOf(given, member.name)]);
    else texts.set(member.name, given === undefined ? '' : memberText(given, member));
  }
  return { type, rule, ...readValues(rule.members, texts, coins) };
}

export const NO_VALUES: Values = { text: () => '', coins: () => [] };

/** Reads the values of a message and their fields, in the order of its members. An empty value has no field. */
export function readValues(
  members: readonly Member[],
  texts: ReadonlyMap<string, string>,
  coins: ReadonlyMap<string, readonly Coin[]>,
): Pick<CosmosMessage, 'values' | 'fields'> {
  return {
    values: { text: (name) => texts.get(name) ?? '', coins: (name) => coins.get(name) ?? [] },
    fields: members.flatMap(({ name, kind }) => {
      const text = texts.get(name) ?? '';
      const isAddress = kind === 'text' && /^[a-z]+1[02-9ac-hj-np-z]{20,}$/.test(text);
      return [
        ...(coins.get(name) ?? []).map(({ denom, amount }) => field(name, `${amount} ${denom}`, 'amount')),
        ...(text === '' ? [] : [field(name, text, isAddress ? 'address' : 'text')]),
      ];
    }),
  };
}

function memberText(given: unknown, { name, kind }: Member): string {
  if (kind === 'number') return digits(given, name);
  if (kind === 'vote') {
    const vote = typeof given === 'number' ? VOTES[given] : undefined;
    if (vote === undefined) throw refusal('is not a known vote', name);
    return vote;
  }
  if (kind === 'height') {
    const height = objectOf(given, name);
    requireMembers(height, [], ['revision_height', 'revision_number'], name);
    const [revision, block] = [height.revision_number, height.revision_height].map((each) =>
      each === undefined ? '0' : digits(each, name),
    );
    return `${revision}-${block}`;
  }
  return textOf(given, name);
}

export const field = (name: string, value: string, kind: DecodedField['kind'] = 'text'): DecodedField => ({
  name,
  value,
  kind,
});

function coinsOf(given: unknown, where: string): Coin[] {
  if (!Array.isArray(given)) throw refusal('is not a list of amounts', where);
  return (given as readonly unknown[]).map((each) => coinOf(each, where));
}

function coinOf(given: unknown, where: string): Coin {
  const coin = objectOf(given, where);
  requireMembers(coin, ['amount', 'denom'], [], where);
  return checkedCoin({ denom: textOf(coin.denom, where), amount: textOf(coin.amount, where) }, where);
}

/** The coin, when its amount is a number and its denomination is as the Cosmos SDK has them. */
export function checkedCoin(coin: Coin, where: string): Coin {
  if (!DIGITS.test(coin.amount)) throw refusal('has an amount that is not a number', where);
  if (!/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(coin.denom))
    throw refusal('has a denomination that chains refuse', where);
  return coin;
}

function digits(given: unknown, name: string): string {
  if (typeof given !== 'string' || !DIGITS.test(given)) throw refusal('is not a number in digits', name);
  return given;
}

function textOf(given: unknown, name: string): string {
  if (typeof given !== 'string') throw refusal('is not text', name);
  return given;
}

function objectOf(given: unknown, where: string): JsonObject {
  if (!isJsonObject(given)) throw refusal('is not an object', where);
  return given;
}

function requireMembers(
  object: JsonObject,
  required: readonly string[],
  optional: readonly string[],
  where: string,
): void {
  for (const name of required) if (!Object.hasOwn(object, name)) throw refusal(`has no ${name}`, where);
  const names = [...required, ...optional];
  const other = Object.keys(object).find((name) => !names.includes(name));
  if (other !== undefined) throw refusal('has a member that is not known', where);
}

const refusal = (reason: string, where: string | null = null) => new Refusal('payload', reason, where);

/** The spelling that is signed: sorted members, no spaces, and the characters escaped that the Go encoder escapes. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (isJsonObject(value)) {
    const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
    return `{${names.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(',')}}`;
  }
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
