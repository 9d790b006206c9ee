import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, createReadyBench } from '../harness.ts';

/** EIP-1559 on chain 1: nonce 0, 2.5 ether to 0xf39F…2266 at 32 gwei or less. */
const UNSIGNED = '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';
const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ENTRY = { address: RECIPIENT, chain: null, label: 'Coinbase Prime', note: '', tags: [], allowed: false };

describe('listed activities', () => {
  let bench: Bench & { address: string };
  const described = async (search: string) => {
    bench.engine.activityWords.describe();
    await bench.engine.activityWords.idle();
    return bench.engine.activities.list({ search, offset: 0, limit: 100 }).rows;
  };

  beforeAll(async () => {
    bench = await createReadyBench();
    await bench.engine.accounts.refresh();
    const prepared = await bench.engine.requests.prepare('sign_transaction', {
      signWith: bench.address,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: UNSIGNED,
    });
    await bench.engine.requests.submit(prepared.requestId);
  });
  afterAll(() => bench.end());

  it('say what happened, with whom and by whom', async () => {
    const [row] = await described('send');
    expect(row).toMatchObject({
      title: 'Sign transaction',
      words: { what: `Send 2.5 ETH to ${RECIPIENT}`, party: { address: RECIPIENT, label: null } },
      askedBy: { userId: expect.any(String) },
      approvals: 1,
      canVote: false,
    });
    expect(await described('wallet “treasury”')).toMatchObject([
      { words: { what: 'Create wallet “Treasury”', party: null } },
    ]);
  });

  it('name the other party as the address book does, in the search too', async () => {
    expect(await described('coinbase')).toEqual([]);
    await bench.engine.addresses.save(ENTRY, null);
    const [row] = await described('coinbase prime');
    expect(row?.words).toMatchObject({
      what: 'Send 2.5 ETH to “Coinbase Prime”',
      party: { address: RECIPIENT, label: 'Coinbase Prime' },
    });
    await bench.engine.addresses.save({ ...ENTRY, label: 'Kraken' }, ENTRY);
    expect([await described('coinbase'), (await described('kraken')).length]).toEqual([[], 1]);
  });

  it('name an own account, which is no other party', async () => {
    const prepared = await bench.engine.requests.prepare('export_wallet_account', { address: bench.address });
    await bench.engine.requests.submit(prepared.requestId);
    const [row] = await described('export');
    expect(row?.words).toMatchObject({ what: 'Export the key of “Treasury” to this machine’s vault', party: null });
  });

  it('keep their words while the vault is locked, and get none then', async () => {
    await bench.engine.vault.lock();
    expect(await described('kraken')).toHaveLength(1);
    bench.engine.activities.keep(bench.engine.profiles.get(), {
      ...(await bench.engine.activities.find(
        bench.engine.profiles.get(),
        (await described('kraken'))[0]?.activityId ?? '',
      )),
      id: crypto.randomUUID(),
    });
    expect((await described('')).filter(({ words }) => words === null)).toHaveLength(1);
  });
});
