import { AppError, sentence, type Text } from '../../../shared/errors/index.ts';
import {
  BATCH_COLUMNS,
  BATCH_LIMITS,
  type BatchColumn,
  type BatchFacts,
  type BatchTable,
  inQuotes,
  isJsonObject,
  parseJson,
  type TableColumn,
} from '../../../shared/model/index.ts';
import type { Steps } from '../../storage/sqlite/index.ts';
import { plainCell } from '../tools/csv-cell.ts';
import { cellCount, csvRows, separatorOf } from '../tools/csv-rows.ts';
import { MAXIMUM_SHOWN } from './cell-words.ts';
import { isData } from './header.ts';

const MAXIMUM_COLUMNS = 64;

/** A line of a table: its cells by meaning, or the reason why it has none. `written` is its text. */
export type TableLine = { readonly line: number; readonly written: string } & (
  | { readonly cells: Readonly<Partial<Record<BatchColumn, string>>>; readonly problem: null }
  | { readonly cells: null; readonly problem: string }
);

interface Table {
  readonly columns: readonly TableColumn[];
  /** The line that names the columns. Null where none does. */
  readonly headerLine: number | null;
  readonly lines: readonly TableLine[];
  /** The choices between columns that the operator has to make, and a header that may be something to sign. */
  readonly problems: readonly Text[];
}

/** Headers by which a column is recognised, English and German, in lowercase without spaces and underscores. */
const RECOGNISED: Readonly<Record<Exclude<BatchColumn, 'ignore'>, readonly string[]>> = {
  to: [
    ...['to', 'address', 'recipient', 'recipientaddress', 'toaddress', 'destination', 'wallet'],
    ...['an', 'adresse', 'empfänger', 'empfängeradresse', 'zieladresse'],
  ],
  amount: ['amount', 'value', 'quantity', 'sum', 'betrag', 'wert', 'menge', 'summe'],
  asset: ['asset', 'token', 'currency', 'symbol', 'coin', 'unit', 'währung', 'einheit'],
  memo: ['memo', 'destinationtag', 'tag'],
  note: [
    ...['note', 'reference', 'comment', 'name', 'label', 'invoice'],
    ...['notiz', 'referenz', 'bemerkung', 'rechnung', 'verwendungszweck'],
  ],
  transaction: ['transaction', 'unsignedtransaction', 'rawtransaction', 'tx', 'transaktion'],
  message: ['message', 'text', 'payload', 'nachricht'],
};
/** Spreadsheets write the separator into a line of its own before the headers. */
const SEPARATOR_LINE = /^"?sep=[,;\t]"?\r?\n/i;

/**
 * Reads a table in steps: a CSV (RFC 4180), separated by commas, semicolons or tabs, or a JSON list of objects. The first
 * line of a CSV names its columns, unless it has an address, an amount or a payload. A line that cannot be read has its
 * reason. Throws INVALID_INPUT for any other text, for a table without lines, and for more lines or columns than a batch
 * can have. A column of memos is read as notes when the chain has no memos.
 */
export function* tableIn({ text, columns }: BatchTable, { hasMemo }: Pick<BatchFacts, 'hasMemo'>): Steps<Table> {
  if (text.length > BATCH_LIMITS.text)
    throw notReadable(`it has more than ${BATCH_LIMITS.text} characters. Split the file`);
  const plain = text.replace(/^\ufeff/, '').trimEnd();
  if (plain.trim() === '') throw notReadable('it is empty');
  const start = plain.trimStart();
  if (start.startsWith('{'))
    throw notReadable(
      'it starts with a JSON object instead of a list. Put its objects into square brackets, with commas between them',
    );
  const { headers, headerLine, rows } = yield* start.startsWith('[') ? jsonRows(plain) : rowsOfCsv(plain, hasMemo);
  if (headers.length > MAXIMUM_COLUMNS) throw notReadable(`it has more than ${MAXIMUM_COLUMNS} columns`);
  if (rows.length === 0)
    throw notReadable(
      headerLine === null ? 'it is an empty list' : `its line ${headerLine} names the columns, and no line follows`,
    );
  const twice = repeated(headers.map(plainHeader).filter((header) => header !== ''));
  if (twice !== undefined)
    throw notReadable(`two of its columns are named ${twice.slice(0, MAXIMUM_SHOWN)}. Rename or remove one`);
  const as = columns ?? recognised(headers, hasMemo);
  if (as.length !== headers.length) throw notReadable('its columns are not those that were confirmed');
  if (repeated(as.filter((column) => column !== 'ignore')) !== undefined)
    throw notReadable('two of its columns have the same meaning. Ignore one of them');
  const first = rows.find(({ cells }) => cells !== null)?.cells ?? [];
  const open = undecided(headers, as, hasMemo);
  return {
    headerLine,
    problems: [
      ...headerProblems({ headers, headerLine, hasMemo, isChosen: columns !== null, isCsv: !start.startsWith('[') }),
      ...open.map(
        (names) =>
          sentence`The columns ${names} may mean the same. Choose one of them under Columns, or remove the others.`,
      ),
    ],
    columns: headers.map((header, index) => ({
      header: header.slice(0, MAXIMUM_SHOWN),
      as: as[index] ?? 'ignore',
      sample: (first[index] ?? '').slice(0, MAXIMUM_SHOWN),
    })),
    lines: rows.map(({ line, cells, written, problem, untyped = [] }) => {
      // A number loses its last digits beyond 15, so an amount must be text. A note is only shown.
      const wrong = untyped.find((index) => as[index] !== 'note' && as[index] !== 'ignore');
      if (cells === null) return { line, written, cells, problem: problem ?? '' };
      if (open[0] !== undefined)
        return { line, written, cells: null, problem: `Choose between the columns ${open[0]} first` };
      return wrong === undefined
        ? { line, written, cells: named(cells, as), problem: null }
        : { line, written, cells: null, problem: `Its member ${headers[wrong]} is not text in quotes` };
    }),
  };
}

interface Row {
  readonly line: number;
  readonly written: string;
  readonly cells: readonly string[] | null;
  readonly problem: string | null;
  /** The cells that were no text in JSON, by their index. */
  readonly untyped?: readonly number[];
}

function named(cells: readonly string[], as: readonly BatchColumn[]): NonNullable<TableLine['cells']> {
  const pairs = as.flatMap((column, index) => (column === 'ignore' ? [] : [[column, cells[index] ?? ''] as const]));
  return Object.fromEntries(pairs);
}

const plainHeader = (header: string): string =>
  header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/** Returns the first value that is there twice, or undefined. */
const repeated = <Value>(values: readonly Value[]): Value | undefined =>
  values.find((value, index) => values.indexOf(value) < index);

/** Returns the meaning that a header suggests. */
function suggested(header: string, hasMemo: boolean): BatchColumn {
  const word = plainHeader(header);
  const [named = 'ignore'] = Object.entries(RECOGNISED).find(([, words]) => words.includes(word)) ?? [];
  return named === 'memo' && !hasMemo ? 'note' : (named as BatchColumn);
}

/** The meaning of each header. Several headers of one meaning have none, except for notes: the first one is shown. */
function recognised(headers: readonly string[], hasMemo: boolean): BatchColumn[] {
  const all = headers.map((header) => suggested(header, hasMemo));
  return all.map((as, index) => {
    const isAlone = all.indexOf(as) === all.lastIndexOf(as);
    return isAlone || (as === 'note' && all.indexOf(as) === index) ? as : 'ignore';
  });
}

/**
 * Returns the headers, as quoted text, of each meaning that several headers suggest. It is decided when a column has the
 * meaning, or when one of these columns got another one.
 */
function undecided(headers: readonly string[], as: readonly BatchColumn[], hasMemo: boolean): string[] {
  const meanings = headers.map((header) => suggested(header, hasMemo));
  return BATCH_COLUMNS.flatMap((meaning) => {
    const alike = headers.flatMap((header, index) => (meanings[index] === meaning ? [{ header, as: as[index] }] : []));
    const isDecided = as.includes(meaning) || alike.some((each) => each.as !== 'ignore');
    if (alike.length < 2 || meaning === 'ignore' || meaning === 'note' || isDecided) return [];
    return [alike.map(({ header }) => inQuotes(header.slice(0, MAXIMUM_SHOWN))).join(', ')];
  });
}

interface Rows {
  readonly headers: readonly string[];
  readonly headerLine: number | null;
  readonly rows: readonly Row[];
}

function* rowsOfCsv(text: string, hasMemo: boolean): Steps<Rows> {
  let headers: readonly string[] | null = null;
  let headerLine: number | null = null;
  const rows: Row[] = [];
  const [first = ''] = SEPARATOR_LINE.exec(text) ?? [];
  // The lines keep their numbers.
  const plain = first === '' ? text : `\n${text.slice(first.length)}`;
  for (const { line, cells, isWhole } of csvRows(plain, separatorOf(plain.trimStart()))) {
    yield;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (headers === null) {
      headers = cells.map((cell) => cell.trim());
      if (!isData(headers, namesContents(headers, hasMemo))) {
        headerLine = line;
        continue;
      }
      headers = headers.map(() => '');
    }
    requireRoom(rows.length);
    const counted = `It has ${cellCount(cells)}, but the first line has ${headers.length}`;
    const common = { line, written: cells.map((cell) => cell.trim()).join(', ') };
    if (!isWhole) rows.push({ ...common, cells: null, problem: 'A quotation mark is not closed' });
    else if (cells.length !== headers.length) rows.push({ ...common, cells: null, problem: counted });
    else rows.push({ ...common, cells: cells.map(plainCell), problem: null });
  }
  return { headers: headers ?? [], headerLine, rows };
}

/** Returns true for headers that name the contents of lines: a recipient, a transaction or a message. */
const namesContents = (headers: readonly string[], hasMemo: boolean): boolean =>
  headers.some((header) => ['to', 'transaction', 'message'].includes(suggested(header, hasMemo)));

/** Returns what the operator should know about the first line of a CSV: it has no names, or may be something to sign. */
function headerProblems({
  headers,
  headerLine,
  hasMemo,
  isChosen,
  isCsv,
}: {
  readonly headers: readonly string[];
  readonly headerLine: number | null;
  readonly hasMemo: boolean;
  readonly isChosen: boolean;
  readonly isCsv: boolean;
}): Text[] {
  if (!isCsv) return [];
  if (headerLine !== null)
    return namesContents(headers, hasMemo)
      ? []
      : [
          sentence`Line ${headerLine} is read as the names of the columns, so it is not signed. If it is one of your lines, write a line of column names above it.`,
        ];
  return isChosen ? [] : ['No line names the columns. Choose the meaning of each one under Columns.'];
}

function* jsonRows(text: string): Steps<Rows> {
  const list = parseJson(text, notReadable);
  if (!Array.isArray(list)) throw notReadable('it is JSON but not a list in square brackets');
  requireRoom(list.length - 1);
  const headers = new Set<string>();
  for (const item of list) {
    yield;
    if (isJsonObject(item)) for (const name of Object.keys(item)) headers.add(name);
    if (headers.size > MAXIMUM_COLUMNS) break;
  }
  const names = [...headers];
  const rows: Row[] = [];
  for (const [index, item] of list.entries()) {
    yield;
    const common = { line: index + 1, written: JSON.stringify(item) };
    const cells = isJsonObject(item) ? names.map((name) => (Object.hasOwn(item, name) ? item[name] : '') ?? '') : null;
    if (cells === null) rows.push({ ...common, cells, problem: 'It is not an object in curly brackets' });
    else
      rows.push({
        ...common,
        problem: null,
        cells: cells.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell))),
        untyped: [...cells.keys()].filter((index) => typeof cells[index] !== 'string'),
      });
  }
  return { headers: names, headerLine: null, rows };
}

function requireRoom(lines: number): void {
  if (lines >= BATCH_LIMITS.lines) throw notReadable(`it has more than ${BATCH_LIMITS.lines} lines. Split the file`);
}

function notReadable(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`This table cannot be read: ${why}. Nothing was signed. Give a CSV whose first line names its columns, or a JSON list of objects.`,
  );
}
