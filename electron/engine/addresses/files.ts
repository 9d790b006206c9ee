import { AppError } from '../../../shared/errors/index.ts';
import { type AddressEntry, type BookFormat, isJsonObject, type TakenLine } from '../../../shared/model/index.ts';
import type { Counting } from '../ports.ts';
import { checkedEntry, keyOf, MAXIMUM_ENTRIES, namespacesOf } from './entries.ts';

/** Columns of the CSV, and members of the JSON. */
const COLUMNS = ['address', 'chain', 'label', 'note', 'tags', 'allowed'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Readonly<Partial<Record<Column, unknown>>>;

/** A spreadsheet takes a cell that begins so for a formula; apostrophes before it are counted, so that reading takes off the one that was added. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** Labels of BIP-329 are of these; only those of addresses are names of somebody. */
const BIP329_TYPES = ['tx', 'addr', 'pubkey', 'input', 'output', 'xpub'];

/** A slice of reading ends after this many milliseconds: windows and requests get their turn within a frame. */
const SLICE = 8;
/** Addresses with a wrong character whose nearest right one is sought, which tries thousands. */
const MAXIMUM_NEAREST = 20;

interface Read {
  readonly entries: readonly AddressEntry[];
  /** One for each line (CSV, BIP-329) or item (JSON), from 1. */
  readonly lines: readonly TakenLine[];
}

/**
 * The entries of a CSV with a header line (RFC 4180), a JSON list as it is exported, or labels after BIP-329 (JSON lines), told by how
 * it begins. What cannot be taken says why; of two entries for one address and chain the first is taken. Throws INVALID_INPUT when
 * it is none of these.
 */
export function readEntries(text: string): Read {
  const reading = readingOf(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
  }
}

/** As `readEntries`, or as what the text must be, in slices, and telling how far it is. Throws CANCELLED too. */
export async function readEntriesInSlices(
  text: string,
  { signal, progress, as }: Counting & { readonly as?: BookFormat | undefined } = {},
): Promise<Read> {
  const reading = readingOf(text, as);
  let sliceEnd = performance.now() + SLICE;
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
    if (performance.now() < sliceEnd) continue;
    progress?.({ done: value, total: null, text: 'Reading addresses' });
    await new Promise((next) => setImmediate(next));
    if (signal?.aborted === true) throw new AppError('CANCELLED', `Cancelled after ${value} lines. Nothing was taken.`);
    sliceEnd = performance.now() + SLICE;
  }
}

function readingOf(text: string, as?: BookFormat): Generator<number, Read> {
  const plain = text.replace(/^\ufeff/, '').trim();
  const like = plain.startsWith('[') ? 'json' : plain.startsWith('{') ? 'bip329' : 'csv';
  return collect(READ[as ?? like](plain));
}

const READ: Readonly<Record<BookFormat, (text: string) => Iterable<Item>>> = {
  csv: csvLines,
  json: jsonItems,
  bip329: labelLines,
};

/** Entries as a CSV with CRLF; a cell that a spreadsheet would take for a formula begins with an apostrophe, which reading removes. */
export function csvOf(entries: readonly AddressEntry[]): string {
  const rows = entries.map(({ address, chain, label, note, tags, allowed }) =>
    [address, chain ?? '', label, note, tags.join(';'), allowed ? 'yes' : 'no'].map(csvCell).join(','),
  );
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}

/** Entries as a JSON list. */
export function jsonOf(entries: readonly AddressEntry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** Entries with a Bitcoin address as labels after BIP-329, one JSON object a line. Notes, tags and allow-marks have no place there. */
export function labelsOf(entries: readonly AddressEntry[]): string {
  return entries
    .filter(({ address }) => namespacesOf(address).includes('bip122'))
    .map(({ address, label }) => `${JSON.stringify({ type: 'addr', ref: address, label })}\n`)
    .join('');
}

type Item = { readonly line: number } & ({ readonly cells: Cells } | { readonly problem: string });

/** Tells after each line how many were read. */
function* collect(items: Iterable<Item>): Generator<number, Read> {
  const entries = new Map<string, AddressEntry>();
  const lines: TakenLine[] = [];
  let refused = 0;
  for (const item of items) {
    yield lines.length;
    const { line } = item;
    if (lines.length >= MAXIMUM_ENTRIES)
      throw new AppError('INVALID_INPUT', `It has more than ${MAXIMUM_ENTRIES} entries. Nothing was taken.`);
    if ('problem' in item) {
      lines.push({ line, label: '', problem: item.problem });
      continue;
    }
    try {
      const entry = checkedEntry(entryOf(item.cells), refused < MAXIMUM_NEAREST);
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
  throw new AppError('INVALID_INPUT', `The ${what} is not text. Nothing was changed.`);
}

/** An allow-mark must be written out: anything that is neither a yes nor a no is a mistake. */
function isYes(value: unknown): boolean {
  const word = String(value ?? '')
    .trim()
    .toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  if (['', 'no', 'false', '0'].includes(word)) return false;
  throw new AppError('INVALID_INPUT', 'allowed is neither yes nor no. Nothing was changed.');
}

function* jsonItems(text: string): Iterable<Item> {
  const list = parsed(text);
  if (!Array.isArray(list)) throw notReadable();
  for (const [index, item] of list.entries())
    yield isJsonObject(item)
      ? { line: index + 1, cells: item as Cells }
      : { line: index + 1, problem: 'It is not an entry with an address and a label' };
}

function* labelLines(text: string): Iterable<Item> {
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    if (written.trim() === '') continue;
    const label = parsed(written);
    if (!isJsonObject(label) || typeof label.type !== 'string' || typeof label.ref !== 'string')
      yield { line, problem: 'It is no label after BIP-329: type and ref are missing' };
    else if (!BIP329_TYPES.includes(label.type)) yield { line, problem: 'BIP-329 knows no label of this type' };
    else if (label.type !== 'addr')
      yield { line, problem: `It is the label of ${LABELLED[label.type] ?? 'something else'}, which is not kept here` };
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
  let names: readonly string[] | null = null;
  for (const { line, cells, isWhole } of csvRows(text)) {
    if (names === null) {
      names = cells.map((name) => name.trim().toLowerCase());
      if (!names.includes('address') || !names.includes('label')) throw notReadable();
      continue;
    }
    if (cells.length === 1 && cells[0]?.trim() === '') continue;
    if (!isWhole) yield { line, problem: 'A quotation mark is not closed' };
    else if (cells.length !== names.length)
      yield { line, problem: `It has ${cells.length} cells, but the first line has ${names.length}` };
    else
      yield {
        line,
        cells: Object.fromEntries(names.map((name, index) => [name, plainCell(cells[index] ?? '')])),
      };
  }
}

interface CsvRow {
  /** The line it begins on. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly isWhole: boolean;
}

/** The records of a CSV (RFC 4180): cells in quotation marks hold commas, line feeds and doubled marks. */
function* csvRows(text: string): Iterable<CsvRow> {
  let cells: string[] = [];
  let [line, begun, at] = [1, 1, 0];
  while (at <= text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]+|"")*)("?)/y : null;
    const pattern = quoted ?? /([^,\r\n]*)/y;
    pattern.lastIndex = at;
    const [whole = '', cell = '', end] = pattern.exec(text) ?? [];
    cells.push(quoted === null ? cell : cell.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    const isEnd = at >= text.length || /[\r\n]/.test(text[at] ?? '');
    const isWhole = isEnd && end !== '';
    if (!isEnd) at = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    yield { line: begun, cells, isWhole };
    if (text.startsWith('\r\n', at)) at += 1;
    at += 1;
    line += 1;
    [cells, begun] = [[], line];
  }
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const plainCell = (text: string) => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function notReadable(): AppError {
  return new AppError(
    'INVALID_INPUT',
    'This is neither a CSV whose first line names address and label, nor a JSON list of entries, nor labels after BIP-329. Nothing was taken.',
  );
}
