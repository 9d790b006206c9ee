import { describe, expect, test } from 'vitest';
import { createRows, PAGE_SIZE, type PageAnswer, type PageQuestion } from '../../../../renderer/state/rows.ts';

interface Question extends PageQuestion {
  answer(rows?: readonly string[], total?: number): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** Lets everything that waits for an answer run. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A list whose requests stay open until the test answers them. */
function openList(total = 100_000) {
  const questions: Question[] = [];
  const list = createRows<string>(
    (question) =>
      new Promise<PageAnswer<string>>((resolve, reject) => {
        questions.push({
          ...question,
          answer: (rows, count = total) => {
            const made =
              rows ??
              Array.from({ length: question.limit }, (_row, index) => `${question.search}#${question.offset + index}`);
            resolve({ rows: made, total: count, refreshedAt: 7 });
            return settled();
          },
          fail: (error) => {
            reject(error);
            return settled();
          },
        });
      }),
  );
  return { list, questions, last: () => questions.at(-1) as Question };
}

describe('a list seen through a window', () => {
  test('requests the first page, then only visible pages', async () => {
    const { list, questions, last } = openList();
    list.view(0, 20);
    expect(questions).toHaveLength(1);
    await last().answer();
    expect(list.use.getState()).toMatchObject({ total: 100_000, refreshedAt: 7 });
    list.view(10, 30);
    expect(questions).toHaveLength(1);
    list.view(99_980, 99_999);
    expect(last()).toMatchObject({ offset: 99_900, limit: PAGE_SIZE });
    await last().answer();
    expect(list.rowAt(99_999)).toBe('#99999');
    expect(list.rowAt(50_000)).toBeUndefined();
  });

  test('loads both pages of a window that lies across them', async () => {
    const { list, questions, last } = openList();
    list.view(90, 110);
    await last().answer();
    await last().answer();
    expect(questions.map((question) => question.offset)).toEqual([0, 100]);
    expect([list.rowAt(99), list.rowAt(100)]).toEqual(['#99', '#100']);
  });

  test('fast scrolling skips pages that are no longer visible', async () => {
    const { list, questions, last } = openList();
    list.view(0, 20);
    await last().answer();
    list.view(1_000, 1_020);
    list.view(2_000, 2_020);
    list.view(3_000, 3_020);
    await last().answer();
    await last().answer();
    expect(questions.map((question) => question.offset)).toEqual([0, 1_000, 3_000]);
  });

  test('fast typing requests only the newest text, and replies to older text are ignored', async () => {
    const { list, questions, last } = openList();
    list.view(0, 20);
    await last().answer();
    for (const text of ['t', 'tr', 'tre', 'treasury']) list.ask(text, null);
    await last().answer(['stale'], 1);
    expect(list.rowAt(0)).toBe('#0');
    await last().answer(['Treasury'], 1);
    expect(questions.map((question) => question.search)).toEqual(['', 't', 'treasury']);
    expect([list.use.getState().search, list.use.getState().total, list.rowAt(0)]).toEqual(['treasury', 1, 'Treasury']);
  });

  test('another order starts with its first page, and the same order requests nothing', async () => {
    const { list, questions, last } = openList();
    list.view(0, 20);
    await last().answer();
    list.ask('', { by: 'name', descending: true });
    expect(list.rowAt(0)).toBe('#0');
    await last().answer(['Zebra'], 1);
    list.ask('', { by: 'name', descending: true });
    expect(questions.map(({ order }) => order)).toEqual([undefined, { by: 'name', descending: true }]);
    expect(list.rowAt(0)).toBe('Zebra');
  });

  test('old rows stay until new ones arrive', async () => {
    const { list, last } = openList();
    list.view(0, 2);
    await last().answer(['one', 'two', 'three'], 3);
    list.invalidate();
    expect(list.rowAt(1)).toBe('two');
    await last().answer(['one', 'new', 'two', 'three'], 4);
    expect([list.rowAt(1), list.use.getState().total]).toEqual(['new', 4]);
  });

  test('a change during a request causes another request', async () => {
    const { list, questions, last } = openList();
    list.view(0, 2);
    list.invalidate();
    await last().answer(['old'], 1);
    expect(questions).toHaveLength(2);
    await last().answer(['new'], 1);
    expect(questions).toHaveLength(2);
    expect(list.rowAt(0)).toBe('new');
  });

  test('pages far out of view are dropped', async () => {
    const { list, last } = openList();
    for (let page = 0; page < 80; page += 1) {
      list.view(page * PAGE_SIZE, page * PAGE_SIZE + 20);
      await last().answer();
      if (page === 0) continue;
    }
    expect(list.rowAt(0)).toBeUndefined();
    expect(list.rowAt(79 * PAGE_SIZE)).toBe(`#${79 * PAGE_SIZE}`);
  });

  test('an error is shown without retries, and ends with the next good reply', async () => {
    const { list, questions, last } = openList();
    list.view(0, 20);
    await last().fail(new Error('down'));
    expect(list.use.getState().problem).toBeInstanceOf(Error);
    expect(questions).toHaveLength(1);
    list.invalidate();
    await last().answer();
    expect(list.use.getState().problem).toBeNull();
  });

  test('finds a loaded row anywhere, and no missing one', async () => {
    const { list, last } = openList();
    list.view(0, 0);
    await last().answer();
    list.view(400, 420);
    await last().answer();
    expect(list.find((row) => row === '#413')).toBe(413);
    expect(list.find((row) => row === '#250')).toBe(-1);
  });

  test('an empty list has a total of zero and requests no more pages', async () => {
    const { list, questions, last } = openList(0);
    list.view(0, 0);
    await last().answer([], 0);
    expect([list.use.getState().total, questions.length]).toEqual([0, 1]);
  });
});
