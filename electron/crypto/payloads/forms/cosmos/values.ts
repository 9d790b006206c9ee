/** The values of a protobuf message by the names of its fields. An absent one is empty or 0. */
import { utf8Decode } from '../../../../../shared/wire/index.ts';
import type { FieldValue, Message } from '../../../transactions/tron/protobuf.ts';

const only = (message: Message, name: string): FieldValue | undefined => message.get(name)?.[0]?.value;

export function bytesOf(message: Message, name: string): Uint8Array {
  const value = only(message, name);
  return value instanceof Uint8Array ? value : new Uint8Array();
}

export const textOf = (message: Message, name: string): string => utf8Decode(bytesOf(message, name));

/** Numbers of these documents have no sign. */
export function numberOf(message: Message, name: string): bigint {
  const value = only(message, name);
  return typeof value === 'bigint' ? BigInt.asUintN(64, value) : 0n;
}

export function messagesOf(message: Message, name: string): Message[] {
  return (message.get(name) ?? []).flatMap(({ value }) => (value instanceof Map ? [value as Message] : []));
}

export const messageOf = (message: Message, name: string): Message => messagesOf(message, name)[0] ?? new Map();
