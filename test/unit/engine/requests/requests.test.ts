import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, createReadyBench } from '../harness.ts';

describe('what the engine refuses', () => {
  let bench: Bench & { address: string };
  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  it.each(['otp_login_v2', 'otp_init_v2', 'list_outbox'])(
    '%s, which would let the page in, for the page',
    async (name) => {
      await expect(bench.engine.queries.show(name, {})).rejects.toThrow('works only on the command line');
    },
  );

  it('the body of a webhook delivery, for the page', async () => {
    const deliveryId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
    await expect(bench.engine.queries.show('get_webhook_delivery', { deliveryId })).rejects.toThrow(
      'works only on the command line',
    );
  });

  it('an unknown operation and an unknown profile, naming what there is', async () => {
    await expect(bench.engine.requests.prepare('print_money', {})).rejects.toMatchObject({ code: 'UNKNOWN_OPERATION' });
    expect(() => bench.engine.profiles.get('nobody')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_PROFILE', message: expect.stringContaining('local') }),
    );
  });

  it('wrong parameters, with the path of each, before anything is stamped', async () => {
    const before = bench.engine.audit.status().entries;
    await expect(
      bench.engine.requests.prepare('create_wallet', { walletName: '', accounts: 'none' }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining('walletName') })]),
    });
    expect(bench.engine.audit.status().entries).toBe(before);
  });

  it('to stamp a request that it cannot record', async () => {
    const { requestId } = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith: bench.address,
      payload: 'x',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    const sentBefore = bench.transport.sent.length;
    const callsBefore = bench.processes.calls.length;
    // The log can be read, and its head cannot be written.
    const { auditHead } = bench.engine.paths;
    mkdirSync(join(dirname(auditHead), `.${basename(auditHead)}.tmp`));
    await expect(bench.engine.requests.submit(requestId)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
    expect(bench.transport.sent.length).toBe(sentBefore);
    expect(bench.processes.calls.slice(callsBefore)).not.toContain('vault.stamp');
    expect(bench.engine.requests.unsettled()).toEqual([]);
  });
});
