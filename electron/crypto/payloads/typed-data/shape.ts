/** Explains content that is no typed data as a whole: what it is instead, and what to give. */
import { inQuotes, isJsonObject, type JsonObject, shortened } from '../../../../shared/model/index.ts';

const isObjectText = (value: unknown): boolean => typeof value === 'string' && /^\s*\{/.test(value);

/** Returns the reason why JSON of another shape is no typed data. */
export function shapeFault(data: unknown): string {
  if (isObjectText(data)) return 'it is text with JSON in it: it was encoded twice, so give the object without quotes';
  const items: readonly unknown[] = Array.isArray(data) ? data : [];
  if (items.length === 2 && typeof items[0] === 'string' && (isJsonObject(items[1]) || isObjectText(items[1])))
    return 'it is the list of an address and typed data: give the typed data alone, as an object';
  if (items.length > 0 && items.every((item) => isJsonObject(item) && 'type' in item && 'value' in item))
    return 'it is the list of eth_signTypedData version 1, which EIP-712 replaced: ask for version 4';
  return 'typed data is a JSON object with domain, types, primaryType and message';
}

/** Returns the reason why an object without types is no typed data, or null where only the types are missing. */
export function wrapperFault(data: JsonObject): string | null {
  if (Object.hasOwn(data, 'types')) return null;
  if (Object.hasOwn(data, 'method') && Object.hasOwn(data, 'params'))
    return 'it is a request to a wallet (JSON-RPC): give the typed data in its params alone';
  const around = Object.keys(data).find((name) => {
    const value = data[name];
    return isJsonObject(value) && Object.hasOwn(value, 'types');
  });
  return around === undefined
    ? null
    : `its typed data is in its member ${inQuotes(shortened(around, 64))}: give that object alone`;
}

/** Returns why the primary type is missing, and names a member with a similar spelling. */
export function primaryTypeFault(data: JsonObject): string {
  const name = Object.keys(data).find((member) => /^primary[_-]?type$/i.test(member));
  return name === undefined
    ? 'it has no primaryType: add the name of the type of its message'
    : `it has ${name} and no primaryType: write primaryType`;
}

/** Returns true for hexadecimal digits that spell an object of JSON. */
export const isHexOfJson = (payload: string): boolean => /^(?:0x)?7b(?:[0-9a-f]{2})*7d$/i.test(payload);
