import Value from 'typebox/value';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  ADDRESS_FORMATS,
  type AddressFormat,
  isJsonObject,
  parseJson,
  placeInWords,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
import { MAXIMUM_EXPORTS, WantedExport } from '../containers/kinds.ts';

/**
 * Reads the exports that an operator wants. The text is a JSON list of `WantedExport`, in which an account needs no `of`.
 * It may also be the output of `castellan call list_wallet_accounts`, for all of its accounts. Throws INVALID_INPUT, which
 * names the item and its fault.
 */
export function readWantedExports(text: string): WantedExport[] {
  const value = parseJson(text, refused);
  const items = isJsonObject(value) ? value.accounts : value;
  if (!Array.isArray(items)) throw refused('it is neither a list in square brackets nor has a list in `accounts`');
  if (items.length === 0) throw refused('it is empty');
  if (items.length > MAXIMUM_EXPORTS)
    throw refused(`it has ${items.length} items, and one list takes ${MAXIMUM_EXPORTS}`);
  const wanted = items.map((item, index) => readItem(isJsonObject(value) ? accountOf(item) : item, index + 1));
  const seen = new Map<string, number>();
  for (const [index, { kind, of }] of wanted.entries()) {
    const before = seen.get(`${kind} ${of}`);
    if (before !== undefined) throw refused(`item ${index + 1} wants the same as item ${before}`);
    seen.set(`${kind} ${of}`, index + 1);
  }
  return wanted;
}

/** The members of a listed account that an export needs. */
function accountOf(account: unknown): unknown {
  if (!isJsonObject(account)) return account;
  const { address, addressFormat } = account;
  return { kind: 'account', address, addressFormat };
}

function readItem(item: unknown, number: number): WantedExport {
  if (!isJsonObject(item)) throw refused(`item ${number} is not an object`);
  const { kind, address, addressFormat } = item;
  if (kind !== 'account' && kind !== 'wallet' && kind !== 'private key')
    throw refused(`the kind of item ${number} is not account, wallet or private key`);
  const format = ADDRESS_FORMATS.find((known) => known === addressFormat);
  if (format === undefined)
    throw refused(`item ${number} names no address format of the interface in \`addressFormat\``);
  const normal = typeof address === 'string' ? normalOf(format, address) : null;
  if (normal === null) throw refused(`item ${number} has no address of ${format} in \`address\``);
  const whole = kind === 'account' ? { of: normal, ...item, address: normal } : { ...item, address: normal };
  if (!Value.Check(WantedExport, whole)) throw refused(`${faultOf(kind, item)} of item ${number} is missing or wrong`);
  if (whole.kind === 'account' && whole.of !== whole.address)
    throw refused(`item ${number} is an account of another address in \`of\``);
  return whole;
}

const normalOf = (format: AddressFormat, address: string): string | null => ADDRESS_TABLE[format].normalize(address);

const MEMBERS = ['kind', 'of', 'path', 'address', 'addressFormat'];

/** The member of an item that makes it unusable. */
function faultOf(kind: WantedExport['kind'], item: Readonly<Record<string, unknown>>): string {
  const other = Object.keys(item).find((name) => !MEMBERS.includes(name) || (name === 'path' && kind !== 'wallet'));
  if (other !== undefined) return `the member ${placeInWords(`/${other}`).slice(0, 80)}`;
  return kind === 'wallet' && typeof item.path !== 'string' ? 'the `path`' : 'the id in `of`';
}

function refused(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`This list of exports cannot be used: ${why}. No target key was made. Give a list like docs/guide/offline.md shows, or the output of \`castellan call list_wallet_accounts\`.`,
  );
}
