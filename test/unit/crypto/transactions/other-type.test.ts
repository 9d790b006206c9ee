import { expect, it } from 'vitest';
import { describeTransaction, signTransaction } from '../../../../electron/crypto/index.ts';

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
  expect(() => describeTransaction('TRANSACTION_TYPE_SOLANA', ETHEREUM.slice(0, -2))).toThrow('ends within');
});

it('a transaction of Bitcoin that is not in a PSBT is refused, and says so', () => {
  const outputs = `01${'00'.repeat(9)}`;
  const transaction = `0200000001${'ab'.repeat(32)}0000000000ffffffff${outputs}00000000`;
  expect(() => describeTransaction('TRANSACTION_TYPE_BITCOIN', transaction)).toThrow(
    'it is a transaction and not a PSBT',
  );
  expect(() => describeTransaction('TRANSACTION_TYPE_BITCOIN', `03${transaction.slice(2)}`)).toThrow('70736274ff');
});
