import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireOperation } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

describe('an exported wallet', () => {
  let bench: Bench & { address: string };
  beforeAll(async () => {
    bench = await createReadyBench({ consent: async (question) => operatorSays(question) });
  });
  afterAll(() => bench.end());

  const submit = async (name: string, parameters: Record<string, unknown>) => {
    expect(requireOperation(name).kind).toBe('activity');
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };
  const walletOf = async () => {
    await bench.engine.accounts.refresh();
    return bench.engine.accounts.list({ search: '', offset: 0, limit: 1 }).rows[0]?.walletId ?? '';
  };

  it('is not opened when its words make another address than the listed one', async () => {
    const walletId = await walletOf();
    const { activity } = await submit('export_wallet', { walletId });
    bench.transport.answer('/public/v1/query/list_wallet_accounts', ({ status, body }) => {
      const { accounts } = body as { accounts: { address: string }[] };
      return {
        status,
        body: { accounts: accounts.map((account) => ({ ...account, address: `0x${'5'.repeat(40)}` })) },
      };
    });
    await bench.engine.accounts.refresh();
    await expect(bench.engine.exports.openActivity(activity.id)).rejects.toMatchObject({ code: 'ADDRESS_MISMATCH' });
    await bench.engine.accounts.refresh();
    const { revealId } = await bench.engine.exports.openActivity(activity.id);
    await bench.engine.exports.close(revealId);
  });

  it.each([
    ['with an account and words in Spanish', [ETHEREUM], `${'ábaco '.repeat(11)}abierto`],
    ['without an account', [], `${'abandon '.repeat(11)}about`],
  ] as const)('%s is opened, and an address is claimed for an account only', async (name, accounts, words) => {
    const { engine } = bench;
    bench.advance(1_000);
    const file = join(bench.root, 'words.txt');
    writeFileSync(file, words);
    await engine.askedImports.run(
      { name, as: { kind: 'wallet', accounts: [...accounts] }, file },
      { progress: () => undefined },
    );
    await engine.accounts.refresh();
    const wallet = engine.accounts.wallets().rows.find(({ walletName }) => walletName === name);
    const { activity } = await submit('export_wallet', { walletId: wallet?.walletId ?? '' });
    const { revealId, proof } = await engine.exports.openActivity(activity.id);
    expect(proof.holds).toBe('mnemonic');
    expect(proof.derivedAddress).toBe(proof.expectedAddress);
    expect(proof.expectedAddress === null).toBe(accounts.length === 0);
    await engine.exports.close(revealId);
  });
});
