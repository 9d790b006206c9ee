import { resolve } from 'node:path';
import { ETHEREUM_HISTORY_CHAINS, filterWord, HISTORY_FORMATS, type HistoryRow } from '../../../shared/model/index.ts';
import type { Counting } from '../../engine/index.ts';
import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { requireFolderOf } from '../own-files.ts';

const WHICH = {
  address: { hint: 'ADDRESS', summary: 'only this account; all accounts when absent' },
  chain: { hint: 'CAIP2', choices: ETHEREUM_HISTORY_CHAINS, summary: 'only this chain; all chains when absent' },
} as const;
const SEARCH = { hint: 'TEXT', summary: 'search text, as in the window' } as const;
const KEPT = 'From the copy on this machine: `history sync` brings it up to date.';
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const USUAL_LIMIT = 50;
const MAXIMUM_LIMIT = 1000;
/** Percent of progress after which a line for people is printed. */
const STEP = 5;

interface Which {
  readonly address?: string | undefined;
  readonly chain?: string | undefined;
}

/** Returns the search text: the filters for an address and a chain, then the rest. */
function searchOf({ address, chain, search = '' }: Which & { readonly search?: string | undefined }): string {
  requireAddress(address);
  const words = [
    address === undefined ? '' : filterWord('account', address),
    chain === undefined ? '' : filterWord('chain', chain),
    search,
  ];
  return words.filter((word) => word !== '').join(' ');
}

function requireAddress(address: string | undefined): void {
  if (address !== undefined && !ADDRESS.test(address))
    throw usage('--address is not an Ethereum address. Nothing was done. Give 0x and 40 hexadecimal digits.');
}

const list = command({
  name: 'history list',
  summary: 'lists transactions of your accounts, newest first',
  options: {
    ...WHICH,
    search: SEARCH,
    limit: { hint: 'NUMBER', summary: `how many at most, up to ${MAXIMUM_LIMIT}; ${USUAL_LIMIT} when absent` },
  },
  notes: [KEPT],
  examples: ['castellan history list --limit 20', 'castellan history list --chain eip155:1 --search USDC'],
  async run({ options: { limit = String(USUAL_LIMIT), ...which } }, context) {
    const wanted = /^[1-9]\d{0,3}$/.test(limit) ? Number(limit) : Number.NaN;
    if (!(wanted <= MAXIMUM_LIMIT))
      throw usage(`--limit is not a number in its range. Nothing was done. Give one from 1 to ${MAXIMUM_LIMIT}.`);
    const search = searchOf(which);
    const { history } = await context.engine();
    // Each transaction may have a heading row for its day, so twice as many rows are read.
    const { rows, refreshedAt } = await history.list({ search, offset: 0, limit: wanted * 2 });
    const transactions = rows.filter((row): row is HistoryRow => 'id' in row).slice(0, wanted);
    await context.print({ transactions, refreshedAt });
    return undefined;
  },
});

const write = command({
  name: 'history export',
  summary: 'exports transactions, one line per transfer, with counterparties and labels; prints the path and the count',
  options: {
    ...WHICH,
    search: SEARCH,
    format: { hint: HISTORY_FORMATS.join('|'), choices: HISTORY_FORMATS, summary: 'csv when absent' },
    out: { hint: 'FILE', summary: 'file to write, replaced if it exists; a file in the state folder when absent' },
  },
  notes: [KEPT],
  examples: ['castellan history export --out history.csv'],
  async run({ options: { format = 'csv', out, ...which } }, context) {
    const search = searchOf(which);
    const { history } = await context.engine();
    const to = out === undefined ? undefined : resolve(out);
    if (to !== undefined) requireFolderOf(to);
    await context.print(await history.write(format, { search }, { signal: context.signal }, to));
    return undefined;
  },
});

const sync = command({
  name: 'history sync',
  summary: 'reads new transactions from the service and prints how many, on how many chains',
  options: WHICH,
  notes: [
    'The embedded service first reads each chain to its end and back to its start, unless you paused it in the window. `reading` reports the progress.',
    'An interrupted sync resumes at the next run.',
  ],
  examples: ['castellan history sync'],
  async run({ options: { address, chain } }, context) {
    requireAddress(address);
    const { history } = await context.engine();
    const only = { ...(address !== undefined && { address }), ...(chain !== undefined && { chain }) };
    const { signal } = context;
    let percent = 0;
    const progress = ({ done, total, text }: Parameters<NonNullable<Counting['progress']>>[0]) => {
      const reached = Math.floor((done * 100) / (total || 1));
      if (reached < percent + STEP) return;
      percent = reached;
      void context.say(text);
    };
    await history.untilRead({ signal, progress });
    const read = await history.refresh({ signal }, only);
    await context.print({ ...read, reading: history.readings() });
    return undefined;
  },
});

export const HISTORY_COMMANDS = [list, write, sync];
