import { expect, test } from 'vitest';
import { describePayload } from '../../../../../electron/crypto/index.ts';
import { hex, SIGNER } from './builder.ts';
import { MARKED, MESSAGES, type Sample } from './marked-samples.ts';

const described = ({ bytes, isHashed }: Sample) =>
  describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hex(bytes), {
    ...(isHashed === true ? { signWith: null } : { signWith: SIGNER }),
    hashFunction: isHashed === true ? 'HASH_FUNCTION_SHA256' : 'HASH_FUNCTION_NOT_APPLICABLE',
  });

test.each(Object.entries(MARKED))('%s is treated as unknown', (_name, sample) => {
  const meaning = described(sample);
  expect(meaning?.unexplained).not.toEqual([]);
  expect(meaning?.findings.filter(({ level, mark }) => level === 'danger' && mark !== undefined)).toHaveLength(1);
  expect(meaning?.title).not.toMatch(/more than one form/);
});

test.each(Object.entries(MESSAGES))('%s is described by its text', (_name, sample) => {
  const meaning = described(sample);
  expect(meaning?.unexplained).toEqual([]);
  expect(meaning?.findings.filter(({ mark }) => mark !== undefined)).toEqual([]);
  expect(meaning?.steps[0]).toMatch(/hello|app\.example/);
});

test('bytes that match two forms have neither', () => {
  const genesis = Buffer.from('91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3', 'hex');
  const bytes = Buffer.concat([Buffer.alloc(5), Buffer.alloc(40, 1), genesis, Buffer.alloc(32, 1)]);
  const meaning = described({ bytes });
  expect(meaning).toMatchObject({ title: 'Bytes of more than one form', fields: [] });
  expect(meaning?.findings[0]?.mark).toBe('010101');
});
