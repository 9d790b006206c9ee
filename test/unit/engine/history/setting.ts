import { afterEach, beforeEach } from 'vitest';
import type { HistoryRow } from '../../../../shared/model/index.ts';
import { addressAt } from '../../storage/cache/history/transactions.ts';
import { type Bench, createReadyBench } from '../harness.ts';
import { createStandIn, type StandIn, type WireItem } from './stand-in.ts';

const ALL = { search: '', offset: 0, limit: 500 };

/** An engine that reads the history from a stand-in for a service. Each test gets new ones. */
export function historySetting() {
  let bench: Bench & { address: string };
  let service: StandIn;
  beforeEach(async () => {
    service = createStandIn();
    bench = await createReadyBench({ transport: service.transport });
  });
  afterEach(() => bench.end());
  return {
    get bench() {
      return bench;
    },
    get service() {
      return service;
    },
    /** Starts again with another stand-in or another transport to it. */
    async beginAnew(made: StandIn, transport = made.transport): Promise<void> {
      await bench.end();
      service = made;
      bench = await createReadyBench({ transport });
    },
    async rows(search = ''): Promise<HistoryRow[]> {
      const { rows: lines } = await bench.engine.history.list({ ...ALL, search });
      return lines.filter((line): line is HistoryRow => 'id' in line);
    },
    fill(items: readonly WireItem[]) {
      service.items = [...items];
      return bench.engine.history.refresh();
    },
  };
}

/** Hours since the stand-in's first time. */
export const times = (found: readonly HistoryRow[]) =>
  found.map(({ time }) => (time - Date.UTC(2026, 0, 15, 12)) / 3_600_000);

export const token = (symbol: string, changes: WireItem = {}) => ({
  direction: 'OUT',
  asset: { caip19: `eip155:1/erc20:${addressAt(44)}`, symbol, name: symbol, decimals: 2 },
  amount: '12345',
  counterparty: addressAt(7),
  ...changes,
});
