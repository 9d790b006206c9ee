import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from './harness.ts';

const SUBMIT_PATH = '/public/v1/submit/sign_raw_payload';

describe('an answer that is not what was asked for', () => {
  let bench: Bench & { address: string };
  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  let count = 0;
  const sign = async (change: (activity: Activity) => unknown, signWith = bench.address) => {
    count += 1;
    bench.transport.answer(SUBMIT_PATH, ({ status, body }) => ({
      status,
      body: { activity: change((body as { activity: Activity }).activity) },
    }));
    const { requestId } = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith,
      payload: `message ${count}`,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    return bench.engine.requests.submit(requestId);
  };
  const withResult = (activity: Activity, change: object) => ({
    ...activity,
    result: { signRawPayloadResult: { ...(activity.result?.signRawPayloadResult as object), ...change } },
  });

  it.for(['r', 's'])('a signature with another %s', async (member) => {
    await expect(sign((activity) => withResult(activity, { [member]: '11'.repeat(32) }))).rejects.toMatchObject({
      code: 'SIGNATURE_MISMATCH',
    });
  });

  it('a signature over another payload, whatever the intent in the answer says', async () => {
    const other = await sign((activity) => activity);
    const { activity: another } = other;
    await expect(sign((activity) => ({ ...another, fingerprint: activity.fingerprint }))).rejects.toMatchObject({
      code: 'SIGNATURE_MISMATCH',
    });
  });

  it('another activity, by its fingerprint', async () => {
    await expect(sign((activity) => ({ ...activity, fingerprint: `sha256:${'0'.repeat(64)}` }))).rejects.toMatchObject({
      code: 'SIGNATURE_MISMATCH',
    });
  });

  it('but the right answer is verified, also when the address was written in another accepted spelling', async () => {
    const { signature } = await sign((activity) => activity, bench.address.toLowerCase());
    expect(signature).toMatchObject({ address: bench.address });
  });
});
