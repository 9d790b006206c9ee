import { expect, it } from 'vitest';
import type { ServiceContext } from '../../../../../electron/custody/context.ts';
import type { ListedEntry } from '../../../../../electron/custody/store/index.ts';
import { wireEntry } from '../../../../../electron/custody/wire/history-item.ts';
import type { Dialect } from '../../../../../shared/processes/index.ts';
import { historySetting, OURS, STRANGER, TOKEN } from './setting.ts';

const own = historySetting();
const HASH = `0x${'5c'.repeat(32)}`;
const entry: ListedEntry = {
  addressId: 1,
  blockNumber: 7,
  transactionIndex: 0,
  transactionHash: HASH,
  blockHash: HASH,
  blockTime: 1_700_000_000_000,
  sender: OURS,
  recipient: null,
  fee: '21000',
  feeAsset: null,
  hasFailed: 0,
  transfers: [{ direction: 'OUT', asset: `erc1155:${TOKEN}/5`, amount: '3', counterparty: STRANGER }],
  fingerprint: 'sha256:ab',
  submittedAt: 1_700_000_000_500,
};
const wired = (dialect: Dialect, chain: string, final: number, changes: Partial<ListedEntry> = {}) =>
  wireEntry({ ...entry, ...changes }, { chain, final }, { dialect, store: own.store } as ServiceContext);

it('has what the service knows of a transaction under the name of each dialect', () => {
  const sent = { sponsored: false, activityFingerprint: 'sha256:ab', submittedAt: '2023-11-14T22:13:20Z' };
  expect(wired('spec', 'eip155:1', 0)).toMatchObject({ origin: 'SERVICE', service: sent });
  expect(wired('spec', 'eip155:1', 0)).not.toHaveProperty('turnkey');
  expect(wired('turnkey', 'eip155:1', 0)).toMatchObject({ origin: 'SERVICE', turnkey: sent });
  expect(wired('turnkey', 'eip155:1', 0)).not.toHaveProperty('service');
  const strange = wired('turnkey', 'eip155:1', 0, { fingerprint: null, submittedAt: null });
  expect(strange).toMatchObject({ origin: 'EXTERNAL' });
  expect(strange).not.toHaveProperty('turnkey');
});

it('is final from the height of the final block downwards', () => {
  expect(wired('spec', 'eip155:1', 6).status).toBe('CONFIRMED');
  expect(wired('spec', 'eip155:1', 7).status).toBe('FINALIZED');
});

it('has the token that the fee was paid in', () => {
  const { fee } = wired('spec', 'eip155:4217', 0, { feeAsset: `erc20:${TOKEN}` });
  expect(fee).toEqual({ amount: '21000', caip19: `eip155:4217/erc20:${TOKEN}` });
});

it('has the coin of its chain, and tokens by their contract and number', () => {
  const { fee, transfers } = wired('spec', 'eip155:137', 0);
  expect(fee).toEqual({ amount: '21000', caip19: 'eip155:137/slip44:966' });
  expect(transfers).toMatchObject([
    {
      asset: { caip19: `eip155:137/erc1155:${TOKEN}/5`, symbol: '', name: '', decimals: 0 },
      display: { crypto: '3' },
    },
  ]);
  const coin = [{ direction: 'IN' as const, asset: null, amount: '1500000000000000000', counterparty: STRANGER }];
  expect(wired('spec', 'eip155:56', 0, { transfers: coin }).transfers).toMatchObject([
    { asset: { caip19: 'eip155:56/slip44:714', symbol: 'BNB' }, display: { crypto: '1.5' } },
  ]);
});
