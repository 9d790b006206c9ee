import { hexEncode } from '../../../../shared/wire/index.ts';
import { transactionBytes } from '../reading.ts';
import { CONTRACT, RAW } from '../tron/contracts.ts';
import type { FieldRule, FieldValue, Message, Schema } from '../tron/protobuf.ts';
import { MAXIMUM_RAW_BYTES, parseTronRaw } from '../tron/raw.ts';
import type { Fact, Facts } from './facts.ts';

/** `tron.tx`: the names are those of Tron's own messages. */
export function tronFacts(unsigned: string): Facts {
  const { raw, contract, rule, value } = parseTronRaw(transactionBytes(unsigned, MAXIMUM_RAW_BYTES));
  const { Permission_id: permission = 0n } = messageFacts(contract, CONTRACT);
  return {
    ...messageFacts(raw, RAW),
    contract: [{ ...messageFacts(value, rule.value), type: rule.name, permission_id: permission }],
  };
}

/** Returns every field of a message. An absent field has its default, but an absent message is omitted. */
function messageFacts(message: Message, schema: Schema): Facts {
  const facts: Record<string, Fact> = {};
  for (const rule of Object.values(schema)) {
    if (rule.isEnvelope === true) continue;
    const values = (message.get(rule.name) ?? []).map(({ value }) => factOf(value, rule));
    const fact = rule.most === undefined ? (values[0] ?? defaultOf(rule)) : values;
    if (fact !== undefined) facts[rule.name] = fact;
  }
  return facts;
}

function factOf(value: FieldValue, rule: FieldRule): Fact {
  if (value instanceof Uint8Array) return (rule.show ?? hexEncode)(value);
  if (typeof value !== 'bigint') return messageFacts(value, rule.kind as Schema);
  if (rule.kind === 'bool') return value === 1n;
  return Array.isArray(rule.kind) ? String(rule.kind[Number(value)]) : value;
}

function defaultOf(rule: FieldRule): Fact | undefined {
  if (rule.kind === 'bytes') return '';
  return typeof rule.kind === 'string' || Array.isArray(rule.kind) ? factOf(0n, rule) : undefined;
}
