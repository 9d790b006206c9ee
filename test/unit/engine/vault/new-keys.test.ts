import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { StartProcess } from '../../../../electron/engine/index.ts';
import type { MessageTable } from '../../../../shared/processes/index.ts';
import { type Bench, createBench, createProcesses, createReadyBench } from '../harness.ts';

let bench: Bench;
afterEach(() => bench.end());

const create = ({ engine }: Bench, name: string) => engine.credentials.create({ profile: 'local', name, store: null });
const requireConfirmed = ({ engine }: Bench) => engine.profiles.requireConfirmed(engine.profiles.get('local'));
const listed = () => bench.engine.credentials.list('local').map(({ credentialId }) => credentialId);
/** The keys that stamp and are kept, whether they are listed or not. */
const kept = () => {
  const { items } = JSON.parse(readFileSync(bench.engine.paths.keystore, 'utf8')) as { items: Record<string, string> };
  return Object.keys(items).flatMap((name) => (name.startsWith('stamp/') ? [name.slice('stamp/'.length)] : []));
};

describe('a lock while a key is made', () => {
  it('leaves a profile that is as it was confirmed, after whatever the vault answered last', async () => {
    const processes = createProcesses(() => 1_790_000_000_000);
    let left = Number.POSITIVE_INFINITY;
    const startProcess: StartProcess = <Table extends MessageTable>(
      ...start: Parameters<typeof processes.start<Table>>
    ) => {
      const handle = processes.start<Table>(...start);
      if (start[0] !== 'vault') return handle;
      return {
        ...handle,
        async call(name, input) {
          const answer = await handle.call(name, input);
          left -= 1;
          if (left === 0) bench.engine.vault.lock();
          return answer;
        },
      };
    };
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null, startProcess });
    const found: string[] = [];
    for (let answers = 1; found.at(-1) !== 'made'; answers += 1) {
      left = answers;
      const before = listed();
      const made = await create(bench, `Key ${answers}`).then(
        () => 'made',
        () => 'not made',
      );
      left = Number.POSITIVE_INFINITY;
      await bench.engine.vault.unlock();
      await requireConfirmed(bench);
      const added = listed().length - before.length;
      expect(added).toBeGreaterThanOrEqual(made === 'made' ? 1 : 0);
      expect(kept().toSorted()).toEqual(listed().toSorted());
      found.push(made === 'made' ? made : added === 1 ? 'listed' : 'not listed');
    }
    expect(found).toContain('not listed');
    expect(found).toContain('listed');
  });
});

describe('keys', () => {
  it('made by two Castellans at once are both confirmed', async () => {
    bench = await createReadyBench();
    const other = await createBench({}, bench.root);
    try {
      await requireConfirmed(other);
      await Promise.all([create(bench, 'One'), create(other, 'Two'), create(bench, 'Three'), create(other, 'Four')]);
      expect(listed()).toHaveLength(5);
      await requireConfirmed(bench);
    } finally {
      await other.engine.close();
    }
  });

  it('that differ from their declaration are not kept', async () => {
    bench = await createReadyBench();
    const before = kept();
    const named = { profile: 'local', name: 'Other', store: null } as const;
    const privateKey = new Uint8Array(32).fill(7);
    const publicKey = `02${'11'.repeat(32)}`;
    await expect(bench.engine.credentials.import({ ...named, privateKey, publicKey })).rejects.toMatchObject({
      code: 'KEY_INVALID',
    });
    expect(kept()).toEqual(before);
    await requireConfirmed(bench);
  });
});
