import { base58, base64 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { readBitcoinAddress } from '../../electron/crypto/addresses/bitcoin.ts';
import { secp256k1PublicKey } from '../../electron/crypto/curves/secp256k1.ts';
import { readPsbt } from '../../electron/crypto/transactions/bitcoin/psbt.ts';
import { messageHash, readSignedMessage } from '../../electron/crypto/transactions/bitcoin/signed-message.ts';
import { transactionHash } from '../../electron/crypto/transactions/bitcoin/transaction.ts';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import {
  doubleHash,
  messageDraft,
  TYPE,
  thrown,
  writeDraft,
  writeDraft2,
} from '../unit/crypto/transactions/bitcoin/drafts.ts';
import vectors from './bip-322.json' with { type: 'json' };

const scriptOf = (address: string) => readBitcoinAddress(address)?.script ?? '';
const idOf = (hash: string) => hexEncode(hexDecode(hash).reverse());

test.each(vectors.transactions)('the transactions of $message', ({ message, address, ...wanted }) => {
  const draft = messageDraft(utf8Encode(message), scriptOf(address));
  expect(idOf(doubleHash(draft.inputs[0]?.fields.get('00') ?? ''))).toBe(wanted.toSpend);
  const psbt = readPsbt(writeDraft(draft));
  expect(idOf(hexEncode(transactionHash(psbt.transaction)))).toBe(wanted.toSign);
  expect(hexEncode(messageHash(utf8Encode(message)))).toBe(wanted.messageHash);
  expect(readSignedMessage(psbt)).toMatchObject({ hash: wanted.messageHash, isTrue: true });
});

describe.each(vectors.signatures)('the signature of $message', ({ message, privateKey, address, signatures }) => {
  // WIF: a version, the key, and 01 for a compressed public key.
  const secret = base58.decode(privateKey).slice(1, 33);
  const key = {
    curve: 'CURVE_SECP256K1',
    privateKey: secret,
    publicKey: secp256k1PublicKey(secret, 'compressed'),
    addressFormats: ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
  } as const;
  const draft = messageDraft(utf8Encode(message), scriptOf(address));

  test.each([writeDraft(draft), writeDraft2(draft)])('is the one of the vectors, made by signing to_sign', (asked) => {
    const signed = signTransaction(TYPE, asked, key);
    verifyTransaction(TYPE, asked, signed, key);
    const made = readPsbt(signed).inputs[0]?.entries.get(`02${key.publicKey}`)?.value ?? new Uint8Array();
    const witnesses = signatures.map((each) => hexEncode(base64.decode(each.replace(/^smp/, ''))));
    const length = made.length.toString(16).padStart(2, '0');
    expect(witnesses).toContain(`02${length}${hexEncode(made)}21${key.publicKey}`);
  });

  test('is explained as a message, not as a payment', () => {
    const { title, steps, summary } = describeTransaction(TYPE, writeDraft(draft), address);
    expect(title).toBe('Bitcoin message signature (BIP-322)');
    expect(steps).toEqual([message === '' ? 'Sign an empty message' : `Sign the message ${message}`]);
    expect(summary.map(({ name }) => name)).toEqual(['From', 'Message']);
  });

  test('is refused when the PSBT has another message', () => {
    const lie = messageDraft(utf8Encode(message), scriptOf(address));
    lie.global.set('09', hexEncode(utf8Encode(`${message}!`)));
    expect(thrown(() => signTransaction(TYPE, writeDraft(lie), key))).toContain(
      'is not the message whose hash is signed',
    );
  });
});
