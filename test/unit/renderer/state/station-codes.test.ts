import { afterEach, expect, test } from 'vitest';
import { readBytewords, writeBytewords } from '../../../../electron/engine/containers/bytewords.ts';
import { createFrameReader, framesOf } from '../../../../electron/engine/containers/frames.ts';
import { forgetCodes, readCodes, useCodes } from '../../../../renderer/state/station-codes.ts';
import { toReply } from '../../../../shared/errors/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

const { frame } = framesOf('a'.repeat(500));

/** Main with a reader of frames and no files. */
function openMain() {
  const reader = createFrameReader();
  const answers: Record<string, (input: { text: string }) => unknown> = {
    'station.readCode': ({ text }) => ({ ...reader.add(text), file: null }),
    'station.codes': () => reader.progress,
    'station.forgetCodes': () => ({}),
  };
  const call = (name: string, input: { text: string }) => toReply(async () => answers[name]?.(input));
  Object.assign(globalThis, { window: { castellan: { call } } });
}

const read = (...texts: string[]) =>
  readCodes(
    texts.map((_, index) => new File([], `${index}.png`)),
    async ({ name }) => utf8Encode(texts[Number.parseInt(name, 10)] ?? ''),
  );

afterEach(async () => {
  await forgetCodes();
  Reflect.deleteProperty(globalThis, 'window');
});

test('a damaged code leaves the count of the earlier ones', async () => {
  openMain();
  await read(frame(1), frame(2), 'ur:bytes/aeae');
  expect(useCodes.getState()).toMatchObject({ done: 2, total: 3, missing: [3], running: false });
  expect(useCodes.getState().problem).toMatchObject({ code: 'INVALID_INPUT' });
});

test('codes that do not fit together are counted no longer', async () => {
  openMain();
  const [head = '', letters = ''] = frame(1)
    .toLowerCase()
    .split(/\/(?=[a-z]+$)/);
  const bytes = readBytewords(letters) ?? expect.unreachable('a frame');
  await read(frame(1), frame(2), `${head}/${writeBytewords(bytes.fill(0x62, -1))}`);
  expect(useCodes.getState().problem).toMatchObject({ message: expect.stringContaining('do not fit together') });
  expect(useCodes.getState()).toMatchObject({ done: 0, total: null, missing: [], running: false });
});
