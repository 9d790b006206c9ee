import type { DragEvent } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dropsText } from '../../../../renderer/parts/dropped-text.ts';
import bip39 from '../../../vectors/bip-39.json' with { type: 'json' };

const said: string[] = [];
vi.mock('../../../../renderer/ui/toasts.tsx', () => ({ say: (text: string) => void said.push(text) }));
beforeEach(() => {
  said.length = 0;
});

const PHRASE = bip39.words[1]?.[2] ?? '';
const utf16 = (text: string, mark = '') => Uint8Array.from(Buffer.from(`${mark}${text}`, 'utf16le'));

/** Drops a file and returns the taken texts. */
async function drop(file: Pick<File, 'size' | 'arrayBuffer'>, maximum = 1024): Promise<string[]> {
  const taken: string[] = [];
  const event = { dataTransfer: { files: [file] }, preventDefault: () => undefined };
  dropsText(maximum, (text) => taken.push(text))(event as unknown as DragEvent);
  await new Promise((resolve) => setTimeout(resolve, 0));
  return taken;
}
const fileOf = (content: Uint8Array<ArrayBuffer> | string) => new File([content], 'a.csv');

test('a dropped file is taken with the line ends of inputs and without a byte order mark', async () => {
  expect(await drop(fileOf('\ufeffname,ü\r\n\u202e'))).toEqual(['name,ü\n\u202e']);
  expect(said).toEqual([]);
});

describe('nothing is taken from a dropped file', () => {
  test.each([
    ['in UTF-16', fileOf(utf16('name,address', '\ufeff')), 'not UTF-8'],
    ['in UTF-16 without a mark', fileOf(utf16('name,address')), 'not UTF-8'],
    ['with a recovery phrase in UTF-16', fileOf(utf16(PHRASE)), 'not UTF-8'],
    ['in Latin-1', fileOf(Uint8Array.of(0x61, 0xfc)), 'not UTF-8'],
    ['with a recovery phrase', fileOf(PHRASE), ''],
    ['that is too large', fileOf('a'.repeat(1025)), 'larger than 1 KiB'],
    ['that cannot be read', { size: 1, arrayBuffer: () => Promise.reject(new Error('gone')) }, 'could not be read'],
  ])('%s', async (_what, file, why) => {
    expect(await drop(file)).toEqual([]);
    expect(said).toEqual([expect.stringContaining(why)]);
  });
});
