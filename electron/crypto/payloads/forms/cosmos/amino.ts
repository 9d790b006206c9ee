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
import {
  canonical,
  coinsOf,
  digits,
  objectOf,
  readJsonMembers,
  refusal,
  requireMembers,
  textOf,
} from './json-values.ts';
import { field } from './members.ts';
import { MESSAGES } from './messages.ts';
import { type CosmosMessage, readOrUnknown } from './read-message.ts';
import { type CosmosDoc, describeDoc } from './sign-doc.ts';

const TITLE = 'Cosmos transaction, amino JSON';
const ARBITRARY = 'sign/MsgSignData';
const MAXIMUM_MESSAGES = 256;

/** Describes a StdSignDoc. Text that has its members but is not spelled as chains spell it is not decoded. */
export function readAmino(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (bytes[0] !== 0x7b || !isUtf8(bytes)) return null;
  const text = utf8Decode(bytes);
  if (!/"chain_id"/.test(text) || !/"msgs"/.test(text)) return null;
  const described = refusedOr(() => describe(bytes, text, around));
  if (!(described instanceof Refusal)) return described;
  const why = described.where === null ? described.reason : `${described.where} ${described.reason}`;
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
    validUntil: null,
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
  const described = quoted('message', bytes, { start: 0, around });
  const fields = described.fields.map(({ name, value: shown, kind }): DecodedField => ({ name, value: shown, kind }));
  const own = around.signWith ?? '';
  const isStranger = own.includes('1') && own.startsWith(signer.split('1', 1)[0] ?? '') && own !== signer;
  return {
    ...described,
    title: 'Cosmos message (ADR-36)',
    summary: [...described.summary, ...(own === signer ? [] : [row('Signer', signer, 'address')])],
    fields: [field('signer', signer, 'address'), ...fields],
    // The ranges of the findings are in the decoded data, not in the text.
    unexplained: [],
    findings: [
      ...(isStranger ? [danger(`It is for ${signer}, but ${own} signs it.`, { field: 'signer' })] : []),
      ...described.findings,
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
  return readOrUnknown(type, rule, field('value', canonical(value)), ({ members }) =>
    readJsonMembers(value, members, type),
  );
}
