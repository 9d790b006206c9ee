import { describe, expect, it } from 'vitest';
import { createFramePoster, type Frame, framesIn, MAXIMUM_FRAMES } from '../../../../shared/processes/index.ts';

const frame = (id: number, input: unknown = null): Frame => ({ id, name: 'double', input });

function poster() {
  const posted: unknown[] = [];
  const refused: number[] = [];
  const post = createFramePoster(
    (message) => void posted.push(structuredClone(message)),
    ({ id }) => void refused.push(id),
  );
  const ids = () => posted.map((message) => (framesIn(message) as Frame[]).map(({ id }) => id));
  return { post, ids, refused };
}

const turn = () => new Promise<void>((done) => setImmediate(done));

describe('posting frames', () => {
  it('posts the frames of one turn together at its end', async () => {
    const { post, ids } = poster();
    for (const id of [1, 2]) post(frame(id), false);
    await Promise.resolve();
    post(frame(3), false);
    expect(ids()).toEqual([]);
    await turn();
    post(frame(4), false);
    await turn();
    expect(ids()).toEqual([[1, 2, 3], [4]]);
  });

  it('posts a frame that must go alone before the call returns, after the frames before it', () => {
    const { post, ids } = poster();
    for (const id of [1, 2]) post(frame(id), false);
    post(frame(3), true);
    expect(ids()).toEqual([[1, 2], [3]]);
  });

  it('lets no message carry more frames than the other end takes', async () => {
    const { post, ids } = poster();
    for (let id = 0; id <= 2 * MAXIMUM_FRAMES + 1; id += 1) post(frame(id), false);
    await turn();
    expect(ids().map(({ length }) => length)).toEqual([MAXIMUM_FRAMES, MAXIMUM_FRAMES, 2]);
  });

  it('posts the others when one frame of a message cannot be copied', async () => {
    const { post, ids, refused } = poster();
    for (const id of [1, 2, 3, 4]) post(frame(id, id === 3 ? () => undefined : null), false);
    await turn();
    expect([ids(), refused]).toEqual([[[1], [2], [4]], [3]]);
  });
});

describe('reading the frames of a message', () => {
  it('takes one frame or a list of them, and no list that is empty or too long', () => {
    expect(framesIn(frame(1))).toEqual([frame(1)]);
    expect(framesIn([frame(1), frame(2)])).toEqual([frame(1), frame(2)]);
    expect(framesIn([])).toBeNull();
    expect(framesIn(Array.from({ length: MAXIMUM_FRAMES + 1 }, (_, id) => frame(id)))).toBeNull();
  });
});
