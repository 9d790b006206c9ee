import { FLAGS } from './schema.ts';
import type { Transaction } from './types.ts';
import type { Words } from './words.ts';

/** A transaction as its row holds it. */
export interface StoredRow {
  readonly hash: Buffer;
  readonly time: number;
  readonly block: number;
  readonly flags: number;
  readonly parts: Buffer;
  readonly body: string;
}

type Body = readonly [
  blockHash: string,
  origin: string,
  from: number,
  to: number | null,
  feeAmount: string,
  feeAsset: string,
  transfers: readonly (readonly [incoming: 0 | 1, asset: number | null, amount: string, counterparty: number])[],
  sent: Transaction['sent'],
];

/** What a search looks at: addresses and assets as even and odd numbers. */
export const addressPart = (id: number) => id * 2;
export const assetPart = (id: number) => id * 2 + 1;

export function toRow(transaction: Transaction, words: Words): StoredRow {
  const { from, to, fee, transfers, sent } = transaction;
  const [fromId, toId] = [words.idOf(from), to === null ? null : words.idOf(to)];
  const moved = transfers.map(
    ({ incoming, asset, amount, counterparty }) =>
      [incoming ? 1 : 0, asset === null ? null : words.assetId(asset), amount, words.idOf(counterparty)] as const,
  );
  const parts = new Set([fromId, ...(toId === null ? [] : [toId])].map(addressPart));
  for (const [, asset, , counterparty] of moved) {
    parts.add(addressPart(counterparty));
    if (asset !== null) parts.add(assetPart(asset));
  }
  const { blockHash, origin } = transaction;
  const body: Body = [blockHash, origin, fromId, toId, fee.amount, fee.asset, moved, sent];
  return {
    hash: Buffer.from(transaction.hash.slice(2), 'hex'),
    time: transaction.time,
    block: transaction.block,
    flags: flagsOf(transaction),
    parts: Buffer.from(Uint32Array.from(parts).buffer),
    body: JSON.stringify(body),
  };
}

export function fromRow({ hash, time, block, flags, body }: Omit<StoredRow, 'parts'>, words: Words): Transaction {
  const [blockHash, origin, from, to, amount, asset, transfers, sent] = JSON.parse(body) as Body;
  return {
    hash: `0x${hash.toString('hex')}`,
    time,
    block,
    blockHash,
    finalized: (flags & FLAGS.finalized) !== 0,
    failed: (flags & FLAGS.failed) !== 0,
    origin,
    from: words.textOf(from),
    to: to === null ? null : words.textOf(to),
    fee: { amount, asset },
    transfers: transfers.map(([incoming, assetId, units, counterparty]) => ({
      incoming: incoming === 1,
      asset: assetId === null ? null : words.assetOf(assetId),
      amount: units,
      counterparty: words.textOf(counterparty),
    })),
    sent,
  };
}

function flagsOf({ finalized, failed, transfers, to }: Transaction): number {
  return (
    (finalized ? FLAGS.finalized : 0) |
    (failed ? FLAGS.failed : 0) |
    (transfers.some(({ incoming }) => incoming) ? FLAGS.incoming : 0) |
    (transfers.some(({ incoming }) => !incoming) ? FLAGS.outgoing : 0) |
    (to === null ? FLAGS.creates : 0)
  );
}
