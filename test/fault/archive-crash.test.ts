import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, archive, makeFilled, OLD_MONTHS } from '../unit/custody/store/archived.ts';
import { openSealed } from '../unit/custody/store/sealed-store.ts';
import { childProgram, freshPaths, temporaryFolder } from '../unit/storage/support.ts';

const fresh = freshPaths(temporaryFolder());
const program = childProgram(new URL('./archive-child.ts', import.meta.url));
let filled: string;
let before: ReturnType<typeof answers>;

const using = async <Result>(directory: string, use: (store: ReturnType<typeof openSealed>) => Result) => {
  const store = openSealed(directory);
  try {
    return await use(store);
  } finally {
    store.close();
  }
};

beforeAll(async () => {
  filled = makeFilled();
  before = await using(filled, answers);
});
afterAll(() => rmSync(filled, { recursive: true }));

describe('a process killed while it archives activities', () => {
  it.each([1, 60, 114, 115, 116, 117, 118, 119, 235, 354])('loses none (killed at step %i)', async (step) => {
    const directory = fresh('service');
    cpSync(filled, directory, { recursive: true });
    const child = program.start([directory, String(step)]);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(await using(directory, answers)).toEqual(before);
    await using(directory, (store) => archive(store));
    expect(await using(directory, answers)).toEqual(before);
    const months = await using(directory, ({ archiveList }) => archiveList.all().map(({ month }) => month));
    expect(months).toEqual(OLD_MONTHS);
  });
});
