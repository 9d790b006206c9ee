import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealTo as sealToWindow } from '../../../../renderer/trusted/reveal-keys.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { TRANSPORT_ENCRYPTION_SUITES } from '../../../../shared/model/index.ts';
import { makeAgeKey } from '../../crypto/open-age.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const nowhere = async () => null;
const [SUITE] = TRANSPORT_ENCRYPTION_SUITES;

describe('several exports of one request', () => {
  let bench: Bench;
  /** The readers of a file of age. Null reveals in the window. */
  let readers: { recipients: string[] } | null = null;
  const asked: Question[] = [];
  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question) {
        asked.push(question);
        if (question.kind !== 'reveal') return operatorSays(question);
        if (readers !== null) return { ...operatorSays(question), format: 'age', sealTo: null, ...readers };
        return { ...operatorSays(question), format: 'text', sealTo: await sealToWindow('text', question.proof) };
      },
    });
    // The operator types the passphrase of these tests as the secret.
    await bench.engine.askedImports.run(
      { name: 'Exchange key', as: { kind: 'secret' }, file: null },
      { progress: () => undefined },
    );
  });
  afterAll(() => bench.end());

  const submit = async (name: string, parameters: Record<string, unknown>) => {
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };

  it('several secrets of one request have one target key, and are revealed one after the other', async () => {
    const { engine } = bench;
    const { secrets } = await engine.queries.ask('list_secrets', {});
    const wanted = [secrets[0], secrets[0]].map((one) => ({ secretId: one?.secretId, encryptionSuite: SUITE }));
    const { activity, detail } = await submit('export_secrets', { secrets: wanted });
    expect(detail.opening).toEqual({ can: 'open', until: null });
    const before = asked.length;
    await engine.exports.showActivity(activity.id, nowhere);
    expect(asked.slice(before).map((question) => [question.kind, 'place' in question && question.place])).toEqual([
      ['reveal', { at: 1, of: 2 }],
      ['secret', { at: 1, of: 2 }],
      ['reveal', { at: 2, of: 2 }],
      ['secret', { at: 2, of: 2 }],
    ]);
    // The key ends with the last one.
    await expect(engine.exports.showActivity(activity.id, nowhere)).rejects.toMatchObject({
      code: 'BUNDLE_UNREADABLE',
    });
  });

  it('several secrets that are sealed to several target keys end each of these keys', async () => {
    const { engine } = bench;
    const { secrets } = await engine.queries.ask('list_secrets', {});
    const targets = [await engine.exports.createTarget(), await engine.exports.createTarget()];
    const wanted = targets.map(({ targetPublicKey }) => ({
      secretId: secrets[0]?.secretId,
      encryptionSuite: SUITE,
      targetPublicKey,
    }));
    const { activity } = await submit('export_secrets', { secrets: wanted });
    await engine.exports.showActivity(activity.id, nowhere);
    // The first bundle has a key of its own, which is gone too.
    await expect(engine.exports.openActivity(activity.id)).rejects.toMatchObject({ code: 'BUNDLE_UNREADABLE' });
  });

  it('a file that was not chosen leaves the later secrets sealed, and names the files before it', async () => {
    const { engine } = bench;
    const { secrets } = await engine.queries.ask('list_secrets', {});
    const wanted = [secrets[0], secrets[0]].map((one) => ({ secretId: one?.secretId, encryptionSuite: SUITE }));
    const { activity } = await submit('export_secrets', { secrets: wanted });
    readers = { recipients: [makeAgeKey().recipient] };
    const path = join(bench.root, 'first.age');
    const chosen = [path, null];
    try {
      expect(await engine.exports.showActivity(activity.id, async () => chosen.shift() ?? null)).toEqual([path]);
    } finally {
      readers = null;
    }
    // The key is left, so they can be opened again.
    expect(await engine.exports.showActivity(activity.id, nowhere)).toEqual([]);
  });
});
