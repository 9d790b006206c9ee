/** Writes results for people on a terminal: a list of records as a table, a record as lines of names and values. */
import { isJsonObject, type JsonObject } from '../../shared/model/index.ts';
import { titleOf } from '../../shared/operations/index.ts';
import { visibleText } from '../../shared/wire/index.ts';
import { pad, table, textWidth } from './table.ts';

/** Milliseconds of the year 2001: smaller numbers are no moments. */
const EARLIEST = 1e12;
const INDENT = '  ';

/**
 * Returns a result as text, without a line end. Tables are cut to `width` columns. The values of a record are whole.
 * Characters that a terminal would act on or hide are spelled out, line feeds too.
 */
export function resultText(value: unknown, width: number): string {
  if (Array.isArray(value)) return listLines('', value, width).join('\n');
  if (!isJsonObject(value)) return scalar('', value);
  const entries = Object.entries(value);
  const [[name, only] = ['', undefined], ...others] = entries;
  // A wrapper with one member says nothing by itself.
  if (others.length === 0 && isJsonObject(only)) return recordLines(only, width).join('\n');
  if (others.length === 0 && Array.isArray(only)) return listLines(name, only, width).join('\n');
  const lists = entries.filter(([, member]) => isTable(member));
  const [first, ...moreLists] = lists;
  if (first === undefined || moreLists.length > 0) return recordLines(value, width).join('\n');
  const rest = Object.fromEntries(entries.filter((entry) => entry !== first));
  return [...listLines(first[0], first[1] as readonly unknown[], width), '', ...recordLines(rest, width)].join('\n');
}

const isTable = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isJsonObject);

function listLines(name: string, list: readonly unknown[], width: number): string[] {
  if (list.length === 0) return [name === '' ? 'None.' : `No ${titleOf(undefined, name).toLowerCase()}.`];
  if (!list.every(isJsonObject)) return list.map((each) => scalar('', each));
  const names = [...new Set(list.flatMap((each) => Object.keys(each)))];
  const key =
    names.find((member) => member === 'address' || member === 'identifier') ??
    names.find((member) => /id$/i.test(member)) ??
    names[0];
  const columns = names.map((member) => ({ title: title(member), rank: member === key ? 0 : rankOf(member) }));
  return table(
    columns,
    list.map((each) => names.map((member) => enumWords(cell(member, each[member])))),
    width,
  );
}

/** Returns the status or type of an activity in words: `ACTIVITY_TYPE_CREATE_WALLET` reads `create wallet`. */
const enumWords = (text: string): string => {
  const [, words] = /^ACTIVITY_(?:STATUS|TYPE)_([A-Z0-9_]+)$/.exec(text) ?? [];
  return words === undefined ? text : words.toLowerCase().replaceAll('_', ' ');
};

/** The ranks of members by their names. Members that are alike in every row, or only for programs, have the highest. */
const RANKS: readonly (readonly [RegExp, number])[] = [
  [/^(organizationId|updatedAt|pathFormat|caip2Prefix|hue|fingerprint)$/, 5],
  [/id$/i, 4],
  [/key$/i, 3],
  [/^(name|label|title|status|state)$|Name$/, 1],
];
const USUAL_RANK = 2;

const rankOf = (member: string): number => RANKS.find(([pattern]) => pattern.test(member))?.[1] ?? USUAL_RANK;

/** Returns a line for each member. Inner records and tables stand indented below their names. */
function recordLines(record: JsonObject, width: number): string[] {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  const named = entries.map(([name, value]) => ({ label: title(name), name, value }));
  const column =
    Math.max(0, ...named.map(({ label, value }) => (isNested(value) ? 0 : textWidth(label)))) + ': '.length + 1;
  return named.flatMap(({ label, name, value }) => {
    if (!isNested(value)) return [`${pad(`${label}:`, column)}${cell(name, value) || 'none'}`];
    const inner = Array.isArray(value)
      ? listLines(name, value, width - INDENT.length)
      : recordLines(value as JsonObject, width - INDENT.length);
    return [`${label}:`, ...inner.map((line) => `${INDENT}${line}`)];
  });
}

const isNested = (value: unknown) =>
  isTable(value) || (isJsonObject(value) && Object.keys(value).length > 0 && momentIn(value) === null);

const title = (name: string) => visibleText(titleOf(undefined, name));

/** Returns a value in one line: a list as its members, a record as its values. Empty for none. */
function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    return value.every((each) => typeof each !== 'object')
      ? value.map((each) => scalar(name, each)).join(', ')
      : String(value.length);
  }
  if (!isJsonObject(value)) return scalar(name, value);
  const moment = momentIn(value);
  if (moment !== null) return moment;
  const values = Object.entries(value).map(([member, inner]) => (isJsonObject(inner) ? '' : cell(member, inner)));
  return values.filter((text) => text !== '').join(' ');
}

function scalar(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value === null ? 'none' : visibleText(JSON.stringify(value));
  if (/(At|Ms)$/.test(name) && /^\d{13}$/.test(String(value))) return momentText(Number(value));
  return visibleText(String(value));
}

/** Returns the moment of a record of seconds and nanoseconds, in which the service writes times. */
function momentIn(value: JsonObject): string | null {
  const { seconds, nanos, ...others } = value;
  if (seconds === undefined || nanos === undefined || Object.keys(others).length > 0) return null;
  return /^\d{10}$/.test(String(seconds)) ? momentText(Number(seconds) * 1000) : null;
}

const momentText = (milliseconds: number) =>
  milliseconds < EARLIEST ? String(milliseconds) : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
