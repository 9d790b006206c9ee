import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

describe('accounts of an exported wallet', () => {
  let bench: Bench & { address: string };
  let walletId: string;
  const submit = async (name: string, parameters: Record<string, unknown>) => {
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };
  const marks = async () => {
    await bench.engine.accounts.refresh();
    const { rows } = bench.engine.accounts.list({ search: '', offset: 0, limit: 10 });
    return rows.map(({ path, exported, keyExported }) => [path.slice(-1), exported, keyExported]);
  };

  beforeAll(async () => {
    bench = await createReadyBench();
    await bench.engine.accounts.refresh();
    walletId = bench.engine.accounts.list({ search: '', offset: 0, limit: 1 }).rows[0]?.walletId ?? '';
    const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' };
    const added = await submit('create_wallet_accounts', {
      walletId,
      accounts: [{ ...account, path: "m/44'/60'/0'/0/1", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
    });
    expect(resultOf(OPERATIONS.create_wallet_accounts, added.activity).addresses).toHaveLength(1);
  });
  afterAll(() => bench.end());

  it('are not marked before an export', async () => {
    expect(await marks()).toEqual([
      ['0', false, undefined],
      ['1', false, undefined],
    ]);
  });

  it('are marked one by one when the key of one was exported', async () => {
    await submit('export_wallet_account', { address: bench.address });
    expect(await marks()).toEqual([
      ['0', true, true],
      ['1', true, false],
    ]);
  });

  it('are all marked when the wallet was exported', async () => {
    await submit('export_wallet', { walletId });
    expect(await marks()).toEqual([
      ['0', true, true],
      ['1', true, true],
    ]);
  });
});
