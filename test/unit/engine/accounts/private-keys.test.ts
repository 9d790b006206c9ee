import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

describe('the private keys', () => {
  let bench: Bench & { address: string };
  const submit = async (name: string, parameters: Record<string, unknown>) => {
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return (await bench.engine.requests.submit(requestId)).activity;
  };
  const page = (search = '') => bench.engine.privateKeys.arranged({ search, offset: 0, limit: 10 });
  const names = async (search: string) => (await page(search)).rows.map(({ name }) => name);

  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  it('are unknown before the first read', async () => {
    expect(await page()).toEqual({ rows: [], total: 0, refreshedAt: null });
  });

  it('have their addresses, and their tags by name', async () => {
    const tag = await submit('create_private_key_tag', { privateKeyTagName: 'Cold', privateKeyIds: [] });
    const { privateKeyTagId } = resultOf(OPERATIONS.create_private_key_tag, tag);
    await submit('create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'Vault key',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [privateKeyTagId],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON'],
        },
        { privateKeyName: 'Bare key', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
      ],
    });
    expect(await bench.engine.privateKeys.refresh()).toEqual({ keys: 2 });
    const { rows, total, refreshedAt } = await page();
    expect([total, refreshedAt]).toEqual([2, expect.any(Number)]);
    expect(rows).toMatchObject([
      {
        name: 'Vault key',
        curve: 'CURVE_SECP256K1',
        exported: false,
        imported: false,
        addresses: [
          { addressFormat: 'ADDRESS_FORMAT_ETHEREUM', address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
          { addressFormat: 'ADDRESS_FORMAT_TRON', address: expect.stringMatching(/^T/) },
        ],
        tags: [{ id: privateKeyTagId, name: 'Cold' }],
      },
      { name: 'Bare key', addresses: [], tags: [] },
    ]);
  });

  it('are found by every text of their rows, and by filters', async () => {
    const [key] = (await page()).rows;
    for (const search of ['vault', key?.addresses[1]?.address ?? '', key?.publicKey ?? '', 'cold', 'tag:cold '])
      expect(await names(search), search).toEqual(['Vault key']);
    expect(await names('curve:ed25519 ')).toEqual(['Bare key']);
    expect(await names('tag:none ')).toEqual(['Bare key']);
    expect(await names('is:imported ')).toEqual([]);
  });

  it('are still here when a read was stopped, with the time of the last read', async () => {
    const before = await page();
    const stopped = new AbortController();
    stopped.abort();
    await expect(bench.engine.privateKeys.refresh({ signal: stopped.signal })).rejects.toThrow();
    expect(await page()).toEqual(before);
  });

  it('are marked once they were exported, and leave the list once they are deleted', async () => {
    const [key] = (await page('vault')).rows;
    await submit('export_private_key', { privateKeyId: key?.privateKeyId });
    await bench.engine.privateKeys.refresh();
    expect(await names('is:exported ')).toEqual(['Vault key']);
    await submit('delete_private_keys', { privateKeyIds: [key?.privateKeyId] });
    await bench.engine.privateKeys.refresh();
    expect(await names('')).toEqual(['Bare key']);
  });
});
