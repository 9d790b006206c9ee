import { textOf } from '../../../shared/errors/index.ts';
import {
  ADDRESS_FORMAT_FACTS,
  type BatchFacts,
  chainName,
  type EndpointChain,
  formatLabel,
  inQuotes,
  type LineFinding,
  type LineWhat,
  MAXIMUM_MEMO,
  type PaymentAsset,
  type ReviewedLine,
} from '../../../shared/model/index.ts';
import { hexTextFault, utf8Encode } from '../../../shared/wire/index.ts';
import { readAddress } from '../addresses/entries.ts';
import { familyOf } from '../payments/families.ts';
import { unitsOf } from './amounts.ts';
import { hiddenIn, shown } from './cell-words.ts';
import type { TableLine } from './table.ts';

/** Characters of a note and of a message. */
const MAXIMUM_NOTE = 200;
const MAXIMUM_MESSAGE = 10_000;
/** The most tokens that a wrong asset is answered with. */
const MAXIMUM_NAMED = 6;

type Cells = NonNullable<TableLine['cells']>;

/** The chain, its assets and its rules, by which cells are read. */
export interface LineContext extends Pick<BatchFacts, 'hasMemo' | 'isOpen'> {
  readonly chain: EndpointChain;
  /** The chain's coin first. */
  readonly assets: readonly PaymentAsset[];
  /** Amounts of the table have a comma before the fraction (`hasCommaFractions`). */
  readonly hasCommas: boolean;
}

/** Returns the danger finding of a line that cannot be read, with the reason. */
export const unreadable = (text: string): LineFinding => ({ level: 'danger', short: 'Unreadable', text });

/**
 * Reads one line of a table: a payment, an unsigned transaction or a message. A line with a problem has no contents and
 * a danger finding. Nothing is guessed: an amount that can be read in two ways is refused.
 */
export function readLine({ line, cells, problem, written }: TableLine, context: LineContext): ReviewedLine {
  const used = [cells?.to, cells?.transaction, cells?.message].find((cell) => cell !== undefined && cell.trim() !== '');
  const given = shown(used ?? written);
  const note = (cells?.note ?? '').slice(0, MAXIMUM_NOTE);
  const whole = { line, given, note };
  if (cells === null) return { ...whole, what: null, findings: [unreadable(`${problem}.`)], isBarred: true };
  const read = contentsOf(cells, context);
  return typeof read === 'string'
    ? { ...whole, what: null, findings: [unreadable(read)], isBarred: true }
    : { ...whole, what: read, findings: [], isBarred: false };
}

/** Returns the contents of a line, or the reason why it has none. */
function contentsOf(cells: Cells, context: LineContext): LineWhat | string {
  const { transaction = '', message = '', to = '', amount = '' } = cells;
  const kinds = [transaction, message, to].filter((cell) => cell.trim() !== '').length;
  if (kinds === 0) return 'It has no recipient, no transaction and no message. Fill one of them in.';
  if (kinds > 1) return 'It has more than one of recipient, transaction and message. Leave one of them.';
  if (to.trim() === '' && !context.isOpen)
    return `A batch on ${chainName(context.chain)} holds only payments. Sign messages and transactions on the Sign page.`;
  if (transaction.trim() !== '') return transactionOf(transaction.trim());
  if (message.trim() !== '') {
    if (message.length > MAXIMUM_MESSAGE)
      return `Its message has more than ${MAXIMUM_MESSAGE} characters. Sign it by itself.`;
    return { kind: 'message', message, headline: '' };
  }
  const address = recipientOf(to, context);
  if (address.problem !== null) return address.problem;
  const asset = assetOf(cells.asset ?? '', context);
  if (typeof asset === 'string') return asset;
  const paid = unitsOf(amount, asset, context);
  if (paid.problem !== null) return paid.problem;
  const memo = memoOf(cells.memo ?? '', context);
  if (memo.problem !== null) return memo.problem;
  return {
    kind: 'payment',
    to: address.to,
    label: null,
    alike: null,
    token: asset.token,
    symbol: asset.symbol,
    decimals: asset.decimals,
    units: paid.units,
    memo: memo.text,
    fee: null,
  };
}

/** A memo goes with the payment, so it is never shortened or left out. */
function memoOf(
  given: string,
  { chain, hasMemo }: LineContext,
): { text: string | null; problem: null } | { problem: string } {
  const text = given.trim();
  if (text === '') return { text: null, problem: null };
  if (!hasMemo) return { problem: `A payment on ${chainName(chain)} has no memo. Leave the memo empty.` };
  const hidden = hiddenIn(text);
  if (hidden !== null) return { problem: `Its memo has an invisible character: ${hidden}. Write it without.` };
  return utf8Encode(text).length > MAXIMUM_MEMO
    ? { problem: `Its memo has more than ${MAXIMUM_MEMO} bytes. Shorten it.` }
    : { text, problem: null };
}

function transactionOf(text: string): LineWhat | string {
  const hex = text.replace(/^0x/i, '').toLowerCase();
  if (!/^([0-9a-f]{2})+$/.test(hex))
    return `Its transaction is not hexadecimal: ${hexTextFault(hex) ?? 'it is empty'}.`;
  return { kind: 'transaction', unsignedTransaction: hex, headline: '' };
}

function recipientOf(text: string, { chain }: LineContext): { to: string; problem: null } | { problem: string } {
  const hidden = hiddenIn(text);
  if (hidden !== null) return { problem: `Its address has an invisible character: ${hidden}. Write it without.` };
  const address = text.trim();
  const { formats, normalize, misspelling } = familyOf(chain);
  const to = normalize(address);
  if (to !== null) return { to, problem: null };
  const known = readAddress(address);
  if (known === null)
    return formats.includes('ADDRESS_FORMAT_ETHEREUM') && !/\s/.test(address)
      ? { problem: misspeltOnEthereum(address) }
      : { problem: `${inQuotes(shown(address))} cannot be used. ${textOf(misspelling(address))}` };
  const [format] = known.formats;
  const isOf =
    format === undefined || ADDRESS_FORMAT_FACTS[format].family === 'key' ? 'another chain' : formatLabel(format);
  return {
    problem: `Its address is of ${isOf}, and this batch pays on ${chainName(chain)}. Put it into another batch.`,
  };
}

function misspeltOnEthereum(address: string): string {
  const right = readAddress(address.toLowerCase());
  return right?.formats.includes('ADDRESS_FORMAT_ETHEREUM') === true
    ? `Its address has wrong upper or lower case letters, so a character may be mistyped. Compare it with its source: ${right.address}.`
    : `${inQuotes(shown(address))} is not an address. Write 0x and 40 hexadecimal digits.`;
}

/** Finds an asset by its symbol or its contract. An empty cell is the chain's coin. */
function assetOf(text: string, { chain, assets }: LineContext): PaymentAsset | string {
  const wanted = text.trim().toLowerCase();
  const [coin] = assets;
  if (coin === undefined) return `The coin of ${chainName(chain)} is not known here. Choose another chain.`;
  if (wanted === '') return coin;
  const found = assets.filter(
    ({ symbol, token }) => symbol.toLowerCase() === wanted || token?.toLowerCase() === wanted,
  );
  const [asset] = found;
  if (asset !== undefined && found.length === 1) return asset;
  const names = assets.slice(0, MAXIMUM_NAMED).map(({ symbol }) => symbol);
  return found.length > 1
    ? `Several assets are called ${inQuotes(shown(text))}. Write the address of the contract.`
    : `${inQuotes(shown(text))} is no asset that is known on ${chainName(chain)}. Write ${names.join(', ')} or another known symbol.`;
}

/** Returns the same lines, each with a finding that names the other lines with the same contents. */
export function withRepeats(lines: readonly ReviewedLine[]): ReviewedLine[] {
  const groups = new Map<string, number[]>();
  const keyOf = ({ what }: ReviewedLine): string | null => {
    if (what === null) return null;
    if (what.kind === 'payment') return `${what.to} ${what.token ?? ''} ${what.units} ${what.memo ?? ''}`;
    return what.kind === 'transaction' ? what.unsignedTransaction : `message ${what.message}`;
  };
  for (const one of lines) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = groups.get(key) ?? [];
    group.push(one.line);
    groups.set(key, group);
  }
  return lines.map((one) => {
    const group = groups.get(keyOf(one) ?? '') ?? [];
    const [first = one.line, second = one.line] = group;
    if (group.length < 2) return one;
    const isFirst = first === one.line;
    const other = isFirst ? second : first;
    const more = group.length > 2 ? ` ${group.length} lines are the same.` : '';
    const text = `${isFirst ? `Line ${other} repeats line ${one.line}.` : `Line ${one.line} repeats line ${other}.`}${more}`;
    return { ...one, findings: [...one.findings, { level: 'care', short: `Same as line ${other}`, text }] };
  });
}
