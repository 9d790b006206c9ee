import { describe, expect, test } from 'vitest';
import { accountOfKind, kindOf, nextAccount } from '../../../../renderer/features/accounts/kinds.ts';
import { formatsFor } from '../../../../renderer/features/export/formats.ts';
import { encodingOf, hashesFor, messageBytes, messageProblem } from '../../../../renderer/features/sign/message.ts';
import { signatureParts } from '../../../../renderer/features/sign/signature.ts';
import { serviceProblems } from '../../../../renderer/features/start/connection.ts';
import { passphraseProblem } from '../../../../renderer/features/start/new-passphrase.ts';
import { checkValue, OPERATIONS } from '../../../../shared/operations/index.ts';
import { account } from '../fixture-data.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a message to sign', () => {
  test('Ethereum accounts hash with Keccak-256, others on ECDSA with SHA-256, Ed25519 by itself', () => {
    expect(hashesFor({ curve: 'CURVE_SECP256K1', caip2Prefix: 'eip155' })[0]).toBe('HASH_FUNCTION_KECCAK256');
    expect(hashesFor({ curve: 'CURVE_SECP256K1', caip2Prefix: null })[0]).toBe('HASH_FUNCTION_SHA256');
    expect(hashesFor({ curve: 'CURVE_P256', caip2Prefix: null })[0]).toBe('HASH_FUNCTION_SHA256');
    expect(hashesFor({ curve: 'CURVE_ED25519', caip2Prefix: 'solana' })).toEqual(['HASH_FUNCTION_NOT_APPLICABLE']);
  });

  test('is counted in bytes, not characters', () => {
    expect([messageBytes('text', 'größe'), messageBytes('hex', ' 0xdead '), messageBytes('hex', 'dea')]).toEqual([
      7,
      2,
      null,
    ]);
  });

  test('is refused when it is empty, not hex, or not a digest where a digest is asked for', () => {
    expect(messageProblem('text', '', 'HASH_FUNCTION_SHA256')).toContain('Write');
    expect(messageProblem('hex', 'xyz', 'HASH_FUNCTION_SHA256')).toContain('not hex');
    expect(messageProblem('hex', 'deadbeef', 'HASH_FUNCTION_NO_OP')).toContain('exactly 32 bytes; this has 4');
    expect(messageProblem('hex', 'ab'.repeat(32), 'HASH_FUNCTION_NO_OP')).toBeNull();
    expect(messageProblem('text', 'hello', 'HASH_FUNCTION_KECCAK256')).toBeNull();
  });

  test('is sent as the encoding it was written in', () => {
    expect([encodingOf('text'), encodingOf('hex')]).toEqual([
      'PAYLOAD_ENCODING_TEXT_UTF8',
      'PAYLOAD_ENCODING_HEXADECIMAL',
    ]);
  });
});

describe('the parts of a signature', () => {
  const row = (path: string, value: string) => ({ path, label: path, value });

  test('are read from the result wherever it is nested', () => {
    expect(signatureParts([row('result.r', 'aa'), row('result.s', 'bb'), row('v', '01')])).toEqual({
      r: 'aa',
      s: 'bb',
      v: '01',
      joined: 'aabb01',
    });
  });

  test('are not made up when one is missing', () => {
    expect(signatureParts([row('result.r', 'aa'), row('result.users', 'bb'), row('result.v', '01')])).toBeNull();
  });
});

describe('accounts to derive', () => {
  test('of each kind are accepted by the operation', () => {
    const accounts = (['ethereum', 'solana', 'other'] as const).map((kind) => ({
      ...accountOfKind(kind, 3),
      name: 'A',
    }));
    expect(checkValue(OPERATIONS.create_wallet.parameters, { walletName: 'W', accounts })).toEqual([]);
    expect(accounts.map((made) => kindOf(made))).toEqual(['ethereum', 'solana', 'other']);
  });

  test('go on with the index after the last of the same kind', () => {
    const accounts = [accountOfKind('ethereum', 5), accountOfKind('solana', 0), accountOfKind('ethereum', 6)];
    expect(nextAccount(accounts, 5).path).toBe("m/44'/60'/0'/0/7");
    expect(nextAccount([], 2).path).toBe("m/44'/60'/0'/0/2");
    expect(nextAccount([accountOfKind('solana', 0)], 0).path).toBe("m/44'/501'/1'/0'");
  });

  test('keep their name when their kind changes', () => {
    expect(accountOfKind('solana', 0, { ...accountOfKind('ethereum', 0), name: 'Fees' }).name).toBe('Fees');
  });
});

test('Solana’s own form is offered for Solana accounts only', () => {
  expect(formatsFor({ addressFormat: 'ADDRESS_FORMAT_SOLANA' }).map(({ value }) => value)).toEqual(['solana', 'hex']);
  expect(formatsFor({ addressFormat: account(0, 0).addressFormat }).map(({ value }) => value)).toEqual(['hex']);
  expect(formatsFor({ addressFormat: null }).map(({ value }) => value)).toEqual(['hex']);
});

describe('a new passphrase', () => {
  test.each([
    ['abcdefg', 'abcdefg', 'Use at least 8 characters.'],
    ['ähnlich', 'ähnlich', 'Use at least 8 characters.'],
    ['ähnliche', 'ähnliche', undefined],
    ['abcdefgh', 'abcdefgi', 'The two passphrases differ. Type both again.'],
    ['abcdefgh', 'abcdefghi', 'The two passphrases differ. Type both again.'],
  ])('%s and %s: %s', (first, second, problem) => expect(passphraseProblem(bytes(first), bytes(second))).toBe(problem));
});

describe('a connection', () => {
  const good = {
    name: 'production',
    baseUrl: 'https://api.example.com',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    signerKey: '',
  };

  test('with good fields has no problem', () => {
    expect(serviceProblems(good)).toEqual({});
    expect(serviceProblems({ ...good, signerKey: `04${'ab'.repeat(64)}` })).toEqual({});
  });

  test.each([
    'api.example.com',
    'ftp://api.example.com',
    'http://api.example.com',
    'https://user:pw@api.example.com',
    '',
  ])('to %j is refused', (baseUrl) => {
    expect(Object.keys(serviceProblems({ ...good, baseUrl }))).toEqual(['baseUrl']);
  });

  test.each(['http://127.0.0.1:8080', 'http://localhost:3000', 'http://[::1]:3000'])(
    'to %s on this machine needs no encryption',
    (baseUrl) => {
      expect(serviceProblems({ ...good, baseUrl })).toEqual({});
    },
  );

  test('names each wrong field', () => {
    expect(Object.keys(serviceProblems({ name: '-', baseUrl: 'x', organizationId: '1', signerKey: '02ab' }))).toEqual([
      'name',
      'baseUrl',
      'organizationId',
      'signerKey',
    ]);
  });
});
