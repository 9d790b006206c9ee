import { hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { Refusal } from '../../refusal.ts';
import { placeIn, printableText, sameBytes } from '../reading.ts';
import type { TransactionField } from '../rule.ts';
import { ANY, CONTRACT, CONTRACTS, type ContractRule, RAW } from './contracts.ts';
import { type FieldValue, type Message, messageFields, readMessage } from './protobuf.ts';

/** The network's size limit. */
export const MAXIMUM_RAW_BYTES = 500 * 1024;
const TYPE_URL_PREFIX = 'type.googleapis.com/protocol.';
const TYPE_URLS = CONTRACTS.map((rule) => ({ rule, url: utf8Encode(`${TYPE_URL_PREFIX}${rule.name}`) }));

/** The contents of a Tron transaction's raw data. */
export interface TronRaw {
  readonly bytes: Uint8Array;
  readonly typeUrl: Uint8Array;
  readonly raw: Message;
  readonly contract: Message;
  readonly rule: ContractRule;
  /** The contract's own message. */
  readonly value: Message;
}

/** Reads raw data with exactly one contract of a known type. Throws a `Refusal`. */
export function parseTronRaw(bytes: Uint8Array): TronRaw {
  const raw = readMessage(bytes, RAW, 'raw_data');
  const contract = readMessage(bytesOf(raw, 'contract'), CONTRACT, 'contract[0]');
  const parameter = readMessage(bytesOf(contract, 'parameter'), ANY, 'contract[0].parameter');
  const typeUrl = bytesOf(parameter, 'type_url');
  const rule = contractRule(typeUrl);
  if (numberOf(contract, 'type') !== rule.type)
    throw new Refusal('transaction', 'the type of its contract is not that of its type URL');
  const value = readMessage(bytesOf(parameter, 'value'), rule.value, `contract[0]`);
  return { bytes, typeUrl, raw, contract, rule, value };
}

/** Returns all fields, the contract's first. */
export function tronFields({ bytes: whole, typeUrl, raw, contract, rule, value }: TronRaw): TransactionField[] {
  const path = 'contract[0]';
  return [
    { name: 'contract[0].type', value: rule.name, kind: 'text', ...placeIn(whole, typeUrl) },
    ...messageFields(value, rule.value, { whole, path }),
    ...messageFields(contract, CONTRACT, { whole, path }),
    ...messageFields(raw, RAW, { whole, path: '' }),
  ];
}

/** The bytes of a field, none when it is absent. */
export function bytesOf(message: Message, name: string): Uint8Array {
  const value = only(message, name);
  return value instanceof Uint8Array ? value : new Uint8Array();
}

/** The number of a field, 0 when it is absent. */
export function numberOf(message: Message, name: string): bigint {
  const value = only(message, name);
  return typeof value === 'bigint' ? value : 0n;
}

function only(message: Message, name: string): FieldValue | undefined {
  return message.get(name)?.[0]?.value;
}

function contractRule(typeUrl: Uint8Array): ContractRule {
  const known = TYPE_URLS.find(({ url }) => sameBytes(url, typeUrl));
  if (known !== undefined) return known.rule;
  const name = typeUrl.length > 100 ? 'a long type URL' : (printableText(typeUrl) ?? hexEncode(typeUrl));
  throw new Refusal(
    'transactionType',
    `Tron contracts of ${name} (known are ${CONTRACTS.map((rule) => rule.name).join(', ')})`,
  );
}
