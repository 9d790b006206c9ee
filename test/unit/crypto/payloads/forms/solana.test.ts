import { describe, expect, test } from 'vitest';
import { describePayload } from '../../../../../electron/crypto/index.ts';
import { solanaMessage, solanaText } from '../../transactions/solana/builder.ts';
import { hex, offChain, SIGNER, transfer, twofold } from './builder.ts';

type Around = Parameters<typeof describePayload>[2];
const UNHASHED: Around = { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE', signWith: SIGNER };
const described = (digits: string, around: Around = UNHASHED) =>
  describePayload('PAYLOAD_ENCODING_HEXADECIMAL', digits, around);
const marks = (digits: string, around?: Around) =>
  described(digits, around)?.findings.map(({ mark }) => mark !== undefined);

describe('the message of a Solana transaction', () => {
  test.each([undefined, 0, 1])(
    'of version %s is explained like its transaction, with places in the message',
    (version) => {
      const message = solanaMessage({ ...transfer, ...(version === undefined ? {} : { version }) });
      const found = described(hex(message));
      expect(found?.title).toBe(
        `Message of a Solana transaction, ${version === undefined ? 'legacy' : `version ${version}`}`,
      );
      expect(found?.steps).toEqual([expect.stringMatching(/^Send 0\.000000005 SOL /)]);
      const payer = found?.fields.find(({ name }) => name === 'feePayer');
      const start = { legacy: 4, 0: 5, 1: 42 }[version ?? 'legacy'] ?? 0;
      expect(payer).toEqual({ name: 'feePayer', value: SIGNER, kind: 'address', range: { start, end: start + 32 } });
      expect(found?.findings[0]?.text).toMatch(/anyone with the signature can send it/);
    },
  );

  test('is recognised without signer and hash function, but not with a hash', () => {
    const digits = hex(solanaMessage(transfer));
    expect(described(digits, {})?.title).toMatch(/Solana/);
    expect(described(digits, { hashFunction: 'HASH_FUNCTION_SHA256' })).toBeNull();
    expect(described(digits, { hashFunction: 'HASH_FUNCTION_KECCAK256' })).toBeNull();
  });

  test('with extra bytes is reported as an unreadable Solana transaction', () => {
    const found = described(hex(solanaMessage(transfer), Buffer.of(0)));
    expect(found).toMatchObject({ steps: ['Sign a Solana transaction that cannot be read'], fields: [] });
    expect(marks(hex(solanaMessage(transfer), Buffer.of(0)))).toEqual([true]);
  });

  test('with its signature slots is reported as a transaction', () => {
    for (const version of [0, 1])
      expect(described(solanaText({ ...transfer, version }))?.findings[0]?.text).toMatch(/signature slots/);
  });
});

describe('an off-chain message', () => {
  test.each([
    ['the first layout', offChain.first('Hello'), 'without a domain', 20],
    ['version 0', offChain.version0('Hello'), 'version 0', 85],
    ['version 1', offChain.version1('Hello'), 'version 1', 50],
  ])('of %s is its text', (_name, bytes, layout, start) => {
    const found = described(hex(bytes));
    expect(found).toMatchObject({
      title: `Off-chain message of Solana, ${layout}`,
      steps: ['Sign the message “Hello”'],
    });
    expect(found?.fields.at(-1)).toEqual({
      name: 'message',
      value: 'Hello',
      kind: 'text',
      range: { start, end: bytes.length },
    });
    expect(found?.findings).toMatchObject([{ level: 'information' }]);
  });

  const two = [Buffer.alloc(32, 9), Buffer.alloc(32, 7)];
  test.each([
    ['two layouts fit', twofold()],
    ['has bytes behind it', Buffer.concat([offChain.first('Hello'), Buffer.of(0x21)])],
    ['ends early', offChain.version0('Hello').subarray(0, -1)],
    ['has no text', offChain.version1('')],
    ['names no signer', offChain.version0('Hello', { signers: [] })],
    ['has signers in another order', offChain.version1('Hello', { signers: two })],
    ['has a format that is not known', offChain.version0('Hello', { format: 3 })],
    ['has control characters in plain text', offChain.version0('Hel\nlo')],
    ['is only its prefix', offChain.first('Hello').subarray(0, 16)],
  ])('that %s is not decoded', (_name, bytes) => {
    expect(described(hex(bytes))).toMatchObject({ fields: [], unexplained: [{ start: 0, end: bytes.length }] });
    expect(marks(hex(bytes))).toEqual([true]);
  });
});

test('32 bytes without a hash function are a digest for every key except Ed25519', () => {
  const digits = 'ab'.repeat(32);
  expect(described(digits, { hashFunction: 'HASH_FUNCTION_NO_OP' })).toBeNull();
  const letters = Buffer.from('exactly 32 letters of plain text').toString('utf8');
  const text = (around: Around) => describePayload('PAYLOAD_ENCODING_TEXT_UTF8', letters, around);
  expect(text({ hashFunction: 'HASH_FUNCTION_NO_OP' })).toBeNull();
  expect(text({ hashFunction: null, signWith: SIGNER })?.title).toBe('Text');
});
