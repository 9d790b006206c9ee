import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, archive, makeFilled, OLD_MONTHS } from '../unit/custody/store/archived.ts';
import { openSealed } from '../unit/custody/store/sealed-store.ts';
import { childProgram, freshPaths, temporaryFolder } from '../unit/storage/support.ts';

/** A step within the writing of the first archive. */
const IN_A_DRAFT = 60;
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
  it.each([1, 60, 117, 118, 119, 120, 121, 122, 241, 363])('loses none (killed at step %i)', async (step) => {
    const directory = fresh('service');
    cpSync(filled, directory, { recursive: true });
    const child = program.start([directory, String(step)]);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const folder = join(directory, 'archive');
    const drafts = () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.includes('.draft'));
    if (step === IN_A_DRAFT) expect(drafts()).toHaveLength(1);
    await using(directory, ({ archiving }) => archiving.removeDrafts());
    expect(drafts()).toEqual([]);
    expect(await using(directory, answers)).toEqual(before);
    await using(directory, (store) => archive(store));
    expect(await using(directory, answers)).toEqual(before);
    const months = await using(directory, ({ archiveList }) => archiveList.all().map(({ month }) => month));
    expect(months).toEqual(OLD_MONTHS);
  });
});
