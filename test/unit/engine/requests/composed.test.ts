import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readContainer, writeContainer } from '../../../../electron/engine/containers/container.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

let bench: Bench;
let asked: Question[];
let agrees = true;
beforeEach(async () => {
  asked = [];
  agrees = true;
  bench = await createReadyBench({
    async consent(question) {
      asked.push(question);
      return agrees ? operatorSays(question) : { confirmed: false };
    },
  });
  asked.length = 0;
});
afterEach(() => bench.end());

const profile = () => bench.engine.profiles.get();
const compose = (parameters: object = { walletName: 'Carried', accounts: [] }, operation = 'create_wallet') =>
  bench.engine.carried.compose(operation, parameters as Record<string, unknown>, { profile: profile() });
const stamp = (text: string) => bench.engine.carried.stamp(text, profile());
const entries = async () => (await bench.engine.audit.verify()).entries;

describe('a request that one machine composes and another stamps', () => {
  it('has no stamp at first, then one over the same bytes after a question, and is sent', async () => {
    const before = await entries();
    const text = await compose();
    const { content } = readContainer(text, 'request-to-stamp');
    expect(Object.keys(content.headers)).toEqual(['Accept', 'Content-Type']);
    expect([asked, await entries()]).toEqual([[], before]);

    const stamped = await stamp(text);
    expect(asked).toMatchObject([{ kind: 'stamp', body: content.body, meaning: { operation: 'create_wallet' } }]);
    expect(await entries()).toBe(before + 1);
    expect(readContainer(stamped.text, 'stamped-request').content.body).toBe(content.body);
    const carried = await bench.engine.carried.read(stamped.text, profile());
    expect(carried.madeAt).toBe(stamped.madeAt);
    const { activity } = await bench.engine.carried.send(carried);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('is not stamped when the operator refuses', async () => {
    const text = await compose();
    const before = await entries();
    agrees = false;
    await expect(stamp(text)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(await entries()).toBe(before);
  });

  it('is not stamped when its contents are not what they are declared as', async () => {
    const parameters = {
      signWith: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      unsignedTransaction: '02ff',
      type: 'TRANSACTION_TYPE_ETHEREUM',
    };
    await expect(stamp(await compose(parameters, 'sign_transaction'))).rejects.toMatchObject({
      message: expect.stringContaining('The contents of the request are not what they are declared as.'),
    });
    expect(asked).toEqual([]);
  });

  it('is not composed of a read, or with a secret in it', async () => {
    await expect(compose({}, 'whoami')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const words = `${'test '.repeat(11)}junk`;
    await expect(compose({ walletName: words, accounts: [] })).rejects.toMatchObject({ code: 'SECRET_REFUSED' });
  });

  it.each<[string, object, string]>([
    [
      'for another organization',
      { organizationId: '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60' },
      'it is for the organization',
    ],
    ['of another type', { type: 'ACTIVITY_TYPE_CREATE_USERS' }, 'its body has the type'],
  ])('%s is refused by name', async (_what, change, why) => {
    const { content } = readContainer(await compose(), 'request-to-stamp');
    const body = JSON.stringify({ ...JSON.parse(content.body), ...change });
    const text = writeContainer('request-to-stamp', { ...content, body });
    await expect(stamp(text)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(why) });
  });

  it('from a clock that is more than five minutes ahead is refused with both times', async () => {
    const { content } = readContainer(await compose(), 'request-to-stamp');
    const made = JSON.parse(content.body);
    const timestampMs = String(Number(made.timestampMs) + 24 * 60 * 60 * 1000);
    const text = writeContainer('request-to-stamp', {
      ...content,
      body: JSON.stringify({ ...made, timestampMs }),
    });
    await expect(stamp(text)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(
        /The time in the request is [^.]+ UTC, and the clock of this machine shows [^.]+ UTC\./,
      ),
    });
    expect(asked).toEqual([]);
  });

  it('with a stamp is refused by name', async () => {
    const { content } = readContainer(await compose(), 'request-to-stamp');
    const text = writeContainer('request-to-stamp', { ...content, headers: { 'X-Stamp': 'a' } });
    await expect(stamp(text)).rejects.toMatchObject({
      message: expect.stringContaining('it has the header "X-Stamp"'),
    });
  });
});
