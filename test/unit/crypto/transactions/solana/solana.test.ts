import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { ed25519Sign } from '../../../../../electron/crypto/curves/ed25519.ts';
import { signTransaction, verifyTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { textsOf } from '../../../findings.ts';
import { asking } from '../asking.ts';
import { publicBytes, type SolanaParts, SYSTEM, solanaKey, solanaMessage, solanaText } from './builder.ts';

const TYPE = 'TRANSACTION_TYPE_SOLANA';
const payer = solanaKey(1);
const second = solanaKey(2);
const stranger = solanaKey(3);
const other = new Uint8Array(32).fill(0x44);
const table = new Uint8Array(32).fill(0x55);
const name = (key: Uint8Array) => base58.encode(key);

/** The payer and a second signer; the second sends 1000 lamports. */
const transfer: SolanaParts = {
  header: [2, 0, 1],
  keys: [publicBytes(payer), publicBytes(second), other, SYSTEM],
  instructions: [{ program: 3, accounts: [1, 2], data: `02000000${'e803000000000000'}` }],
};
const versioned: SolanaParts = {
  ...transfer,
  version: 0,
  instructions: [...transfer.instructions, { program: 2, accounts: [4, 5], data: 'beef' }],
  lookups: [{ key: table, writable: [7], readonly: [9] }],
};
const invalid = (words: string) =>
  expect.objectContaining({
    code: 'TRANSACTION_INVALID',
    message: expect.stringMatching(new RegExp(`^failed to parse transaction: .*${words}.*Nothing was signed\\.$`)),
  });
const mismatch = (words: string) =>
  expect.objectContaining({ code: 'SIGNATURE_MISMATCH', message: expect.stringContaining(words) });

const values = (text: string) =>
  Object.fromEntries(
    asking(TYPE)
      .describe(text)
      .fields.map((field) => [field.name, field.value]),
  );

/** One instruction of a program whose accounts are the payer and `count` others. */
function call(program: string, data: string, count = 6): SolanaParts {
  const others = Array.from({ length: count }, (_, index) => new Uint8Array(32).fill(0x60 + index));
  return {
    header: [1, 0, 1],
    keys: [publicBytes(payer), ...others, base58.decode(program)],
    instructions: [{ program: count + 1, accounts: others.map((_, index) => index + 1), data }],
  };
}

describe('what it says', () => {
  test('a transfer', () => {
    const meaning = asking(TYPE).describe(solanaText(transfer));
    expect(meaning).toMatchObject({
      title: 'Solana transaction, legacy',
      steps: [`Send 0.000001 SOL to ${name(other)}`],
      summary: expect.arrayContaining([{ name: 'Fee at most', value: '0.00001 SOL', kind: 'amount' }]),
      findings: [],
      unexplained: [],
    });
    expect(meaning.fields.map((field) => [field.name, field.value, field.kind])).toEqual([
      ['feePayer', name(publicBytes(payer)), 'address'],
      ['recentBlockhash', name(new Uint8Array(32).fill(9)), 'address'],
      ['signers[0]', name(publicBytes(payer)), 'address'],
      ['signers[1]', name(publicBytes(second)), 'address'],
      ['writableAccounts[0]', name(publicBytes(payer)), 'address'],
      ['writableAccounts[1]', name(publicBytes(second)), 'address'],
      ['writableAccounts[2]', name(other), 'address'],
      ['readonlyAccounts[0]', name(SYSTEM), 'address'],
      ['instructions[0].program', 'System Program', 'text'],
      ['instructions[0].programId', '11111111111111111111111111111111', 'address'],
      ['instructions[0].instruction', 'transfer', 'text'],
      ['instructions[0].from', name(publicBytes(second)), 'address'],
      ['instructions[0].to', name(other), 'address'],
      ['instructions[0].lamports', '1000', 'amount'],
    ]);
  });

  test('address tables by their names, and what cannot be seen', () => {
    const meaning = asking(TYPE).describe(solanaText(versioned));
    expect(meaning.title).toBe('Solana transaction, version 0');
    expect(values(solanaText(versioned))).toMatchObject({
      'addressTableLookups[0]': name(table),
      'instructions[1].programId': name(other),
      'instructions[1].accountsCount': '2',
      'instructions[1].accounts': `entry 7 of table ${name(table)}, entry 9 of table ${name(table)}`,
      'instructions[1].data': 'beef',
    });
    expect(textsOf(meaning)).toEqual([
      `Accounts of the address tables ${name(table)} cannot be seen without asking the network.`,
      `Instruction 1 of ${name(other)} cannot be decoded: what it does is not known.`,
    ]);
  });

  test('what an account is: an address, or words where only the chain knows it', () => {
    const kinds = (parts: SolanaParts) =>
      Object.fromEntries(
        asking(TYPE)
          .describe(solanaText(parts))
          .fields.map((field) => [field.name, field.kind]),
      );
    expect(kinds(versioned)).toMatchObject({
      'addressTableLookups[0]': 'address',
      'instructions[1].programId': 'address',
      'instructions[1].accounts': 'text',
      'instructions[1].data': 'bytes',
    });
    expect(kinds(call(TOKEN, `060201${'44'.repeat(32)}`, 3))).toMatchObject({
      'instructions[0].authorityType': 'text',
      'instructions[0].newAuthority': 'address',
      'instructions[0].otherAccounts': 'address',
    });
    const [first] = versioned.instructions;
    const opened = { program: first?.program ?? 0, accounts: [5], data: 'beef' };
    expect(kinds({ ...versioned, instructions: [opened] })['instructions[0].accounts']).toBe('text');
    expect(kinds(call(TOKEN, '060000'))['instructions[0].newAuthority']).toBe('text');
  });

  const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
  const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  const BUDGET = 'ComputeBudget111111111111111111111111111111';
  const account = (index: number) => name(new Uint8Array(32).fill(0x60 + index));

  test.each([
    [
      TOKEN,
      '030100000000000000',
      { instruction: 'transfer', source: account(0), destination: account(1), amount: '1' },
    ],
    [
      TOKEN_2022,
      '0c010000000000000006',
      { instruction: 'transferChecked', mint: account(1), destination: account(2), amount: '1', decimals: '6' },
    ],
    [TOKEN, '040500000000000000', { instruction: 'approve', delegate: account(1), amount: '5' }],
    [TOKEN, '0600' + '00', { instruction: 'setAuthority', account: account(0), newAuthority: 'none' }],
    [TOKEN, `060201${'44'.repeat(32)}`, { authorityType: 'AccountOwner', newAuthority: name(other) }],
    [
      TOKEN,
      '09',
      { instruction: 'closeAccount', destination: account(1), otherAccounts: [3, 4, 5].map(account).join(', ') },
    ],
    [BUDGET, '02400d0300', { instruction: 'setComputeUnitLimit', units: '200000' }],
    [BUDGET, '030100000000000000', { instruction: 'setComputeUnitPrice', microLamports: '1' }],
    ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', '', { instruction: 'create', owner: account(2) }],
    ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', '01', { instruction: 'createIdempotent', mint: account(3) }],
    ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', '68656c6c6f', { memo: '"hello"' }],
    ['11111111111111111111111111111111', '04000000', { instruction: 'advanceNonceAccount', nonceAccount: account(0) }],
  ])('%s %s', (program, data, wanted) => {
    const named = Object.fromEntries(Object.entries(wanted).map(([key, value]) => [`instructions[0].${key}`, value]));
    expect(values(solanaText(call(program, data)))).toMatchObject(named);
  });

  test.each([
    [TOKEN, `04${'ff'.repeat(8)}`, 'can take an unlimited amount out of'],
    [TOKEN, '040500000000000000', 'can take up to 5 base units out of'],
    [TOKEN, '060000', 'Nobody becomes the minter of'],
    ['11111111111111111111111111111111', '04000000', 'does not expire'],
    [BUDGET, '0300e40b5402000000', 'may pay 14 SOL for priority'],
    [TOKEN, '03010000000000000000', 'cannot be decoded'],
    [TOKEN, '03', 'cannot be decoded'],
    [TOKEN, '060001aa', 'cannot be decoded'],
    [TOKEN, '63', 'cannot be decoded'],
    ['11111111111111111111111111111111', '020000', 'cannot be decoded'],
    ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'e280ae', 'cannot be decoded'],
  ])('warns: %s %s %s', (program, data, words) => {
    expect(textsOf(asking(TYPE).describe(solanaText(call(program, data))))).toEqual([expect.stringContaining(words)]);
  });

  test('warns of what is known to be dangerous before what is not known', () => {
    const parts = call(TOKEN, '060000');
    const [danger] = parts.instructions;
    const unknown = { program: danger?.program ?? 0, accounts: [], data: '63' };
    const meaning = asking(TYPE).describe(solanaText({ ...parts, instructions: [unknown, ...parts.instructions] }));
    expect(textsOf(meaning)).toEqual([
      expect.stringMatching(/^Nobody becomes the minter of/),
      expect.stringMatching(/^Instruction 0 .*cannot be decoded/),
    ]);
  });

  test('a token transfer with an account missing is not decoded', () => {
    expect(values(solanaText(call(TOKEN, '030100000000000000', 2)))['instructions[0].accountsCount']).toBe('2');
  });

  test('a transaction without instructions, and a signature that does not hold', () => {
    const signatures = [new Uint8Array(64), new Uint8Array(64).fill(5)];
    expect(textsOf(asking(TYPE).describe(solanaText({ ...transfer, instructions: [], signatures })))).toEqual([
      'It has no instruction: it does nothing but pay its fee.',
      `The signature it already has of ${name(publicBytes(second))} is not one of this message.`,
    ]);
  });
});

describe('what is refused', () => {
  const wide = Array.from({ length: 36 }, (_, index) => new Uint8Array(32).fill(0x90 + index));
  const text = solanaText(transfer);

  test.each<[string, string, string]>([
    ['no hex', 'zz', 'not hexadecimal'],
    ['nothing', '', 'not hexadecimal'],
    ['bytes after the end', `${text}00`, 'bytes follow'],
    ['bytes missing', text.slice(0, -2), 'ends within'],
    ['a packet too large', '00'.repeat(1233), 'more than 1232 bytes'],
    ['a length that is not canonical', `8200${text.slice(2)}`, 'shortest spelling'],
    ['a length of four bytes', `ffffff01${text.slice(2)}`, 'shortest spelling'],
    ['more signatures than bytes', `ff7f${text.slice(2)}`, 'ends within'],
    ['no signer', solanaText({ ...transfer, header: [0, 0, 1] }), 'asks for no signature'],
    ['a payer who is read-only', solanaText({ ...transfer, header: [2, 2, 1] }), 'fee payer read-only'],
    ['a header for more keys', solanaText({ ...transfer, header: [2, 0, 3] }), 'more accounts than'],
    ['slots missing', solanaText({ ...transfer, signatures: [new Uint8Array(64)] }), '1 signature slots'],
    ['the same key twice', solanaText({ ...transfer, keys: [other, other, table, SYSTEM] }), 'keys 0 and 1 are'],
    [
      'an account out of range',
      solanaText({ ...transfer, instructions: [{ program: 3, accounts: [4], data: '' }] }),
      'not there',
    ],
    [
      'a table entry out of range',
      solanaText({ ...versioned, instructions: [{ program: 3, accounts: [6], data: '' }] }),
      'not there',
    ],
    [
      'a program out of range',
      solanaText({ ...versioned, instructions: [{ program: 4, accounts: [], data: '' }] }),
      'not among',
    ],
    [
      'the payer as program',
      solanaText({ ...transfer, instructions: [{ program: 0, accounts: [], data: '' }] }),
      'fee payer',
    ],
    [
      'an empty look-up',
      solanaText({ ...versioned, lookups: [{ key: table, writable: [], readonly: [] }] }),
      'nothing up',
    ],
    [
      'more than 256 accounts',
      solanaText({
        ...versioned,
        lookups: [{ key: table, writable: wide.map((_, i) => i), readonly: Array(220).fill(1) }],
      }),
      'more than 256 accounts',
    ],
  ])('%s', (_, unsigned, words) => {
    expect(() => asking(TYPE).describe(unsigned)).toThrowError(invalid(words));
    expect(() => signTransaction(TYPE, unsigned, payer)).toThrowError(invalid(words));
  });

  test('a version of the future', () => {
    expect(() => signTransaction(TYPE, solanaText({ ...versioned, version: 1 }), payer)).toThrowError(
      expect.objectContaining({ code: 'TRANSACTION_UNSUPPORTED', message: expect.stringContaining('version 1') }),
    );
  });

  test('a key that is no signer, telling who is', () => {
    const signers = [payer, second].map((key) => name(publicBytes(key))).join(', ');
    expect(() => signTransaction(TYPE, text, stranger)).toThrowError(invalid(`which are ${signers}`));
    expect(() => verifyTransaction(TYPE, text, text, stranger)).toThrowError(invalid('not among its signers'));
  });

  test("another signer's signature of another message", () => {
    const signatures = [new Uint8Array(64), ed25519Sign(second.privateKey, Uint8Array.of(1))];
    expect(() => signTransaction(TYPE, solanaText({ ...transfer, signatures }), payer)).toThrowError(
      invalid(`already has of ${name(publicBytes(second))} is of another message`),
    );
  });
});

describe.each([
  ['legacy', transfer],
  ['version 0', versioned],
])('signing, %s', (_, parts) => {
  const unsigned = solanaText(parts);
  const message = solanaMessage(parts);

  test('puts the signature of the message into its slot and leaves all else as it was', () => {
    const signatures = [new Uint8Array(64), ed25519Sign(second.privateKey, message)];
    expect(signTransaction(TYPE, unsigned, second)).toBe(solanaText({ ...parts, signatures }));
    expect(signTransaction(TYPE, `0X${unsigned.toUpperCase()}`, second)).toBe(solanaText({ ...parts, signatures }));
  });

  test('keeps a signature that is there, and replaces its own', () => {
    const both = [payer, second].map((key) => ed25519Sign(key.privateKey, message));
    const stale = new Uint8Array(64).fill(7);
    expect(signTransaction(TYPE, solanaText({ ...parts, signatures: [stale, both[1]!] }), payer)).toBe(
      solanaText({ ...parts, signatures: both }),
    );
  });

  test('proves itself; the id is known once the payer has signed', () => {
    const half = signTransaction(TYPE, unsigned, second);
    const proof = verifyTransaction(TYPE, unsigned, half, second);
    expect(proof).toMatchObject({ scheme: 'Ed25519', signed: [hexEncode(message)], transactionId: null });
    expect(proof.compared).toEqual(
      expect.arrayContaining(['version', 'accountKeys[3]', 'recentBlockhash', 'instructions[0].data', 'signatures[0]']),
    );
    const whole = signTransaction(TYPE, half, payer);
    expect(verifyTransaction(TYPE, half, whole, payer).transactionId).toBe(
      base58.encode(ed25519Sign(payer.privateKey, message)),
    );
  });

  test('a change of any byte is refused', () => {
    const half = signTransaction(TYPE, unsigned, second);
    const whole = hexDecode(signTransaction(TYPE, half, payer));
    for (let index = 0; index < whole.length; index += 1) {
      const changed = whole.slice();
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      expect(() => verifyTransaction(TYPE, half, hexEncode(changed), payer)).toThrowError(mismatch('refused'));
    }
  });
});

describe('a difference is named', () => {
  const unsigned = solanaText(versioned);
  const signAs = (parts: SolanaParts) => signTransaction(TYPE, solanaText(parts), payer);

  test.each<[string, SolanaParts]>([
    ['version', { ...transfer }],
    ['header.numReadonlyUnsignedAccounts', { ...versioned, header: [2, 0, 2] }],
    ['accountKeys[2]', { ...versioned, keys: versioned.keys.with(2, new Uint8Array(32).fill(0x45)) }],
    ['recentBlockhash', { ...versioned, blockhash: new Uint8Array(32).fill(8) }],
    ['instructions.length', { ...versioned, instructions: [] }],
    [
      'instructions[1].data',
      { ...versioned, instructions: [versioned.instructions[0]!, { program: 2, accounts: [4, 5], data: 'beee' }] },
    ],
    [
      'instructions[1].accounts',
      { ...versioned, instructions: [versioned.instructions[0]!, { program: 2, accounts: [4, 4], data: 'beef' }] },
    ],
    [
      'addressTableLookups[0].writableIndexes',
      { ...versioned, lookups: [{ key: table, writable: [8], readonly: [9] }] },
    ],
  ])('%s', (field, parts) => {
    expect(() => verifyTransaction(TYPE, unsigned, signAs(parts), payer)).toThrowError(
      mismatch(`${field} is not what was asked for`),
    );
  });

  test('an unsigned answer, an unreadable one, and one that another signer was added to', () => {
    expect(() => verifyTransaction(TYPE, unsigned, unsigned, payer)).toThrowError(mismatch('signatures[0] is empty'));
    expect(() => verifyTransaction(TYPE, unsigned, 'no', payer)).toThrowError(mismatch('it cannot be read'));
    const both = signTransaction(TYPE, signTransaction(TYPE, unsigned, payer), second);
    expect(() => verifyTransaction(TYPE, unsigned, both, payer)).toThrowError(mismatch('signatures[1] was changed'));
  });
});
