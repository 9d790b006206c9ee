import { describe, expect, test } from 'vitest';
import { crc32, readBytewords, writeBytewords } from '../../../../electron/engine/containers/bytewords.ts';
import { writeContainer } from '../../../../electron/engine/containers/container.ts';
import { createPieces, piecesOf } from '../../../../electron/engine/containers/fountain.ts';
import {
  createFrameReader,
  FRAME_BYTES,
  framesOf,
  MAXIMUM_FRAMES,
} from '../../../../electron/engine/containers/frames.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

const REQUEST = { method: 'POST', url: 'https://a.example/b', headers: {}, body: '{"d":1}'.repeat(300) } as const;
const TEXT = writeContainer('stamped-request', REQUEST);
const { count, frame } = framesOf(TEXT);
const all = Array.from({ length: count }, (_, index) => frame(index + 1));
const refusal = (why: string) =>
  expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(why) });
/** A frame of parts that its own checksum fits. */
const forged = (path: string, ...bytes: number[]) => `ur:bytes/${path}/${writeBytewords(Uint8Array.from(bytes))}`;

test('the checksum is the CRC-32 of ISO/IEC 3309', () => {
  expect(crc32(utf8Encode('123456789')).toString(16)).toBe('cbf43926');
});

test('bytewords of another length, letter or checksum are none', () => {
  const letters = writeBytewords(Uint8Array.of(1, 2, 3));
  expect([...(readBytewords(letters) ?? [])]).toEqual([1, 2, 3]);
  for (const text of ['', 'ae', letters.slice(2), letters.slice(1), `${letters}ae`, letters.toUpperCase()])
    expect(readBytewords(text)).toBeNull();
});

test('a frame is a QR code of capitals', () => {
  expect(all.every((text) => /^[0-9A-Z:/-]{300,420}$/.test(text))).toBe(true);
});

describe('the frames of a container are read', () => {
  test('in any order, more than once, and with the progress', () => {
    const reader = createFrameReader();
    expect(reader.progress).toEqual({ done: 0, total: null, missing: [] });
    for (const [index, text] of all.toReversed().entries()) {
      expect(reader.text()).toBeNull();
      expect(reader.add(text.toLowerCase())).toMatchObject({ done: index + 1, total: count });
      expect(reader.add(text).done).toBe(index + 1);
    }
    expect(reader.progress.missing).toEqual([]);
    expect(reader.text()).toBe(TEXT);
  });

  test('with the numbers of the missing ones', () => {
    const reader = createFrameReader();
    for (const number of [1, 3, 4]) reader.add(frame(number));
    const others = Array.from({ length: count }, (_, index) => index + 1).filter((one) => ![1, 3, 4].includes(one));
    expect(reader.progress.missing).toEqual(others);
  });

  test('from later frames alone', () => {
    const reader = createFrameReader();
    for (let number = count + 1; reader.text() === null && number < 20 * count; number += 1) reader.add(frame(number));
    expect(reader.text()).toBe(TEXT);
    expect(piecesOf(count + 7, { count, checksum: 0 }).every((piece) => piece >= 0 && piece < count)).toBe(true);
  });

  test('in one, when the container is short', () => {
    const short = framesOf('a');
    expect([short.count, short.frame(1), short.frame(5)]).toEqual([1, short.frame(1), short.frame(1)]);
    const reader = createFrameReader();
    expect(reader.add(short.frame(1))).toEqual({ done: 1, total: 1, missing: [] });
    expect(reader.text()).toBe('a');
  });
});

describe('a frame is refused', () => {
  const [first = ''] = all;
  /** Another byte, whose letters are right. */
  const changed = (letters: string) => (letters === 'AE' ? 'AD' : 'AE');
  test.each([
    ['of other text', 'https://example.com', 'it is not a frame of a container'],
    ['of another type', first.replace('BYTES', 'CRYPTO-PSBT'), 'it is not a frame of a container'],
    ['too long for a QR code', `UR:BYTES/${'ae'.repeat(2200)}`, 'it is not a frame of a container'],
    ['with a changed letter', first.slice(0, -20) + changed(first.slice(-20, -18)) + first.slice(-18), 'it is damaged'],
    ['that is cut', first.slice(0, -2), 'it is damaged'],
    ['with more parts', `${first}/AE`, 'it is damaged'],
    ['under another number', first.replace('/1-', '/2-'), 'its parts contradict each other'],
    ['with number 0', forged('0-2', 0x85, 0, 2, 2, 0, 0x41, 1), 'its parts contradict each other'],
    ['with a number in a long form', forged('1-2', 0x85, 0x18, 1, 2, 2, 0, 0x41, 1), 'its parts contradict each other'],
    ['with a size that does not fit', forged('1-2', 0x85, 1, 2, 9, 0, 0x41, 1), 'its parts contradict each other'],
    ['with bytes after its end', forged('1-2', 0x85, 1, 2, 2, 0, 0x41, 1, 1), 'its parts contradict each other'],
    [
      'of too many',
      forged('1-65535', 0x85, 1, 0x19, 0xff, 0xff, 0x19, 0xff, 0xff, 0, 0x41, 1),
      `at most ${MAXIMUM_FRAMES} are read`,
    ],
  ])('%s', (_name, text, why) => {
    const reader = createFrameReader();
    reader.add(frame(2));
    expect(() => reader.add(text)).toThrowError(refusal(why));
    expect(reader.progress.done).toBe(1);
  });

  test('of another container, and the earlier ones stay', () => {
    const reader = createFrameReader();
    reader.add(first);
    const other = framesOf(TEXT.replace('a.example', 'b.example'));
    expect(() => reader.add(other.frame(2))).toThrowError(refusal('it belongs to another container'));
    for (const text of all) reader.add(text);
    expect(reader.text()).toBe(TEXT);
  });

  test('when all of them do not fit together, and none is kept', () => {
    const reader = createFrameReader();
    // Both pieces are a text, which has another checksum than 0.
    reader.add(forged('1-2', 0x85, 1, 2, 2, 0, 0x41, 0x41));
    reader.add(forged('2-2', 0x85, 2, 2, 2, 0, 0x41, 0x61));
    expect(() => reader.text()).toThrowError(refusal('The QR codes do not fit together'));
    expect(reader.progress.total).toBeNull();
  });
});

describe('the work for hostile frames has a bound', () => {
  /** The words of 32 bits in a row: its bits, and its bytes. */
  const rowWords = (pieces: number, size: number) => Math.ceil(pieces / 32) + Math.ceil(size / 4);

  test('which one part and one join keep, when every part needs every earlier one', () => {
    const [pieces, size] = [MAXIMUM_FRAMES, FRAME_BYTES];
    const solved = createPieces(pieces, size);
    // Each row begins one piece later and has all that follow, so that a part with all pieces meets every row.
    for (let first = pieces - 1; first >= 0; first -= 1) {
      const has = Array.from({ length: pieces - first }, (_, index) => first + index).filter(
        (piece) => piece === first || (piece - first) % 2 === 1,
      );
      solved.add(has, new Uint8Array(size).fill(first));
    }
    const before = solved.work;
    expect(
      solved.add(
        Array.from({ length: pieces }, (_, piece) => piece),
        new Uint8Array(size),
      ),
    ).toBe('contradicts');
    const one = solved.work - before;
    expect(one).toBeGreaterThan(rowWords(pieces, size));
    expect(one).toBeLessThanOrEqual(pieces * rowWords(pieces, size));
    solved.join();
    const joined = solved.work - before - one;
    expect(joined).toBeGreaterThan((pieces * rowWords(pieces, size)) / 2);
    expect(joined).toBeLessThanOrEqual((pieces / 2) * pieces * rowWords(pieces, size));
    // A second join has nothing to do.
    solved.join();
    expect(solved.work).toBe(before + one + joined);
  });

  test('so a message is no longer than the longest that is made', () => {
    const size = 200;
    const long = [0x85, 1, ...[0x19, 0x03, 0xe8], ...[0x1a, 0x00, 0x03, 0x0d, 0x40], 0, 0x58, size];
    const text = forged('1-1000', ...long, ...new Uint8Array(size));
    expect(() => createFrameReader().add(text)).toThrowError(refusal('200000 bytes, and at most 180000 are read'));
  });

  /** A frame of a message of zeros in three pieces. Its own checksum fits any content. */
  const zeros = (number: number, changed = 0) =>
    forged(`${number}-3`, 0x85, 0x19, number >> 8, number & 0xff, 3, 3, 0x18, 99, 0x41, changed);
  /** Numbers of frames without the last piece, so that they complete nothing. */
  const withoutLast = Array.from({ length: 2000 }, (_, index) => 256 + index).filter(
    (number) => !piecesOf(number, { count: 3, checksum: 99 }).includes(2),
  );
  const [first = 0, ...others] = withoutLast;

  test('and a frame that was read is not combined again', () => {
    const reader = createFrameReader();
    for (let again = 0; again < 1000; again += 1) reader.add(zeros(first));
    expect(reader.progress.done).toBe(1);
  });

  test.each([
    ['of the same number', [zeros(first), zeros(first, 1)]],
    [
      'that follows from the others',
      [...withoutLast.slice(0, 20).map((number) => zeros(number)), zeros(others[20] ?? 0, 1)],
    ],
  ])('and a contradiction %s ends the reading', (_name, texts) => {
    const reader = createFrameReader();
    expect(() => texts.map((text) => reader.add(text))).toThrowError(refusal('The QR codes do not fit together'));
    expect(reader.progress).toEqual({ done: 0, total: null, missing: [] });
  });

  test('and frames that complete nothing end it too', () => {
    const reader = createFrameReader();
    const most = 4 * 3 + 100;
    for (const number of withoutLast.slice(0, most)) reader.add(zeros(number));
    expect(() => reader.add(zeros(withoutLast[most] ?? 0))).toThrowError(
      refusal('112 different QR codes of this container were read, and they do not complete it'),
    );
    expect(reader.progress.total).toBeNull();
  });

  test('but more frames of a whole container are no fault', () => {
    const reader = createFrameReader();
    for (let number = 1; number <= 4 * count + 101; number += 1) reader.add(frame(number));
    expect(reader.text()).toBe(TEXT);
  });
});

test('no frames are made of a container that takes too many', () => {
  expect(() => framesOf('a'.repeat(200_000))).toThrowError(expect.objectContaining({ code: 'TOO_LARGE' }));
  expect(framesOf('a'.repeat(170_000)).count).toBeLessThanOrEqual(MAXIMUM_FRAMES);
});
