import { AppError } from '../../../shared/errors/index.ts';
import type { JobOutput } from '../../../shared/ipc/index.ts';
import type { PrivateKeyRow, WalletDetail, WalletListRow, WalletRow } from '../../../shared/model/index.ts';
import { account, hexText, wallets } from './fixture-data.ts';
import { lazily, type Rows } from './fixture-rows.ts';

interface Question {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}
type Page = <Row>(
  all: Rows<Row>,
  text: (row: Row) => string,
  question: Question,
) => { rows: Row[]; total: number; refreshedAt: number | null };

/** A wallet with the chains of its accounts, in a backup unless it is young. */
export const walletRow = (row: WalletRow, now: number): WalletListRow => ({
  ...row,
  chains: ['Ethereum', 'Solana'],
  backup: { state: now - row.createdAt > 86_400_000 ? 'included' : 'missing', at: now - 86_400_000 },
});

export const privateKey = (index: number, now: number): PrivateKeyRow => ({
  privateKeyId: `0000000a-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Cold key ${index + 1}`,
  curve: 'CURVE_SECP256K1',
  publicKey: `03${hexText(index + 900, 64)}`,
  addresses: [{ address: account(index * 17, now).address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
  tags: index === 0 ? [{ id: '0000000b-0000-4000-8000-000000000001', name: 'Cold' }] : [],
  exported: index === 1,
  imported: index === 2,
  createdAt: now - index * 86_400_000,
});

const detailOf = (row: WalletListRow, now: number): WalletDetail => ({
  row,
  words: row.imported ? null : 12,
  next: [{ addressFormat: 'ADDRESS_FORMAT_ETHEREUM', curve: 'CURVE_SECP256K1', path: "m/44'/60'/0'/0/7" }],
  exports: row.exported
    ? [
        {
          activityId: '0000000c-0000-4000-8000-000000000001',
          address: null,
          status: 'ACTIVITY_STATUS_COMPLETED',
          askedBy: { userId: 'u', name: 'Robin' },
          createdAt: now - 172_800_000,
        },
      ]
    : [],
  hasAllExports: true,
});

/** The wallets, and the calls of the sections Wallets and Private keys. */
export function walletsFixture(accounts: number, now: number, page: Page) {
  const all = wallets(accounts, now).map((row) => walletRow(row, now));
  const rows = lazily(all.length, (index) => all[index] as WalletListRow);
  const keys = lazily(accounts === 0 ? 0 : 3, (index) => privateKey(index, now));
  return {
    calls: {
      'accounts.wallets': () => {
        const { refreshedAt } = page(rows, ({ walletName }) => walletName, { search: '', offset: 0, limit: 0 });
        return { rows: wallets(accounts, now), refreshedAt };
      },
      'wallets.list': (question: Question) => page(rows, ({ walletName }) => walletName, question),
      'wallets.get': ({ walletId }: { readonly walletId: string }) => {
        const row = all.find((one) => one.walletId === walletId);
        if (row === undefined) throw new AppError('NOT_FOUND', 'This wallet is not in the list of wallets.');
        return detailOf(row, now);
      },
      'privateKeys.list': (question: Question) =>
        page(keys, ({ name, privateKeyId }) => `${name} ${privateKeyId}`, question),
    },
    jobs: {
      'privateKeys.refresh': async (): Promise<JobOutput<'privateKeys.refresh'>> => ({ keys: keys.total }),
    },
  };
}
