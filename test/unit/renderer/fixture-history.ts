import type { CallOutput } from '../../../shared/ipc/index.ts';
import type { GroupHeading, HistoryDetail, HistoryLine, HistoryRow } from '../../../shared/model/index.ts';
import { hexText } from './fixture-data.ts';
import { organizationFixture } from './fixture-organization.ts';
import { lazily } from './fixture-rows.ts';

const HOUR = 3_600_000;
/** Lines of a day: its heading, and a transaction every hour and a half. */
const DAY_LINES = 17;

const party = (seed: number, label: string | null, own = false) => ({ address: `0x${hexText(seed, 40)}`, label, own });

function row(index: number, now: number): HistoryRow {
  const direction = (['in', 'out', 'both', 'none'] as const)[index % 4] ?? 'in';
  const unit = index % 5 === 0 ? { unit: '“USDC”', known: false } : { unit: 'USDC', known: true };
  return {
    id: index,
    time: now - index * 1.5 * HOUR,
    account: party(index % 3, `Account ${index % 3}`, true),
    chain: index % 2 === 0 ? 'eip155:1' : 'eip155:8453',
    direction,
    counterparty: index % 7 === 3 ? null : party(100 + (index % 40), index % 3 === 0 ? 'Acme payroll' : null),
    amount: direction === 'none' ? null : { text: `${index}.25`, ...unit },
    incoming: direction === 'in',
    more: direction === 'both' ? 1 : 0,
    state: index === 0 ? 'confirmed' : index % 9 === 4 ? 'failed' : 'finalized',
  };
}

function detail(line: HistoryRow): HistoryDetail {
  const transfers = line.amount === null || line.counterparty === null ? [] : [line.amount];
  return {
    row: line,
    headline: `Received ${line.id}.25 USDC from “Acme payroll” on Base`,
    hash: `0x${hexText(line.id + 7, 64)}`,
    block: { number: 19_000_000 - line.id, hash: `0x${hexText(line.id + 8, 64)}` },
    from: line.account,
    to: line.counterparty,
    fee: { text: '0.000021', unit: 'ETH', known: true },
    origin: 'EXTERNAL',
    transfers: transfers.map((amount) => ({
      incoming: line.incoming,
      amount,
      asset: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      counterparty: line.counterparty ?? line.account,
    })),
    moreTransfers: 0,
    sent: null,
  };
}

/** A history of this many transactions, in days of sixteen, and the organization. Nothing earns. */
export function historyFixture(transactions: number, now: number) {
  const people = organizationFixture(now);
  const days = Math.ceil(transactions / (DAY_LINES - 1));
  const transactionOf = (line: number) => line - Math.floor(line / DAY_LINES) - 1;
  const lines = lazily(transactions + days, (line): HistoryLine => {
    const day: GroupHeading = { group: now - (line / DAY_LINES) * 24 * HOUR, rows: DAY_LINES - 1 };
    return line % DAY_LINES === 0 ? day : row(transactionOf(line), now);
  });
  const refreshedAt = transactions === 0 ? null : now - 60_000;
  return {
    calls: {
      'history.list': ({
        search,
        offset,
        limit,
      }: {
        search: string;
        offset: number;
        limit: number;
      }): CallOutput<'history.list'> =>
        search === ''
          ? { rows: lines.slice(offset, offset + limit), total: lines.total, found: transactions, refreshedAt }
          : { rows: [], total: 0, found: 0, refreshedAt },
      'history.readings': () => ({ rows: [] }),
      'history.pause': () => ({}),
      ...people.calls,
      'earn.list': () => ({ rows: [], total: 0, refreshedAt }),
      'history.get': ({ id }: { id: number }) => detail(row(id, now)),
    },
    jobs: {
      ...people.jobs,
      'earn.refresh': async () => ({ positions: 0 }),
      'history.refresh': async () => ({ transactions: 0, chains: 1 }),
      'history.write': async () => ({ written: { path: '/home/robin/history.csv', transactions } }),
    },
  };
}
