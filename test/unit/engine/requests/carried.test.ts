import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, createReadyBench } from '../harness.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createReadyBench();
});
afterEach(() => bench.end());

type File = Awaited<ReturnType<Bench['engine']['requests']['dryRun']>>;

/** A stamped request that was not sent. */
async function stamped(walletName = 'Carried'): Promise<File> {
  const { requests } = bench.engine;
  const { requestId } = await requests.prepare('create_wallet', { walletName, accounts: [] });
  const file = await requests.dryRun(requestId);
  await requests.discard(requestId);
  return file;
}

const read = (file: object) => bench.engine.carried.read(JSON.stringify(file), bench.engine.profiles.get());
const sent = () => bench.transport.sent.filter(({ path }) => path.endsWith('create_wallet'));

describe('a request that was stamped elsewhere', () => {
  it('is sent byte for byte, journaled, and answered', async () => {
    const file = await stamped();
    const before = sent().length;
    const carried = await read(file);
    expect(carried).toMatchObject({
      meaning: { operation: 'create_wallet' },
      stampedBy: bench.engine.credentials.list()[0]?.publicKey,
      madeAt: JSON.parse(file.body).timestampMs * 1,
    });
    expect(sent()).toHaveLength(before);
    const { activity } = await bench.engine.carried.send(carried);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(sent().at(-1)?.body).toBe(file.body);
    expect(bench.engine.requests.unsettled()).toEqual([]);
  });

  it('is the same activity when it is sent again', async () => {
    const file = await stamped();
    const first = await bench.engine.carried.send(await read(file));
    const second = await bench.engine.carried.send(await read(file));
    expect(second.activity.id).toBe(first.activity.id);
  });

  it('stays open without an answer, and is then settled instead of read again', async () => {
    const file = await stamped();
    const carried = await read(file);
    bench.transport.fail('/public/v1/submit/create_wallet', 'before the answer');
    await expect(bench.engine.carried.send(carried)).rejects.toMatchObject({ outcome: 'unknown' });
    const { requestId } = carried;
    expect(bench.engine.requests.unsettled()).toMatchObject([{ requestId, state: 'sent' }]);
    await expect(read(file)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(`castellan request settle ${requestId}`),
    });
    const { activity } = await bench.engine.requests.settle(requestId);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});

describe('a file that is no stamped request', () => {
  const other = (body: string) => body.replace('Carried', 'Changed');
  it.each<[string, (file: File) => object, string]>([
    ['with a changed body', (file) => ({ ...file, body: other(file.body) }), 'its stamp does not fit its body'],
    ['without a stamp', (file) => ({ ...file, headers: { Accept: 'application/json' } }), 'it has no stamp in X-Stamp'],
    [
      'with two stamps',
      (file) => ({ ...file, headers: { ...file.headers, 'X-Stamp-WebAuthn': '{}' } }),
      'it has the header "X-Stamp-WebAuthn" beside "X-Stamp"',
    ],
    [
      'with another header',
      (file) => ({ ...file, headers: { Cookie: 'a', ...file.headers } }),
      'it has the header "X-Stamp" beside "Cookie"',
    ],
    ['with another method', (file) => ({ ...file, method: 'GET' }), 'its method is "GET"'],
    ['with another member', (file) => ({ ...file, proxy: 'http://elsewhere' }), 'it has a member "proxy"'],
    ['for no operation', (file) => ({ ...file, url: 'http://127.0.0.1/public/v1/submit/nothing' }), 'is no activity'],
    [
      'for another operation',
      (file) => ({ ...file, url: file.url.replace('create_wallet', 'create_users') }),
      'its body has the type "ACTIVITY_TYPE_CREATE_WALLET"',
    ],
    ['with a body that is not text', (file) => ({ ...file, body: JSON.parse(file.body) }), 'its body is not text'],
    ['without headers', ({ headers: _headers, ...file }) => file, 'it has no headers'],
  ])('%s is refused by name, and nothing is sent', async (_what, change, why) => {
    const file = await stamped();
    const before = bench.transport.sent.length;
    await expect(read(change(file))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(why),
    });
    expect(bench.transport.sent).toHaveLength(before);
  });

  it('that is no JSON is refused', async () => {
    const profile = bench.engine.profiles.get();
    await expect(bench.engine.carried.read('{"method":', profile)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
