import { AccountAddress, Ed25519PublicKey as AptosKey } from '@aptos-labs/ts-sdk';
import { decodeSparkAddress, encodeSparkAddress } from '@buildonspark/spark-sdk';
import { Ed25519PublicKey as SuiKey } from '@mysten/sui/keypairs/ed25519';
import { isValidSuiAddress, normalizeSuiAddress } from '@mysten/sui/utils';
import { StrKey } from '@stellar/stellar-base';
import { describe, expect, test } from 'vitest';
import { ADDRESS_TABLE, addressOf } from '../../electron/crypto/index.ts';
import { expectSameAddresses, hashOf, keysOf } from './address-keys.ts';

const ED25519 = 'CURVE_ED25519';

describe('Sui, as @mysten/sui', () => {
  const { normalize } = ADDRESS_TABLE.ADDRESS_FORMAT_SUI;

  test('makes them', () => {
    expectSameAddresses('ADDRESS_FORMAT_SUI', ED25519, (key) => new SuiKey(key).toSuiAddress());
  });

  test('accepts them', () => {
    const digits = hashOf(0);
    const spellings = [
      digits,
      `0x${digits}`,
      `0X${digits.toUpperCase()}`,
      digits.slice(1),
      '0x2',
      '2',
      '0x',
      `0x${digits}0`,
    ];
    for (const text of [...spellings, `0x${digits.slice(1)}g`]) {
      expect([text, normalize(text)]).toEqual([text, isValidSuiAddress(text) ? normalizeSuiAddress(text) : null]);
    }
  });
});

describe('Aptos, as @aptos-labs/ts-sdk', () => {
  const { normalize } = ADDRESS_TABLE.ADDRESS_FORMAT_APTOS;

  test('makes them', () => {
    expectSameAddresses('ADDRESS_FORMAT_APTOS', ED25519, (key) =>
      new AptosKey(key).authKey().derivedAddress().toString(),
    );
  });

  test('accepts them strictly', () => {
    const zeros = '0'.repeat(63);
    const digits = hashOf(0);
    const special = Array.from('0123456789abcdefABCDEF', (digit) => [`0x${digit}`, `0x${zeros}${digit}`, digit]).flat();
    const others = ['0x', '0x10', '0x00', `0x${zeros}`, `0x${digits.slice(1)}`, digits, `0x${digits.toUpperCase()}`];
    for (const text of [...special, ...others, `0x${digits}0`, `0x${digits.slice(1)}g`]) {
      expect([text, normalize(text)]).toEqual([text, strictly(text)]);
    }
  });
});

function strictly(text: string): string | null {
  try {
    return AccountAddress.fromStringStrict(text).toString();
  } catch {
    return null;
  }
}

describe('Stellar, as @stellar/stellar-base', () => {
  test('makes them', () => {
    expectSameAddresses('ADDRESS_FORMAT_XLM', ED25519, (key) => StrKey.encodeEd25519PublicKey(Buffer.from(key)));
  });

  test('accepts them', () => {
    const { normalize } = ADDRESS_TABLE.ADDRESS_FORMAT_XLM;
    const raw = Buffer.from(hashOf(0), 'hex');
    const account = StrKey.encodeEd25519PublicKey(raw);
    const others = [StrKey.encodeEd25519SecretSeed(raw), StrKey.encodePreAuthTx(raw), StrKey.encodeContract(raw)];
    for (const text of [account, account.toLowerCase(), `${account}=`, account.slice(1), ...others]) {
      expect([text, normalize(text) !== null]).toEqual([text, StrKey.isValidEd25519PublicKey(text)]);
    }
  });
});

describe.each([
  ['ADDRESS_FORMAT_SPARK_MAINNET', 'MAINNET'],
  ['ADDRESS_FORMAT_SPARK_REGTEST', 'REGTEST'],
] as const)('%s, as @buildonspark/spark-sdk', (format, network) => {
  test('makes them', () => {
    expectSameAddresses(format, 'CURVE_SECP256K1', (_key, hex) =>
      encodeSparkAddress({ identityPublicKey: hex, network }),
    );
  });

  test('reads them back to the key', () => {
    for (const key of keysOf('CURVE_SECP256K1').slice(0, 20)) {
      expect(decodeSparkAddress(addressOf(format, key), network).identityPublicKey).toBe(key);
    }
  });

  test('refuses them with an invoice inside', () => {
    const [identityPublicKey = ''] = keysOf('CURVE_SECP256K1');
    const invoice = encodeSparkAddress({
      identityPublicKey,
      network,
      sparkInvoiceFields: {
        version: 1,
        id: new Uint8Array(16),
        paymentType: { $case: 'satsPayment', satsPayment: { amount: 1 } },
        memo: undefined,
        senderPublicKey: undefined,
        expiryTime: undefined,
      },
    });
    expect(ADDRESS_TABLE[format].normalize(invoice)).toBe(null);
  });
});
