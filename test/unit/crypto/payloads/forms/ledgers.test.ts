import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { describePayload } from '../../../../../electron/crypto/index.ts';
import { readSigned } from '../../../../../electron/crypto/payloads/forms/stellar/transaction.ts';
import { readTransaction } from '../../../../../electron/crypto/payloads/forms/xrp/transaction.ts';
import { hex } from './builder.ts';
import { PUBLIC, uint32 } from './stellar-builder.ts';
import { account, addressOf, drops, PAYMENT, sized, xrp, xrpOfMany } from './xrp-builder.ts';

const bytes = (digits: string) => Buffer.from(digits, 'hex');

/** The transaction of the signing tests of XRPLF/xrpl.js (ripple-binary-codec). */
const KEY = 'ed5f5ac8b98974a3ca843326d9b88cebd0560177b973ee0b149f782cfaa06dc66a';
const [FROM, TO] = ['r9LqNeG6qHxjeUocjvVki2XR35weJ9mZgQ', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'];
const HEAD = '120000228000000024000000016140000000000003e868400000000000000a';
const TAIL = '81145b812c9d57731e27a2da8b1830195f88ef32a3b68314b5f762798a53d543a014caf8b297cff8f2f937e8';
const FIELDS = { Sequence: 1, Amount: drops(1000), Fee: drops(10), Account: account(FROM), Destination: account(TO) };
const SINGLE = `53545800${HEAD}7321${KEY}${TAIL}`;
const MULTIPLE = `534d5400${HEAD}7300${TAIL}c0a5abef242802efed4b041e8f2d4a8cc86ae3d1`;

test('signing data of the XRP Ledger is read as its own library writes it', () => {
  expect(hex(xrp(PAYMENT, FIELDS, { LastLedgerSequence: undefined, SigningPubKey: sized(bytes(KEY)) }))).toBe(SINGLE);
  const { type, fields, signer } = readTransaction(bytes(SINGLE));
  expect([type, signer]).toEqual([PAYMENT, null]);
  expect(fields.map(({ name, text }) => [name, text])).toEqual([
    ['TransactionType', 'Payment'],
    ['Flags', '0x80000000'],
    ['Sequence', '1'],
    ['Amount', '0.001 XRP'],
    ['Fee', '0.00001 XRP'],
    ['SigningPubKey', KEY.toUpperCase()],
    ['Account', FROM],
    ['Destination', TO],
  ]);
});

test('signing data for one of several signers ends with the account of the signer', () => {
  const { signer, fields } = readTransaction(bytes(MULTIPLE));
  expect(signer?.address).toBe('rJZdUusLDtY9NEsGea7ijqhVrXv98rYBYN');
  expect(fields.at(-1)?.text).toBe(TO);
  const more = { ...FIELDS, LastLedgerSequence: 9 };
  expect(readTransaction(xrpOfMany(TO, PAYMENT, more)).signer?.address).toBe(TO);
});

/** Serializations of the fixtures of ripple-binary-codec, without the signature where they have one. */
const FIXTURES: readonly (readonly [digits: string, texts: Readonly<Record<string, string>>])[] = [
  [
    '1200012e00005bb82024258d09812025258d0980614000000000000064701127a0258020e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8558101008114ee5f7cf61504c7cf7e0c22562eb19cc7acb0fcba8314b5f762798a53d543a014caf8b297cff8f2f937e8',
    {
      Account: 'r4jQDHCUvgcBAa5EzcB1D8BHGcjYP9eBC2',
      Amount: '0.0001 XRP',
      CancelAfter: '18 Dec 2019, 16:00:01 UTC',
      DestinationTag: '23480',
      TransactionType: 'EscrowCreate',
    },
  ],
  [
    '1200002280020000240000689e201b010bf0e361d4950ea99c657ef800000000000000000000000055534400000000000a20b3c85f482532a9578dbb3950b85ca06594d1684000000000002af8694000000000003a986ad40485b690f28e8000000000000000000000000055534400000000000a20b3c85f482532a9578dbb3950b85ca06594d173210254d771e2a30552d1f347f5b88ec87513843f8bc1a408e70a4175b2e3c325fd3c8114eaaa52373b59dcfbfd3476049aa6408aa22eaa898314eaaa52373b59dcfbfd3476049aa6408aa22eaa8901123000000000000000000000000055534400000000000a20b3c85f482532a9578dbb3950b85ca06594d1ff01fdf050193bedeaa9074764b961405d31e66ac0e9300000000000000000000000005553440000000000fdf050193bedeaa9074764b961405d31e66ac0e901fdf050193bedeaa9074764b961405d31e66ac0e900',
    {
      Account: 'r4PowrZ7KZw83oWDYxzY82ht2kgDmFUpB7',
      Amount: '5.927096147083 USD issued by rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
      DeliverMin: '0.012729190692 USD issued by rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
      Flags: '0x80020000',
      LastLedgerSequence: '17559779',
      Paths:
        '1: into USD issued by rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B; 2: through rQ96qm46YsRX2F7SSCQxToR2ybRuUYsZ4R, then into USD issued by rQ96qm46YsRX2F7SSCQxToR2ybRuUYsZ4R, then through rQ96qm46YsRX2F7SSCQxToR2ybRuUYsZ4R',
    },
  ],
  [
    '12000c22800000002400003b49201b01724e3520230000000368400000000000000b73210315b15964b3704b171e860de1fc914d283395ee825c8546aeebf0d24a5802bbc581144901f90028cead8af389ac6fa0f83643db67e95bf4eb1300018114ea97c2f7c88ae5735a59811f6f89e825b478982fe1f1',
    { Account: 'rfCp6hiUS4qqN1i4hTyX4ogA49MEbXgCau', SignerQuorum: '3', Sequence: '15177', Fee: '0.000011 XRP' },
  ],
];

test.each(FIXTURES)('a serialization of the XRP Ledger has its values: %s', (digits, texts) => {
  const { fields } = readTransaction(bytes(`53545800${digits}`));
  expect(Object.fromEntries(fields.map(({ name, text }) => [name, text]))).toMatchObject(texts);
});

test('addresses of the XRP Ledger in the tests are those of its library', () => {
  expect(addressOf(bytes('b5f762798a53d543a014caf8b297cff8f2f937e8'))).toBe(TO);
});

/** An envelope of the tests of stellar/js-stellar-base, and the hash that its library signs. */
const ENVELOPE =
  'AAAAAAtjwtJadppTmm0NtAU99BFxXXfzPO1N/SqR43Z8aXqXAAAAZAAIj6YAAAACAAAAAAAAAAEAAAAB0QAAAAAAAAEAAAAAAAAAAQAAAADLa6390PDAqg3qDLpshQxS+uVw3ytSgKRirQcInPWt1QAAAAAAAAAAA1Z+AAAAAAAAAAABfGl6lwAAAEBC655+8Izq54MIZrXTVF/E1ycHgQWpVcBD+LFkuOjjJd995u/7wM8sFqQqambL0/ME2FTOtxMO65B9i3eAIu4P';
const HASH = 'a84d534b3742ad89413bdbf259e02fa4c5d039123769e9bcc63616f723a2bcd5';
const SIGNATURES_BYTES = 4 + 4 + 4 + 64;

test('a signature base of Stellar has the hash of its own library, as the row says', () => {
  const envelope = Buffer.from(ENVELOPE, 'base64');
  const base = Buffer.concat([PUBLIC, uint32(2), uint32(0), envelope.subarray(4, -SIGNATURES_BYTES)]);
  expect(createHash('sha256').update(base).digest('hex')).toBe(HASH);
  const { transaction } = readSigned(base);
  expect(transaction.source.text).toBe('GAFWHQWSLJ3JUU42NUG3IBJ56QIXCXLX6M6O2TP5FKI6G5T4NF5JPFKL');
  expect(transaction.sequence.text).toBe('2409742941028354');
  const meaning = describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hex(base), {
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });
  expect(meaning?.summary.find(({ name }) => name === 'Transaction hash')?.value).toBe(HASH);
});
