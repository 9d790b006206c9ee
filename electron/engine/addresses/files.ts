import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type AddressEntry,
  type BookFormat,
  isJsonObject,
  type JsonObject,
  parseJson,
  parseJsonObject,
  type TakenLine,
} from '../../../shared/model/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { Counting } from '../ports.ts';
import { csvCell, plainCell } from '../tools/csv-cell.ts';
import { cellCount, csvRows, separatorOf } from '../tools/csv-rows.ts';
import { checkedEntry, keyOf, MAXIMUM_ENTRIES, namespacesOf } from './entries.ts';

/** Columns of the CSV, and members of the JSON. */
const COLUMNS = ['address', 'chain', 'label', 'note', 'tags', 'allowed'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Readonly<Partial<Record<Column, unknown>>>;

/** The label types of BIP-329. Only labels of addresses name somebody. */
const BIP329_TYPES = ['tx', 'addr', 'pubkey', 'input', 'output', 'xpub'];

/** Addresses with a wrong character whose nearest right one is sought, which tries thousands. */
const MAXIMUM_NEAREST = 20;

/** Options of reading. `as` requires a format. Without it, the beginning of the text decides. */
export type Reading = Counting & { readonly as?: BookFormat | undefined };

interface Read {
  readonly entries: readonly AddressEntry[];
  /** One for each line (CSV, BIP-329) or item (JSON), from 1. */
  readonly lines: readonly TakenLine[];
}

/**
 * Reads entries from one of these formats, which the beginning of the text shows:
 * - a CSV with a header line (RFC 4180), separated by commas, semicolons or tabs
 * - an exported JSON list
 * - BIP-329 labels (JSON lines)
 *
 * Each line that cannot be imported has a reason. The first of two entries for one address and chain is imported. The
 * text is read in slices, with progress. Throws INVALID_INPUT for any other format, and CANCELLED.
 */
export function readEntries(text: string, { signal, progress, as }: Reading = {}): Promise<Read> {
  const lines: TakenLine[] = [];
  return inSlices(entriesIn(text, as, lines), () => {
    progress?.({ done: lines.length, total: null, text: 'Reading addresses' });
    if (signal?.aborted === true)
      throw new AppError('CANCELLED', sentence`Cancelled after ${lines.length} lines. Nothing was imported.`);
  });
}

/** The same in steps. `lines` gets the outcome of each line. */
export function entriesIn(text: string, as?: BookFormat, lines: TakenLine[] = []): Steps<Read> {
  const plain = text.replace(/^\ufeff/, '').trim();
  const like = plain.startsWith('[') ? 'json' : plain.startsWith('{') ? 'bip329' : 'csv';
  return collect(READ[as ?? like](plain), lines);
}

const READ: Readonly<Record<BookFormat, (text: string) => Iterable<Item>>> = {
  csv: csvLines,
  json: jsonItems,
  bip329: labelLines,
};

/**
 * Writes entries as a CSV with CRLF. A cell that a spreadsheet would run as a formula gets an apostrophe, which the
 * reader removes.
 */
export function* csvOf(entries: readonly AddressEntry[]): Steps<string> {
  let text = `${COLUMNS.join(',')}\r\n`;
  for (const { address, chain, label, note, tags, allowed } of entries) {
    yield;
    const cells = [address, chain ?? '', label, note, tags.join(';'), allowed ? 'yes' : 'no'];
    text += `${cells.map(csvCell).join(',')}\r\n`;
  }
  return text;
}

/** Entries as a JSON list, one in a line. */
export function* jsonOf(entries: readonly AddressEntry[]): Steps<string> {
  const lines: string[] = [];
  for (const entry of entries) {
    yield;
    lines.push(JSON.stringify(entry));
  }
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Entries with a Bitcoin address as labels after BIP-329, one JSON object a line. Notes, tags and allow-marks have no place there. */
export function* labelsOf(entries: readonly AddressEntry[]): Steps<string> {
  let text = '';
  for (const { address, label } of entries) {
    yield;
    if (namespacesOf(address).includes('bip122')) text += `${JSON.stringify({ type: 'addr', ref: address, label })}\n`;
  }
  return text;
}

type Item = { readonly line: number } & ({ readonly cells: Cells } | { readonly problem: string });

/** Collects entries. `lines` gets the outcome of each line. */
function* collect(items: Iterable<Item>, lines: TakenLine[]): Steps<Read> {
  const entries = new Map<string, AddressEntry>();
  let refused = 0;
  for (const item of items) {
    yield;
    const { line } = item;
    if (lines.length >= MAXIMUM_ENTRIES)
      throw new AppError(
        'INVALID_INPUT',
        sentence`It has more than ${MAXIMUM_ENTRIES} entries. Nothing was imported. Split the file.`,
      );
    if ('problem' in item) {
      lines.push({ line, label: '', problem: item.problem });
      continue;
    }
    try {
      const entry = yield* checkedEntry(entryOf(item.cells), refused < MAXIMUM_NEAREST);
      const key = keyOf(entry);
      const isAgain = entries.has(key);
      if (!isAgain) entries.set(key, entry);
      lines.push({ line, label: entry.label, problem: isAgain ? 'The same address stands above' : null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused += 1;
      lines.push({ line, label: '', problem: error.message.replace(/\. Nothing was changed\.$/, '') });
    }
  }
  return { entries: [...entries.values()], lines };
}

function entryOf({ address, chain, label, note, tags, allowed }: Cells): AddressEntry {
  const texts = typeof tags === 'string' ? tags.split(/[;,]/) : tags;
  return {
    address: textOf('address', address),
    chain: chain === null ? null : textOf('chain', chain),
    label: textOf('label', label),
    note: textOf('note', note),
    tags: Array.isArray(texts) ? texts.map((tag) => textOf('tag', tag)) : [],
    allowed: isYes(allowed),
  };
}

function textOf(what: string, value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  throw notTaken(`The ${what} is not text`);
}

/** An allow-mark must be written out: anything that is neither a yes nor a no is a mistake. */
function isYes(value: unknown): boolean {
  const word = String(value ?? '')
    .trim()
    .toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  if (['', 'no', 'false', '0'].includes(word)) return false;
  throw notTaken('The cell allowed is neither yes nor no; write one of them');
}

function* jsonItems(text: string): Iterable<Item> {
  const list = parseJson(text, notReadable);
  if (!Array.isArray(list)) throw notReadable('it is JSON but not a list in square brackets');
  for (const [index, item] of list.entries())
    yield isJsonObject(item)
      ? { line: index + 1, cells: item as Cells }
      : { line: index + 1, problem: 'It is not an entry with an address and a label' };
}

function* labelLines(text: string): Iterable<Item> {
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    if (written.trim() === '') continue;
    const label = labelIn(written);
    if (typeof label === 'string') yield { line, problem: label };
    else if (typeof label.type !== 'string' || typeof label.ref !== 'string')
      yield { line, problem: 'It is not a BIP-329 label: type and ref are missing' };
    else if (!BIP329_TYPES.includes(label.type)) yield { line, problem: 'BIP-329 has no label of this type' };
    else if (label.type !== 'addr')
      yield {
        line,
        problem: `It is the label of ${LABELLED[label.type] ?? 'something else'}, which the address book does not store`,
      };
    else yield { line, cells: { address: label.ref, label: label.label, chain: 'bip122' } };
  }
}

const LABELLED: Readonly<Record<string, string>> = {
  tx: 'a transaction',
  pubkey: 'a public key',
  input: 'an input of a transaction',
  output: 'an output of a transaction',
  xpub: 'an extended public key',
};

function* csvLines(text: string): Iterable<Item> {
  if (text === '') throw notReadable('it is empty');
  let names: readonly string[] | null = null;
  for (const { line, cells, isWhole } of csvRows(text, separatorOf(text))) {
    if (names === null) {
      names = cells.map((name) => name.trim().toLowerCase());
      requireColumns(names);
      continue;
    }
    if (cells.length === 1 && cells[0]?.trim() === '') continue;
    if (!isWhole) yield { line, problem: 'A quotation mark is not closed' };
    else if (cells.length !== names.length)
      yield { line, problem: `It has ${cellCount(cells)}, but the first line has ${names.length}` };
    else
      yield {
        line,
        cells: Object.fromEntries(names.map((name, index) => [name, plainCell(cells[index] ?? '')])),
      };
  }
}

function requireColumns(names: readonly string[]): void {
  const missing = ['address', 'label'].filter((name) => !names.includes(name));
  if (missing.length > 0) throw notReadable(`its first line has no column named ${missing.join(' and none named ')}`);
  const twice = COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw notReadable(`its first line has two columns named ${twice}`);
}

/** Returns the object in a line of JSON, or the reason why it has none. */
function labelIn(line: string): JsonObject | string {
  try {
    return parseJsonObject(line, (why) => new Error(why));
  } catch (error) {
    return (error as Error).message.replace('it', 'It');
  }
}

const notTaken = (why: string) => new AppError('INVALID_INPUT', sentence`${why}. Nothing was changed.`);

function notReadable(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`This address book cannot be read: ${why}. Nothing was imported. Give a CSV whose first line names address and label, a JSON list of entries, or BIP-329 labels.`,
  );
}
