import { beforeEach, describe, expect, it } from 'vitest';
import { finalBitcoin, readPrevious, signTransaction, unsignedBitcoinPayment } from '../../electron/crypto/index.ts';
import { followBitcoin } from '../../electron/custody/chains/bitcoin/follow.ts';
import type { ChainNode } from '../../electron/custody/chains/index.ts';
import type { SentRow } from '../../electron/custody/store/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { BITCOIN, type BitcoinStandIn, bitcoinStandIn } from './bitcoin-node.ts';
import { composeOn, keyOf, nodeOn, payerOf } from './bitcoin-payments.ts';

const SENT_AT = 1_790_000_000_000;
const FROM = payerOf('P2WPKH');

let chain: BitcoinStandIn;
let node: ChainNode;
beforeEach(() => {
  chain = bitcoinStandIn();
  chain.isEsplora = false;
  chain.mediantime = (height) => SENT_AT / 1000 + (height - 800_000) * 600;
  node = nodeOn(chain);
});

/** Pays from the account, and returns the row of the payment that the service keeps. */
async function pay(): Promise<{ readonly row: SentRow; readonly spends: string; readonly txid: string }> {
  const spends = chain.fund(FROM, 80_000);
  const unsigned = unsignedBitcoinPayment((await composeOn(chain, FROM, 30_000n)).payment);
  const psbt = signTransaction('TRANSACTION_TYPE_BITCOIN', unsigned, keyOf('P2WPKH'));
  const { transaction, txid } = finalBitcoin(unsigned, psbt, keyOf('P2WPKH'));
  chain.accept(transaction);
  const row: SentRow = {
    statusId: 'one',
    organizationId: 'org',
    activityId: 'act',
    chain: BITCOIN,
    sender: FROM,
    nonce: 0,
    transactionHash: txid,
    signedTransaction: hexDecode(transaction),
    state: 'BROADCASTING',
    error: null,
    mayBeKnown: 1,
    isSettled: 0,
    looks: 0,
    dueAt: 0,
    submittedAt: SENT_AT,
    follows: null,
    lastHeight: null,
  };
  return { row, spends, txid };
}

const look = (row: SentRow, rivals: readonly SentRow[] = [], isReplaced = false) =>
  followBitcoin(row, node, {
    keep: () => undefined,
    now: SENT_AT,
    isReplaced: () => isReplaced,
    includedRivals: () => rivals,
  });

/** Looks until the state is settled, at most so many times. A look reads twelve blocks, the first 24 from before. */
async function settled(row: SentRow, most: number) {
  for (let looks = 1; looks <= most; looks += 1) {
    const became = await look(row);
    if (became.isSettled === 1) return became;
    expect(became).toEqual({ mayBeKnown: 1, error: expect.stringContaining('does not know by which') });
  }
  throw new Error(`Not settled after ${most} looks.`);
}

/** The outputs of a payment, which others spend in later blocks. */
const spendAgain = (row: SentRow, txid: string) => {
  const { outputs } = readPrevious(Buffer.from(row.signedTransaction).toString('hex'));
  for (const index of outputs.keys()) chain.takeAway(`${txid}:${index}`);
};

/** Bitcoin Core runs nowhere here. The stand-in verifies every signature, and answers as one without indexes. */
describe('a payment over a Bitcoin Core without an index', () => {
  it('whose outputs are all spent again is found in the blocks since it was sent', async () => {
    const { row, txid } = await pay();
    chain.mine(3);
    spendAgain(row, txid);
    chain.mine(20);
    expect(await settled(row, 3)).toEqual({ state: 'INCLUDED', mayBeKnown: 1, isSettled: 1, error: null });
  });

  it('is searched on from where the last look ended', async () => {
    const { row, txid } = await pay();
    chain.mine(60);
    const late = await pay();
    chain.mine(1);
    for (const paid of [{ row, txid }, late]) spendAgain(paid.row, paid.txid);
    chain.mine(20);
    expect(await settled(row, 3)).toMatchObject({ state: 'INCLUDED' });
    await expect(settled(late.row, 3)).rejects.toThrow('Not settled');
    expect(await settled(late.row, 5)).toMatchObject({ state: 'INCLUDED' });
  });

  it('is not called failed for a transaction that only the node has', async () => {
    const { row, spends } = await pay();
    chain.forget();
    chain.mine(2);
    chain.takeAway(spends);
    chain.mine(10);
    const found = { mayBeKnown: 1, error: expect.stringContaining('so the payment is not called failed') };
    await expect.poll(() => look(row)).toEqual(found);
    expect(await look(row, [], true)).toEqual({});
  });

  it('has failed when another payment of the service spent its output, and reads no block for it', async () => {
    const { row } = await pay();
    const rival = { ...row, statusId: 'two', transactionHash: 'cd'.repeat(32), state: 'INCLUDED' } as const;
    chain.forget();
    chain.lie = (method) => (method === 'getblock' ? 'zz' : undefined);
    expect(await look(row, [rival])).toEqual({ error: null });
    expect(await look(row, [{ ...rival, isSettled: 1 }])).toEqual({
      state: 'FAILED',
      isSettled: 1,
      error: `it was replaced by the transaction ${rival.transactionHash}`,
    });
  });

  it('is not known when the node has pruned the blocks, and is never called failed', async () => {
    const { row, txid } = await pay();
    chain.mine(3);
    spendAgain(row, txid);
    chain.mine(20);
    chain.isPruned = true;
    for (let looks = 0; looks < 5; looks += 1)
      expect(await look(row)).toEqual({ mayBeKnown: 1, error: expect.stringContaining('does not know by which') });
  });

  it('is not judged by a block that cannot be read', async () => {
    const { row, txid } = await pay();
    chain.mine(3);
    spendAgain(row, txid);
    chain.mine(20);
    for (const block of ['00', 'zz', 7, `${'00'.repeat(80)}01`]) {
      chain.lie = (method) => (method === 'getblock' ? block : undefined);
      await expect(look(row)).rejects.toThrow(/the block that it reported/);
    }
  });
});
