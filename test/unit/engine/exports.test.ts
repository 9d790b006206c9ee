import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../electron/client/index.ts';
import { addressOf, publicKeyOf } from '../../../electron/crypto/index.ts';
import { OPERATIONS, requireOperation } from '../../../shared/operations/index.ts';
import { hexDecode, utf8Decode } from '../../../shared/wire/index.ts';
import { type Bench, createReadyBench } from './harness.ts';

/** Every kind of export, from a service that is real, opened by the engine. */
describe('the exports of the vault on this machine', () => {
  let bench: Bench & { address: string };
  beforeAll(async () => {
    bench = await createReadyBench();
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
  const makeKey = async (addressFormats: string[]) => {
    const privateKeys = [
      { privateKeyName: `Key ${addressFormats.length}`, curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats },
    ];
    const { activity } = await submit('create_private_keys', { privateKeys });
    const [made] = resultOf(OPERATIONS.create_private_keys, activity).privateKeys;
    return { privateKeyId: made?.privateKeyId ?? '', address: made?.addresses?.[0]?.address ?? null };
  };
  const text = async (revealId: string, format: 'hex' | 'mnemonic') =>
    utf8Decode(await bench.engine.exports.reveal(revealId, format));

  it('an account is proven by its address', async () => {
    const { activity, detail } = await submit('export_wallet_account', { address: bench.address });
    expect(detail.canOpenExport).toBe(true);
    const { revealId, proof } = await bench.engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({ holds: 'key', expectedAddress: bench.address, derivedAddress: bench.address });
    await bench.engine.exports.close(revealId);
  });

  it('a wallet is opened as its words, and that it has no address is in the proof', async () => {
    const { activity, detail } = await submit('export_wallet', { walletId: await walletOf() });
    expect(detail.canOpenExport).toBe(true);
    const { revealId, proof } = await bench.engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({
      holds: 'mnemonic',
      expectedAddress: null,
      derivedAddress: null,
      addressFormat: null,
    });

    const mnemonic = new TextEncoder().encode(await text(revealId, 'mnemonic'));
    const derived = await bench.engine.vault.deriveAddress({
      mnemonic,
      curve: 'CURVE_SECP256K1',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    });
    expect(derived.address).toBe(bench.address);
    await bench.engine.exports.close(revealId);
  });

  it('a private key is proven by the address that the service tells of it', async () => {
    const { privateKeyId, address } = await makeKey(['ADDRESS_FORMAT_ETHEREUM']);
    const { activity, detail } = await submit('export_private_key', { privateKeyId });
    expect(detail.canOpenExport).toBe(true);
    const { revealId, proof } = await bench.engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({ holds: 'key', expectedAddress: address, derivedAddress: address });

    const publicKey = publicKeyOf('CURVE_SECP256K1', hexDecode(await text(revealId, 'hex')));
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey, 'CURVE_SECP256K1')).toBe(address);
    await bench.engine.exports.close(revealId);
  });

  it('a private key without an address, or while the service is gone, is opened and nothing is claimed', async () => {
    const { privateKeyId } = await makeKey([]);
    const bare = await submit('export_private_key', { privateKeyId });
    const opened = await bench.engine.exports.openActivity(bare.activity.id);
    expect(opened.proof).toMatchObject({ holds: 'key', expectedAddress: null, derivedAddress: null });
    await bench.engine.exports.close(opened.revealId);
  });

  it('what is no export is not opened', async () => {
    const { activity, detail } = await submit('create_wallet', { walletName: 'Other', accounts: [] });
    expect(detail.canOpenExport).toBe(false);
    await expect(bench.engine.exports.openActivity(activity.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
