import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { crc32, uint32Bytes } from '../../../../electron/engine/containers/bytewords.ts';
import { addPicture, codePictures, isFrameText, readFrameText } from '../../../../electron/engine/containers/codes.ts';
import { createFrameReader, framesOf } from '../../../../electron/engine/containers/frames.ts';
import { readPng, writePng } from '../../../../electron/engine/containers/png.ts';
import { framePicture } from '../../../../electron/engine/containers/qr-code.ts';

const TEXT = '{"format":"castellan-container"}\n'.repeat(20);

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([Buffer.from(uint32Bytes(data.length)), body, Buffer.from(uint32Bytes(crc32(body)))]);
};
interface Png {
  readonly width: number;
  readonly height: number;
  readonly bits?: number;
  readonly colour: number;
  readonly interlaced?: number;
}
/** A PNG of rows, each with the number of its filter first. */
const png = ({ width, height, bits = 8, colour, interlaced = 0 }: Png, rows: readonly number[]) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Uint8Array.from([...uint32Bytes(width), ...uint32Bytes(height), bits, colour, 0, 0, interlaced])),
    chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array(0)),
  ]);

test('a container goes through pictures, also when one is missing', async () => {
  const pictures = await codePictures(TEXT);
  const { count, frame, spare } = framesOf(TEXT);
  const numbered = Array.from({ length: count }, (_, index) => `${index + 1}-of-${count}.png`);
  expect(pictures.map(({ name }) => name)).toEqual([...numbered, 'spare.png']);
  expect(pictures.at(-1)?.png).toEqual(framePicture(frame(spare())));
  for (const [lost] of pictures.entries()) {
    const left = createFrameReader();
    for (let number = 1; number <= count; number += 1) if (number !== lost + 1) left.add(frame(number));
    left.add(frame(spare()));
    expect(left.text()).toBe(TEXT);
  }
  const reader = createFrameReader();
  for (const { png: picture } of pictures.slice(1)) expect(await addPicture(reader, picture)).toBeNull();
  expect(reader.text()).toBe(TEXT);
});

test('a picture without a code, and a file that is no picture, are left out with the reason', async () => {
  const reader = createFrameReader();
  const blank = writePng(
    [
      [false, false],
      [false, false],
    ],
    50,
  );
  expect(await addPicture(reader, blank)).toMatch(/^no QR code is found in it/);
  expect(await addPicture(reader, new TextEncoder().encode('GIF89a'))).toMatch(/^it is not a PNG/);
});

test('the texts of codes are read from lines', () => {
  const { count, frame } = framesOf(TEXT);
  const lines = Array.from({ length: count }, (_, index) => frame(index + 1)).join('\r\n');
  expect([isFrameText(`\n${lines}`), isFrameText(TEXT), isFrameText('')]).toEqual([true, false, false]);
  expect(readFrameText(`\n${lines}\n`).text()).toBe(TEXT);
});

describe('a PNG', () => {
  test('of modules is read as it was written', () => {
    const picture = readPng(
      writePng(
        [
          [true, false, true],
          [false, true, false],
          [false, false, true],
        ],
        3,
      ),
    );
    if (typeof picture === 'string') throw new Error(picture);
    expect([picture.width, picture.height]).toEqual([9, 9]);
    expect([0, 4, 8].map((x) => picture.grey[x])).toEqual([0, 255, 0]);
  });

  test.each<[string, Png, readonly number[], readonly number[]]>([
    ['of colours', { width: 2, height: 1, colour: 2 }, [0, 255, 255, 255, 0, 0, 0], [255, 0]],
    ['with opacity, over white', { width: 2, height: 1, colour: 6 }, [0, 0, 0, 0, 0, 0, 0, 0, 255], [255, 0]],
    ['of grey with opacity', { width: 2, height: 1, colour: 4 }, [0, 9, 255, 9, 0], [9, 255]],
    [
      'with each filter',
      { width: 2, height: 5, colour: 0 },
      [0, 10, 20, 1, 10, 10, 2, 1, 1, 3, 1, 1, 4, 1, 1],
      [10, 20, 10, 20, 11, 21, 6, 14, 7, 15],
    ],
  ])('%s is read', (_name, form, rows, grey) => {
    expect(readPng(png(form, rows))).toMatchObject({ grey: Uint8Array.from(grey) });
  });

  const small = { width: 1, height: 1, colour: 0 };
  const good = png(small, [0, 7]);
  test.each<[string, Uint8Array, string]>([
    ['that is cut', good.subarray(0, -4), 'it is cut or damaged'],
    ['with a changed byte', Buffer.from(good).fill(1, 20, 21), 'it is cut or damaged'],
    ['with a palette', png({ ...small, colour: 3 }, [0, 7]), 'it has a palette'],
    ['of 16 bits', png({ ...small, bits: 16 }, [0, 7, 7]), 'it has a palette, more than 8 bits'],
    ['that is interlaced', png({ ...small, interlaced: 1 }, [0, 7]), 'interlaced'],
    ['of too many rows', png({ ...small, width: 1, height: 20_001 }, [0]), 'more than 20000 pixels'],
    ['of too many pixels', png({ ...small, width: 70_000, height: 70_000 }, [0]), 'more than 16 million'],
    ['of no pixels', png({ ...small, width: 0 }, [0]), 'no pixels'],
    ['with too few rows', png({ ...small, height: 2 }, [0, 7]), 'its pixels are damaged'],
    ['with too many rows', png(small, Array<number>(1000).fill(0)), 'its pixels are damaged'],
    ['with an unknown filter', png(small, [5, 7]), 'its pixels are damaged'],
    ['without a header', Buffer.concat([good.subarray(0, 8), chunk('IEND', new Uint8Array(0))]), 'it has no header'],
  ])('%s is not read', (_name, file, why) => {
    expect(readPng(file)).toEqual(expect.stringContaining(why));
  });
});
