import { resolve } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import {
  type AddressEntry,
  BOOK_FORMATS,
  MAXIMUM_BOOK_TEXT,
  readAddressUri,
  type TakenLine,
} from '../../../shared/model/index.ts';
import { visibleText } from '../../../shared/wire/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { readText } from '../files.ts';

const ADDRESS = { name: 'ADDRESS', summary: 'an address of any chain', required: true } as const;
const CHAIN = {
  hint: 'CAIP2',
  summary: 'chain (eip155:1) or namespace (eip155) of the address; every chain of its format when absent',
} as const;
const FORMAT = { hint: BOOK_FORMATS.join('|'), choices: BOOK_FORMATS } as const;
const ASKED = 'Shows the changes first. On a terminal it asks you to confirm.';
/** Lines shown of a file that is refused. */
const MAXIMUM_LISTED = 20;

const list = command({
  name: 'address-book list',
  summary: 'lists the address book by label',
  examples: ['castellan address-book list'],
  async run(_input, context) {
    const { addresses } = await context.engine();
    const { entries } = await addresses.book();
    await context.print({ entries });
    return undefined;
  },
});

const show = command({
  name: 'address-book show',
  summary: 'shows the name of an address, look-alikes of it, and earlier signatures for it',
  arguments: [ADDRESS],
  examples: ['castellan address-book show 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  async run({ arguments: [address = ''] }, context) {
    const { addresses, profiles } = await context.engine();
    const entries = await requireEntries(addresses, address);
    const profile = profiles.current();
    const about = profile === null ? {} : await addresses.about(entries[0], profile);
    await context.print({ entries, ...about });
    return undefined;
  },
});

const add = command({
  name: 'address-book add',
  summary: 'adds an address with a label',
  arguments: [ADDRESS],
  options: {
    label: { hint: 'TEXT', required: true, summary: 'name of the address, shown in every question' },
    chain: CHAIN,
    note: { hint: 'TEXT', summary: 'a note of your own' },
    tags: { hint: 'TAG,TAG', summary: 'tags to search by' },
    allowed: { flag: true, summary: 'marks the address as an allowed counterparty' },
  },
  notes: [ASKED],
  examples: [
    'castellan address-book add 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --label "Cold storage" --chain eip155:1 --allowed',
  ],
  async run({ arguments: [address = ''], options: { label, chain = null, note = '', tags = '', allowed } }, context) {
    if (label.trim() === '') throw usage('--label is empty. Nothing was changed. Give a name for the address.');
    const { addresses } = await context.engine();
    const uri = readAddressUri(address);
    if (chain !== null && uri !== null && uri.chain !== chain)
      throw usage(
        `The address names the chain ${uri.chain}, and --chain names ${chain}. Nothing was changed. Leave one of them out.`,
      );
    const named = uri === null ? { address, chain } : { address: uri.address, chain: uri.chain };
    const given: AddressEntry = { ...named, label, note, tags: tags.split(','), allowed };
    await context.print(await addresses.save(given, null));
    return undefined;
  },
});

const remove = command({
  name: 'address-book remove',
  summary: 'removes an address',
  arguments: [ADDRESS],
  options: { chain: { ...CHAIN, summary: 'chain of the entry, for an address with several entries' } },
  notes: [ASKED],
  examples: ['castellan address-book remove 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  async run({ arguments: [address = ''], options: { chain } }, context) {
    const { addresses } = await context.engine();
    const entries = await requireEntries(addresses, address);
    const [entry, ...others] = chain === undefined ? entries : entries.filter((each) => each.chain === chain);
    if (entry === undefined) throw notThere();
    if (others.length > 0)
      throw usage(
        `This address has ${entries.length} entries: ${entries.map((each) => each.chain ?? 'one of any chain').join(', ')}. Nothing was removed. Name one with --chain.`,
      );
    await addresses.remove(entry);
    await context.print({ removed: entry });
    return undefined;
  },
});

const importBook = command({
  name: 'address-book import',
  summary: 'imports the entries of a file, all of them or none',
  arguments: [{ name: 'FILE', summary: 'CSV, JSON list, or labels after BIP-329; - for stdin', required: true }],
  options: {
    format: { ...FORMAT, summary: 'format of the file; recognised from its beginning when absent' },
    'valid-only': { flag: true, summary: 'skips invalid entries; without it one invalid entry stops the import' },
  },
  notes: [
    'The first line of a CSV names its columns: address, label, and any of chain, note, tags, allowed. An entry for the same address and chain is replaced.',
    ASKED,
  ],
  examples: [
    'castellan address-book import book.csv',
    'castellan address-book import - --format bip329 < labels.jsonl',
  ],
  async run({ arguments: [file = ''], options: { format: as, 'valid-only': validOnly } }, context) {
    const text = await readText(file, { maximum: MAXIMUM_BOOK_TEXT, what: 'The address book', input: context.input });
    const { addresses } = await context.engine();
    const how = { as, signal: context.signal };
    const { lines } = await addresses.take(text, false, how);
    const leftOut = lines.flatMap(({ line, problem }) => (problem === null ? [] : [{ line, problem }]));
    if (!validOnly && leftOut.length > 0) throw notTaken(leftOut, lines.length);
    await reportLeftOut(leftOut, context);
    const { taken } = await addresses.take(text, true, how);
    await context.print({ taken, leftOut });
    return undefined;
  },
});

const exportBook = command({
  name: 'address-book export',
  summary: 'exports the address book to a file and prints its path',
  options: {
    format: { ...FORMAT, summary: 'format of the file; csv when absent' },
    out: { hint: 'FILE', summary: 'file to write, replaced if it exists; a file in the state folder when absent' },
  },
  notes: ['The format bip329 exports only the labels of Bitcoin addresses.'],
  examples: ['castellan address-book export --format json --out book.json'],
  async run({ options: { format = 'csv', out } }, context) {
    const { addresses } = await context.engine();
    await context.print(await addresses.write(format, out === undefined ? undefined : resolve(out)));
    return undefined;
  },
});

const confirm = command({
  name: 'address-book confirm',
  summary: 'accepts an address book that was changed outside Castellan',
  notes: ['Until you confirm it, Castellan ignores its names and refuses changes to it.', ASKED],
  examples: ['castellan address-book confirm'],
  async run(_input, context) {
    const { addresses } = await context.engine();
    await addresses.confirm();
    await context.print({ entries: (await addresses.book()).entries.length });
    return undefined;
  },
});

export const ADDRESS_BOOK_COMMANDS = [list, show, add, remove, importBook, exportBook, confirm];

type Problem = Pick<TakenLine, 'line'> & { readonly problem: string };

const notThere = () =>
  new AppError(
    'NOT_FOUND',
    'This address is not in the address book. Nothing was changed. `castellan address-book list` shows all entries.',
  );

async function requireEntries(addresses: Engine['addresses'], address: string) {
  const [first, ...more] = await addresses.entriesOf(address);
  if (first === undefined) throw notThere();
  return [first, ...more] as const;
}

/** Returns the first problems by line, and the number of further ones. */
function firstProblems(problems: readonly Problem[]): { path: string; reason: string }[] {
  const more = problems.length - MAXIMUM_LISTED;
  return [
    ...problems.slice(0, MAXIMUM_LISTED).map(({ line, problem }) => ({ path: `line ${line}`, reason: problem })),
    ...(more > 0 ? [{ path: 'and', reason: `${more} more` }] : []),
  ];
}

function notTaken(problems: readonly Problem[], lines: number): AppError {
  return new AppError(
    'INVALID_INPUT',
    `${problems.length} of ${lines} entries are invalid. Nothing was imported. Correct them, or skip them with --valid-only.`,
    { fields: firstProblems(problems) },
  );
}

async function reportLeftOut(problems: readonly Problem[], { say }: CommandContext): Promise<void> {
  for (const { path, reason } of firstProblems(problems)) await say(visibleText(`Left out, ${path}: ${reason}`));
}
