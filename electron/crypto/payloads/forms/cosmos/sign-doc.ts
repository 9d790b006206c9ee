/** The shared part of the two sign documents of Cosmos chains, and its description. */
import { bech32 } from '@scure/base';
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { addressOf } from '../../../addresses/index.ts';
import { type ContentMeaning, danger, row } from '../../../meaning.ts';
import { routeFindings } from '../../../transactions/routes.ts';
import { isBurnt } from '../../../unowned.ts';
import { markOf, type PayloadAround } from '../form.ts';
import { amountText, type Coin, chainText, isHighFee, prefixOf } from './coins.ts';
import type { MessageRule, Values } from './members.ts';
import type { CosmosMessage } from './read-message.ts';

export interface CosmosDoc {
  readonly title: string;
  readonly chainId: string;
  readonly memo: string;
  readonly fee: readonly Coin[];
  /** The payer and the granter of the fee, when the document names them. */
  readonly payer: string;
  readonly granter: string;
  /** The time after which no block takes it. Null when it names none. */
  readonly validUntil: string | null;
  readonly messages: readonly CosmosMessage[];
  /** The other members, in the order of the document. */
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/** The most unknown types that a finding names. */
const MAXIMUM_NAMED = 3;

/** Chains accept 50 characters. */
const CHAIN_ID = /^[\w.-]{1,50}$/;

/** Other members of both documents that have a row. */
const ROWS: readonly (readonly [name: RegExp, label: string])[] = [
  [/^fee\.gas(?:_limit)?$/, 'Gas limit'],
  [/^timeout_height$/, 'Valid until block'],
  [/^unordered$/, 'Order'],
  [/^account_number$/, 'Account number'],
  [/^(?:signer_infos\[\d+\]\.)?sequence$/, 'Sequence'],
  [/^signer_infos\[\d+\]\.public_key$/, 'Key of the signer'],
];

export function describeDoc(bytes: Uint8Array, doc: CosmosDoc, around: PayloadAround): ContentMeaning {
  const { chainId, messages, memo, payer, granter } = doc;
  const amount = (coins: readonly Coin[]) => amountText(chainId, coins);
  const unknown = messages.filter(({ rule }) => rule === null);
  const actors = [...new Set(messages.flatMap(({ rule, values }) => (rule === null ? [] : [values.text(rule.actor)])))];
  const steps = messages.map(({ rule, values, type }) =>
    rule === null ? `Run ${type}, a message of an unknown type` : rule.step(values, amount),
  );
  return {
    title: doc.title,
    steps: steps.length === 0 ? ['Pay a fee and do nothing else'] : steps,
    summary: [
      ...actors.map((actor) => row('From', actor, 'address')),
      ...messages.flatMap(({ rule, values }) => (rule === null ? [] : rowsOf(rule, values, amount))),
      row('Chain', chainText(chainId)),
      row('Fee at most', amount(doc.fee), 'amount'),
      ...(payer === '' ? [] : [row('Fee paid by', payer, 'address')]),
      ...(granter === '' ? [] : [row('Fee granted by', granter, 'address')]),
      ...(memo === '' ? [] : [row('Memo', memo)]),
      ...doc.fields.flatMap(({ name, value }) => {
        const label = ROWS.find(([known]) => known.test(name))?.[1];
        return label === undefined ? [] : [row(label, value)];
      }),
      ...(doc.validUntil === null ? [] : [row('Valid until', doc.validUntil, 'time')]),
    ],
    fields: [
      ...doc.fields,
      ...messages.flatMap(({ type, fields }, index) => [
        { name: `msgs[${index}].type`, value: type, kind: 'text' } as const,
        ...fields.map((field) => ({ ...field, name: `msgs[${index}].${field.name}` })),
      ]),
    ],
    findings: [
      danger('These bytes are a transaction: anyone with the signature can send it.'),
      ...unknownFindings(unknown, bytes),
      ...(chainId === '' ? [danger('It names no chain, so it may be valid on several chains.')] : []),
      ...(chainId === '' || CHAIN_ID.test(chainId)
        ? []
        : [danger('The id of the chain has characters that no chain has: it is unknown.', { mark: markOf(bytes) })]),
      ...routeFindings(memo, 'memo', markOf(bytes)),
      ...(isHighFee(chainId, doc.fee) ? [danger(`The fee can be as high as ${amount(doc.fee)}.`)] : []),
      ...actors
        .filter((actor) => isOther(actor, around))
        .map((actor) => danger(`It is for ${actor}, which is not the account that signs.`)),
      ...foreignFindings(chainId, actors),
      ...messages.flatMap(({ rule, values }) => rule?.findings?.(values, amount) ?? []),
      ...messages.flatMap(({ rule, values }) => (rule === null ? [] : lostFindings(rule.rows(values, amount)))),
      ...messages.flatMap(({ rule, values }) =>
        rule === null ? [] : addressFindings(rule, values, rule.rows(values, amount)),
      ),
      ...doc.findings,
    ],
    unexplained: unknown.length === 0 ? [] : [{ start: 0, end: bytes.length }],
  };
}

/** About messages that no rule explains, with what would explain them. */
function unknownFindings(unknown: readonly CosmosMessage[], bytes: Uint8Array): Finding[] {
  const types = [...new Set(unknown.map(({ type }) => type))];
  if (types.length === 0) return [];
  const named = types.slice(0, MAXIMUM_NAMED).join(', ');
  const more = types.length > MAXIMUM_NAMED ? ` and ${types.length - MAXIMUM_NAMED} more` : '';
  const contract = types.some((type) => /MsgExecuteContract\d*$/.test(type)) ? ', and the schema of the contract' : '';
  return [
    danger(
      `No rule explains its message ${named}${more}, which can do anything. Compare each member with the protobuf definition of that type${contract}: Castellan reads none.`,
      { mark: markOf(bytes) },
    ),
  ];
}

function rowsOf(rule: MessageRule, values: Values, amount: (coins: readonly Coin[]) => string): DecodedField[] {
  const amounts = rule.members
    .filter(({ kind }) => kind === 'coin' || kind === 'coins')
    .map(({ name }) => row('Amount', amount(values.coins(name)), 'amount'));
  return [...amounts, ...rule.rows(values, amount)];
}

/** About coins that go to an address that nobody has the key of. */
function lostFindings(rows: readonly DecodedField[]): Finding[] {
  return rows
    .filter(({ name, kind, value }) => name === 'To' && kind === 'address' && isBurnt(value))
    .map(({ value }) => danger(`${value} is an address without a known key: anything sent there is lost.`));
}

/** About accounts that are spelled for another chain than the document names. */
function foreignFindings(chainId: string, actors: readonly string[]): Finding[] {
  const prefix = prefixOf(chainId);
  return actors.flatMap((actor) => {
    const own = readAddress(actor)?.prefix;
    if (prefix === null || own === undefined || own === prefix) return [];
    return [
      danger(
        `${actor} is not an account of ${chainText(chainId)}, whose accounts begin with ${prefix}1: check the chain.`,
      ),
    ];
  });
}

/** Most texts that Bech32 can be, also behind long prefixes. */
const LONGEST = 120;
const readAddress = (text: string) => bech32.decodeUnsafe(text, LONGEST);

/**
 * About addresses that no account of the chain has. The account that acts shows the prefix of the chain. A transfer to another chain
 * names an address of that chain.
 */
function addressFindings(
  { actor, isToOtherChain }: MessageRule,
  values: Values,
  rows: readonly DecodedField[],
): Finding[] {
  const own = readAddress(values.text(actor));
  if (own === undefined)
    return [danger(`${values.text(actor)} is not an address: its checksum is wrong, or it has none.`)];
  return rows.flatMap(({ name, kind, value }) => {
    if (kind !== 'address' || (isToOtherChain === true && name === 'To')) return [];
    const prefix = name === 'Validator' ? `${own.prefix}valoper` : own.prefix;
    if (readAddress(value)?.prefix === prefix) return [];
    return [
      danger(
        `${value} is not ${name === 'Validator' ? 'a validator' : 'an account'} of the chain of ${own.prefix}: it must begin with ${prefix}1 and have the right checksum.`,
      ),
    ];
  });
}

/** Returns true when an account is not the signer. Chains write one key hash behind prefixes of their own. */
function isOther(actor: string, { signWith }: PayloadAround): boolean {
  const [own, other] = [accountOf(signWith ?? ''), actor].map(readAddress);
  if (own === undefined || other === undefined) return false;
  return own.words.join() !== other.words.join();
}

/** The account of a signer that is named by its compressed key, and other names as they are. */
const accountOf = (signWith: string): string =>
  COMPRESSED.test(signWith) ? addressOf('ADDRESS_FORMAT_COSMOS', signWith, 'CURVE_SECP256K1') : signWith;
const COMPRESSED = /^0[23][0-9a-f]{64}$/i;
