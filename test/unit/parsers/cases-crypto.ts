import { describePayload } from '../../../electron/crypto/index.ts';
import { openKeystoreFile } from '../../../electron/crypto/keystore-file.ts';
import { readCbor } from '../../../electron/crypto/passkeys/cbor.ts';
import { fieldName } from '../../../electron/crypto/transactions/bitcoin/fields.ts';
import { readCompactSize } from '../../../electron/crypto/transactions/bitcoin/numbers.ts';
import { readPsbt, writePsbt } from '../../../electron/crypto/transactions/bitcoin/psbt.ts';
import { byteReader } from '../../../electron/crypto/transactions/byte-reader.ts';
import { transactionBytes } from '../../../electron/crypto/transactions/reading.ts';
import { parseSolana } from '../../../electron/crypto/transactions/solana/wire.ts';
import { readMessage, type Schema } from '../../../electron/crypto/transactions/tron/protobuf.ts';
import type { JsonObject } from '../../../shared/model/index.ts';
import { hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { hex, offChain, RECIPIENT, transfer, twofold } from '../crypto/payloads/forms/builder.ts';
import {
  draftOf,
  inputOf,
  outputBytes,
  previousTransaction,
  provenInput,
  publicKey,
  writeDraft,
} from '../crypto/transactions/bitcoin/drafts.ts';
import { type SolanaParts, solanaText } from '../crypto/transactions/solana/builder.ts';
import { group, named } from './cases.ts';

const STRANGER = '5oNDL3swdJJF1g9DzJiZ4ynHXgszjAEpUkxVYejchzrY';
function describeOffChain(bytes: Uint8Array): string {
  const around = { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE', signWith: STRANGER } as const;
  const found = describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hex(bytes), around);
  return [found?.title, ...(found?.steps ?? []), ...(found?.findings ?? []).map(({ text }) => text)].join(' | ');
}
const otherVersion = offChain.version1('Hello');
otherVersion[16] = 2;

const PROTOBUF: Schema = {
  1: { name: 'amount', kind: 'int64', required: true },
  2: { name: 'id', kind: 'int32' },
  3: { name: 'lock', kind: 'bool' },
  4: { name: 'resource', kind: ['BANDWIDTH', 'ENERGY'] },
  5: { name: 'owner', kind: 'bytes', accepts: ({ length }) => length === 2 },
};

type Draft = ReturnType<typeof draftOf>;
const changed = (change: (draft: Draft) => void): string => {
  const draft = draftOf(['P2WPKH'], publicKey);
  change(draft);
  return writeDraft(draft);
};
const WHOLE = 2_100_000_000_000_000n;
const script = `0014${'11'.repeat(20)}`;

const parts = (change: Partial<SolanaParts>) => solanaText({ ...transfer, ...change });
const instruction = (change: object) => [{ program: 2, accounts: [0, 1], data: '', ...change }];
const lookup = (writable: readonly number[]) => ({ key: RECIPIENT, writable, readonly: [] });

const KDF = { dklen: 32, salt: 'ab', prf: 'hmac-sha256', c: 1 };
const KEYSTORE = {
  cipher: 'aes-128-ctr',
  cipherparams: { iv: 'ab'.repeat(16) },
  ciphertext: 'ab'.repeat(32),
  mac: 'ab'.repeat(32),
  kdf: 'pbkdf2',
  kdfparams: KDF,
};
const keystore = (change: object): JsonObject => ({ version: 3, crypto: { ...KEYSTORE, ...change } });
const derivation = (change: object, kdf = 'pbkdf2') => keystore({ kdf, kdfparams: { ...KDF, ...change } });

export const CRYPTOS = [
  named('an off-chain message of Solana', describeOffChain, {
    'of another signer': offChain.version1('Hello'),
    'with signers in another order': offChain.version1('Hello', {
      signers: [Buffer.alloc(32, 9), Buffer.alloc(32, 7)],
    }),
    'without a signer': offChain.version0('Hello', { signers: [] }),
    'without a text': offChain.version1(''),
    'of an unknown format': offChain.version0('Hello', { format: 3 }),
    'with control characters in plain text': offChain.version0('Hel\nlo'),
    'that ends early': offChain.version0('Hello').subarray(0, 60),
    'that two layouts fit': twofold(),
    'of an unknown version': otherVersion,
  }),
  group('Protocol Buffers', (bytes: string) => readMessage(hexDecode(bytes), PROTOBUF, 'contract'), [
    '0801108080808008',
    '08011802',
    '08012002',
    '0a00',
    '08010801',
    '3001',
    '0001',
    '1001',
    '08012a0141',
    '088000',
    '0801a2',
  ]),
  named('a PSBT', (text: string) => readPsbt(text), {
    'without a required field': changed(({ global }) => void global.set('00', '')),
    'with a field of another version': changed(({ global }) => void global.set('04', '01')),
    'with a longer key': changed(({ inputs }) => void inputs[0]?.fields.set('03ab', '01000000')),
    'with a short value': changed(({ inputs }) => void inputs[0]?.fields.set('03', '01')),
    'with the same key twice': '70736274ff010201ab010201ab00',
    'of broken base64': 'cHNidP8=BAA',
    'that is too long': `70736274ff${'00'.repeat(512 * 1024)}`,
    'that is a transaction': previousTransaction(script, 1n, 1),
    'of other bytes': 'abcdef',
    'with too large inputs': changed(({ inputs }) => {
      inputs.splice(0, 1, ...[0, 1].map((salt) => inputOf('P2WPKH', publicKey, salt, WHOLE)));
    }),
    'with a too large output': changed(
      ({ outputs }) => void outputs.push({ amount: WHOLE + 1n, script, fields: new Map() }),
    ),
    'with too large outputs': changed(({ outputs }) => void outputs.push({ amount: WHOLE, script, fields: new Map() })),
    'with another previous transaction': changed(
      ({ inputs }) => void inputs[0]?.fields.set('00', previousTransaction(script, 1n, 1)),
    ),
    'without the spent output': changed(({ inputs }) => {
      inputs[0] = { ...provenInput('P2WPKH', publicKey, 1), index: 2 };
    }),
    'with two amounts': changed(({ inputs }) => {
      inputs[0] = provenInput('P2WPKH', publicKey, 1);
      inputs[0].fields.set('01', outputBytes(1n, script));
    }),
    'with a longer output': changed(({ inputs }) => void inputs[0]?.fields.set('01', `${outputBytes(1n, script)}00`)),
  }),
  group(
    'an addition to a PSBT',
    (input: number) =>
      writePsbt(readPsbt(changed(() => undefined)), [{ input, key: Uint8Array.of(2), value: Uint8Array.of(1) }]),
    [7],
  ),
  group('the name of a field of a PSBT', (type: number) => fieldName('global', Uint8Array.of(type)), [0xfb, 0xfc]),
  group('a size of Bitcoin', (bytes: string) => readCompactSize(byteReader(hexDecode(bytes), 'the PSBT')), [
    'fdfc00',
    '05',
  ]),
  named('a Solana transaction', parseSolana, {
    'without a signer': parts({ header: [0, 0, 1], signatures: [] }),
    'with a read-only payer': parts({ header: [1, 1, 1] }),
    'with few accounts': parts({ header: [1, 0, 3] }),
    'with two slots': parts({ signatures: [new Uint8Array(64), new Uint8Array(64)] }),
    'with an account twice': parts({ keys: [RECIPIENT, RECIPIENT, RECIPIENT] }),
    'with an empty lookup': parts({ version: 0, lookups: [lookup([])] }),
    'with many accounts': parts({ version: 0, lookups: [lookup(Array.from({ length: 254 }, (_none, at) => at))] }),
    'with the payer as a program': parts({ instructions: instruction({ program: 0 }) }),
    'with a missing program': parts({ instructions: instruction({ program: 3 }) }),
    'with a missing account': parts({ instructions: instruction({ accounts: [9] }) }),
    'of version 5': parts({ version: 5 }),
    'that ends early': parts({}).slice(0, -2),
    'that ends within its keys': parts({}).slice(0, 2 * 75),
    'that ends within a key': parts({}).slice(0, 2 * 160),
    'that ends within its blockhash': parts({}).slice(0, 2 * 170),
    'that ends within accounts': parts({}).slice(0, 2 * 200),
    'that ends within data': parts({}).slice(0, 2 * 205),
    'that ends within its lookups': parts({ version: 0, lookups: [lookup([1])] }).slice(0, -70),
    'that ends within a lookup': parts({ version: 0, lookups: [lookup([1])] }).slice(0, -4),
  }),
  group('the text of a transaction', (text: string) => transactionBytes(text, 4), ['', 'xy', 'abcdefabcd']),
  named(
    'a sequence of bytes',
    (read: (reader: ReturnType<typeof byteReader>) => unknown) => {
      return read(byteReader(Uint8Array.of(0x80, 0), 'the transaction'));
    },
    {
      'that is too short': (reader) => reader.take(3),
      'with a longer number than needed': (reader) => reader.varint(64),
      'with more bytes': (reader) => reader.end(),
    },
  ),
  group('CBOR', (bytes: string) => readCbor(hexDecode(bytes)).value, [
    '42ab',
    '83',
    '1b0000000000000001',
    'c100',
    'f7',
    'a1f600',
    'a201000100',
    '8181818181818181818100',
  ]),
  named('a keystore file', (file: JsonObject) => openKeystoreFile(file, utf8Encode('words')), {
    'of another version': { version: 4 },
    'with another cipher': keystore({ cipher: 'aes-256-gcm' }),
    'with a short ciphertext': keystore({ ciphertext: 'ab' }),
    'without parameters': keystore({ kdfparams: null }),
    'with another length': derivation({ dklen: 64 }),
    'with too much work': derivation({ n: 2 ** 30, r: 8, p: 1 }, 'scrypt'),
    'with another derivation': derivation({}, 'argon2id'),
    'with another function': derivation({ prf: 'hmac-sha1' }),
    'with too many rounds': derivation({ c: 10_000_001 }),
    'without rounds': derivation({ c: 0 }),
    'with another passphrase': keystore({}),
  }),
];
