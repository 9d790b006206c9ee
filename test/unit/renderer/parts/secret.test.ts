import { beforeEach, expect, test, vi } from 'vitest';
import { refusesSecretUtf16 } from '../../../../renderer/parts/secret.ts';
import bip39 from '../../../vectors/bip-39.json' with { type: 'json' };

const said: string[] = [];
vi.mock('../../../../renderer/ui/toasts.tsx', () => ({ say: (text: string) => void said.push(text) }));
beforeEach(() => {
  said.length = 0;
});

const PHRASE = bip39.words[1]?.[2] ?? '';
const little = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const big = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16());

test.each([
  ['little-endian with a mark', little(`\ufeff${PHRASE}`)],
  ['little-endian', little(PHRASE)],
  ['big-endian with a mark', big(`\ufeff${PHRASE}`)],
  ['big-endian', big(PHRASE)],
])('a recovery phrase in UTF-16, %s, is turned away', (_what, bytes) => {
  expect(refusesSecretUtf16(bytes, { pasted: false })).toBe(true);
  expect(said).toEqual(['This is a recovery phrase. Nothing was kept.']);
});

test.each([
  ['other text in UTF-16', little('a message')],
  ['text in UTF-8', Uint8Array.from(Buffer.from(PHRASE))],
  ['the bytes of a transaction', Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)],
  ['no bytes', new Uint8Array(0)],
])('%s is not', (_what, bytes) => {
  expect([refusesSecretUtf16(bytes, { pasted: false }), said]).toEqual([false, []]);
});
