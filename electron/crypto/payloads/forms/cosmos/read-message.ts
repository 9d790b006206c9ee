/** A message of a Cosmos document, read by its rule. */
import type { DecodedField } from '../../../../../shared/model/index.ts';
import { type MessageRule, noParts, type ReadMembers, readValues, UnknownVariant, type Values } from './members.ts';

/** A message and its rule. `rule` is null for an unknown message. */
export interface CosmosMessage {
  readonly type: string;
  readonly rule: MessageRule | null;
  readonly values: Values;
  readonly fields: readonly DecodedField[];
}

/**
 * Reads a message by its rule. A message without a rule, and one with a member of a type without one, is unknown: it has
 * only the field with its content.
 */
export function readOrUnknown(
  type: string,
  rule: MessageRule | null,
  content: DecodedField,
  read: (rule: MessageRule) => ReadMembers,
): CosmosMessage {
  const unknown = { rule: null, values: readValues([], noParts()).values, fields: [content] };
  if (rule === null) return { type, ...unknown };
  try {
    return { type, rule, ...read(rule) };
  } catch (error) {
    if (error instanceof UnknownVariant) return { type: `${type} of ${error.type}`, ...unknown };
    throw error;
  }
}
