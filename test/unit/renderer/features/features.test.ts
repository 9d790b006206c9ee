import { describe, expect, test } from 'vitest';
import { accountOfKind, kindOf, nextAccount } from '../../../../renderer/features/accounts/kinds.ts';
import { formatsFor } from '../../../../renderer/features/export/formats.ts';
import {
  draftProblem,
  EMPTY_DRAFT,
  requestOf,
  type SignKind,
  typeOf,
} from '../../../../renderer/features/sign/draft.ts';
import { encodingOf, hashesFor, messageBytes, messageProblem } from '../../../../renderer/features/sign/message.ts';
import { resultMember, signatureParts } from '../../../../renderer/features/sign/signature.ts';
import { typesFor } from '../../../../renderer/features/sign/transaction.ts';
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

describe('a draft', () => {
  const ethereum = {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    curve: 'CURVE_SECP256K1',
    caip2Prefix: 'eip155',
  };
  const bitcoin = { ...ethereum, caip2Prefix: 'bip122' };
  const solana = {
    address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    curve: 'CURVE_ED25519',
    caip2Prefix: 'solana',
  };
  const p256 = { ...ethereum, curve: 'CURVE_P256', caip2Prefix: null };
  const written = (kind: SignKind, text: string) => ({
    ...EMPTY_DRAFT,
    kind,
    texts: { ...EMPTY_DRAFT.texts, [kind]: text },
  });
  const typedData = JSON.stringify({ domain: {}, types: {}, primaryType: 'Mail', message: {} });

  test('offers the transaction types that the account’s curve signs, its own chain’s first', () => {
    expect(typesFor(solana)).toEqual(['TRANSACTION_TYPE_SOLANA']);
    expect(typesFor(p256)).toEqual([]);
    expect(typesFor(ethereum)[0]).toBe('TRANSACTION_TYPE_ETHEREUM');
    expect(typesFor({ ...ethereum, caip2Prefix: 'tron' })[0]).toBe('TRANSACTION_TYPE_TRON');
    expect(new Set(typesFor(bitcoin))).toEqual(new Set(typesFor(ethereum)));
  });

  test.each([
    [ethereum, '02df01', 'TRANSACTION_TYPE_ETHEREUM'],
    [ethereum, ' 0x76e501', 'TRANSACTION_TYPE_TEMPO'],
    [ethereum, '70736274FF01', 'TRANSACTION_TYPE_BITCOIN'],
    [bitcoin, '', 'TRANSACTION_TYPE_BITCOIN'],
    [solana, '76', 'TRANSACTION_TYPE_SOLANA'],
    [p256, '02df01', null],
  ])('%#: the type follows from the account and the first bytes', (account, text, type) =>
    expect(typeOf(account, written('transaction', text))).toBe(type),
  );

  test('keeps the type that was chosen by hand as long as the account can sign it', () => {
    const draft = { ...written('transaction', '76e501'), type: 'TRANSACTION_TYPE_TRON' } as const;
    expect([typeOf(ethereum, draft), typeOf(solana, draft)]).toEqual([
      'TRANSACTION_TYPE_TRON',
      'TRANSACTION_TYPE_SOLANA',
    ]);
  });

  test.each([
    ['transaction', ethereum, '', 'Paste'],
    ['transaction', ethereum, '0x0', 'not hex'],
    ['transaction', p256, '02', 'signs no transactions'],
    ['typed-data', ethereum, ' ', 'Paste'],
    ['typed-data', ethereum, '[]', 'not a JSON object'],
    ['typed-data', ethereum, '{"domain":{},"message":{}}', 'missing: types, primaryType'],
    ['typed-data', solana, typedData, 'secp256k1'],
  ] as const)('%s with a problem says which (%#)', (kind, account, text, problem) =>
    expect(draftProblem(account, written(kind, text))).toContain(problem),
  );

  test.each([
    ['message', 'hello', 'sign_raw_payload', { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' }],
    ['typed-data', typedData, 'sign_raw_payload', { payload: typedData, encoding: 'PAYLOAD_ENCODING_EIP712' }],
    [
      'transaction',
      ' 02df01\n',
      'sign_transaction',
      { unsignedTransaction: '02df01', type: 'TRANSACTION_TYPE_ETHEREUM' },
    ],
  ] as const)('%s becomes a request the operation accepts', (kind, text, operation, parameters) => {
    const draft = written(kind, text);
    expect(draftProblem(ethereum, draft)).toBeNull();
    const request = requestOf(ethereum, draft);
    expect(request).toMatchObject({ operation, parameters: { signWith: ethereum.address, ...parameters } });
    expect(checkValue(OPERATIONS[operation].parameters, request.parameters)).toEqual([]);
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

  test('a signed transaction is found the same way', () =>
    expect(resultMember([row('signTransactionResult.signedTransaction', '02f8')], 'signedTransaction')).toBe('02f8'));

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
