import { expect, it } from 'vitest';
import { withDot } from '../../../../electron/main/notices/dot.ts';

const WIDTH = 22;

it('the dot of the tray is in the lower right corner, with a gap, and leaves the rest and the given picture', () => {
  const plain = Buffer.alloc(WIDTH * WIDTH * 4, 0x55);
  const drawn = withDot(plain, WIDTH);
  const at = (x: number, y: number) => drawn.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4).toString('hex');
  expect(drawn).toHaveLength(plain.length);
  expect(plain.every((byte) => byte === 0x55)).toBe(true);
  expect(at(17, 17)).toBe('ff8a2fff');
  expect(at(17, 11)).toBe('00000000');
  for (const [x, y] of [
    [0, 0],
    [21, 0],
    [0, 21],
    [9, 9],
  ] as const)
    expect(at(x, y)).toBe('55555555');
});
