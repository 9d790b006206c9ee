import { expect, test } from 'vitest';
import { readTransaction } from '../../electron/crypto/transactions/bitcoin/transaction.ts';
import { signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { outputBytes, sized, writeMap } from '../unit/crypto/transactions/bitcoin/drafts.ts';
import vectors from './bip-143.json' with { type: 'json' };

test('native P2WPKH is signed as published', () => {
  const { unsignedTransaction, scriptPubKey, satoshi, privateKey, publicKey, sigHash, signature } =
    vectors.nativeP2wpkh;
  const { outputs } = readTransaction(hexDecode(unsignedTransaction), 'the example', false);
  const fields = [['01', outputBytes(BigInt(satoshi), scriptPubKey)]] as const;
  const start = `70736274ff${writeMap([['00', unsignedTransaction]])}00`;
  const end = outputs.map(() => '00').join('');
  const key = {
    curve: 'CURVE_SECP256K1',
    publicKey,
    privateKey: hexDecode(privateKey),
    addressFormats: ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
  } as const;
  const asked = `${start}${writeMap(fields)}${end}`;
  const signed = signTransaction('TRANSACTION_TYPE_BITCOIN', asked, key);
  expect(signed).toBe(`${start}${writeMap([...fields, [`02${publicKey}`, signature]])}${end}`);
  expect(signed).toContain(sized(signature));
  expect(verifyTransaction('TRANSACTION_TYPE_BITCOIN', asked, signed, key).signed).toEqual([sigHash]);
});
