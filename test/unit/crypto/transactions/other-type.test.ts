import { expect, it } from 'vitest';
import { describeTransaction, signTransaction } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { publicBytes, solanaKey, solanaText } from './solana/builder.ts';
import { encode, rawText, TRANSFER } from './tron/builder.ts';

const ETHEREUM = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';

it.each(['TRANSACTION_TYPE_SOLANA', 'TRANSACTION_TYPE_TRON', 'TRANSACTION_TYPE_BITCOIN'] as const)(
  'a transaction of another type than %s is refused by the name of its own',
  (type) => {
    expect(() => describeTransaction(type, ETHEREUM)).toThrow(
      `it is a transaction of TRANSACTION_TYPE_ETHEREUM and not of ${type}; choose that type`,
    );
  },
);

it('a transaction of another type is not signed, and the error names its type', () => {
  const key = {
    curve: 'CURVE_SECP256K1',
    publicKey: '',
    addressFormats: [],
    privateKey: new Uint8Array(32).fill(1),
  } as const;
  expect(() => signTransaction('TRANSACTION_TYPE_TRON', ETHEREUM, key)).toThrow(
    'it is a transaction of TRANSACTION_TYPE_ETHEREUM and not of TRANSACTION_TYPE_TRON; choose that type. Nothing was signed.',
  );
});

it('a transaction of no type is refused for its own reason', () => {
  expect(() => describeTransaction('TRANSACTION_TYPE_SOLANA', ETHEREUM.slice(0, -4))).toThrow('ends within');
});

const SOLANA = solanaText({
  keys: [publicBytes(solanaKey(1)), new Uint8Array(32).fill(2), new Uint8Array(32)],
  header: [1, 0, 1],
  instructions: [{ program: 2, accounts: [0, 1], data: `02000000${'05'.padEnd(16, '0')}` }],
});
const TRON = rawText(TRANSFER);
const WHOLE = hexEncode(
  encode([
    [1, hexDecode(TRON)],
    [2, new Uint8Array(65)],
  ]),
);

it.each([
  ['ETHEREUM', '70997970c51812dc3a010c7d01b50e0d17dc79c8', 'it has 20 bytes, as an address has'],
  ['ETHEREUM', `0x${'ab'.repeat(32)}`, 'it has 32 bytes, as a hash has'],
  ['TRON', 'ab'.repeat(32), 'it has 32 bytes, as a hash has'],
  ['ETHEREUM', `02${'ab'.repeat(31)}`, 'failed to parse transaction: it is cut off'],
  ['SOLANA', SOLANA.slice(2 + 128), 'it is the message alone'],
  ['SOLANA', `0X${SOLANA.slice(2 + 128).toUpperCase()}`, 'it is the message alone'],
  ['SOLANA', SOLANA.slice(2 + 130), 'within the account keys'],
  ['TRON', WHOLE, 'it is a whole transaction; give its raw data alone'],
  ['TRON', WHOLE.slice(0, TRON.length), 'it ends within raw_data'],
] as const)('content that is no transaction is refused by what it is: %s %s', (type, text, message) => {
  expect(() => describeTransaction(`TRANSACTION_TYPE_${type}`, text)).toThrow(message);
});

it('a transaction of Bitcoin that is not in a PSBT is refused, and says so', () => {
  const outputs = `01${'00'.repeat(9)}`;
  const transaction = `0200000001${'ab'.repeat(32)}0000000000ffffffff${outputs}00000000`;
  expect(() => describeTransaction('TRANSACTION_TYPE_BITCOIN', transaction)).toThrow(
    'it is a transaction and not a PSBT',
  );
  expect(() => describeTransaction('TRANSACTION_TYPE_BITCOIN', `03${transaction.slice(2)}`)).toThrow('70736274ff');
});
