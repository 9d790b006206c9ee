import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, sha256 } from '../../../electron/crypto/index.ts';
import type { Meaning } from '../../../shared/model/index.ts';
import { formatFingerprint, hexEncode } from '../../../shared/wire/index.ts';
import { type Bench, createReadyBench, operatorSays } from './harness.ts';

describe('the main job on the vault of this machine', () => {
  let bench: Bench & { address: string };
  let asked: Meaning | null = null;
  beforeAll(async () => {
    bench = await createReadyBench({
      consent: async (question) => {
        if (question.kind === 'stamp') asked = question.meaning;
        return operatorSays(question);
      },
    });
  });
  afterAll(() => bench.end());

  it('knows who it is', async () => {
    const reply = await bench.engine.queries.run('whoami', {});
    expect(reply).toMatchObject({ organizationName: 'Local vault', username: 'Operator' });
  });

  it('shows the accounts from the cache after a refresh, with their age', async () => {
    await expect(bench.engine.accounts.refresh()).resolves.toEqual({ accounts: 1 });
    const page = bench.engine.accounts.list({ search: '', offset: 0, limit: 10 });
    expect(page).toMatchObject({
      total: 1,
      refreshedAt: 1_790_000_000_000,
      rows: [{ address: bench.address, walletName: 'Treasury', caip2Prefix: 'eip155' }],
    });
  });

  it('shows the meaning of the very bytes, then signs and verifies the signature against the account', async () => {
    const prepared = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith: bench.address,
      payload: 'pay the gardener',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    const submitted = await bench.engine.requests.submit(prepared.requestId);
    const fingerprint = formatFingerprint(sha256(Buffer.from(prepared.body)));
    const rows = expect.arrayContaining([expect.objectContaining({ value: 'pay the gardener' })]);
    expect(asked).toMatchObject({ fingerprint, rows });
    expect(bench.transport.sent.at(-1)?.body).not.toContain('undefined');
    expect(bench.transport.sent.find((sent) => sent.path.endsWith('sign_raw_payload'))?.body).toBe(prepared.body);
    expect(submitted.signature).toMatchObject({ address: bench.address });
    expect(submitted.activity.fingerprint).toBe(fingerprint);
  });

  it('exports the account and opens the bundle in the vault with the service down, proving the address first', async () => {
    const { requestId } = await bench.engine.requests.prepare('export_wallet_account', { address: bench.address });
    const { activity, detail } = await bench.engine.requests.submit(requestId);
    expect(detail.opening).toEqual({ can: 'open', until: null });
    await bench.engine.service.stop();

    const { revealId, proof } = await bench.engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({ expectedAddress: bench.address, derivedAddress: bench.address, byteLength: 32 });

    const secret = await bench.engine.exports.reveal(revealId, 'hex');
    const { secp256k1 } = await import('@noble/curves/secp256k1.js');
    const publicKey = secp256k1.getPublicKey(Buffer.from(Buffer.from(secret).toString(), 'hex'), true);
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', hexEncode(publicKey))).toBe(bench.address);

    await bench.engine.exports.close(revealId);
    await expect(bench.engine.exports.reveal(revealId, 'hex')).rejects.toMatchObject({ name: 'AppError' });
  });

  it('has every stamped request in the audit log, and the log holds', async () => {
    const { entries } = bench.engine.audit.status();
    await expect(bench.engine.audit.verify()).resolves.toEqual({ entries });
    expect(entries).toBeGreaterThan(5);
    expect(entries).toBeGreaterThanOrEqual(
      bench.transport.sent.filter((sent) => sent.path.includes('/v1/')).length - 1,
    );
  });
});
