import Type from 'typebox';
import { CURVES } from '../../model/enums.ts';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { Addresses, AddressFormats, BytesText, KeyAddresses, Label, Uuid, WalletAccountsParams } from '../fields.ts';

/** The longest mnemonic of any language is below 2 kB. Sealed and in hexadecimal it fits into this many characters. */
const MAXIMUM_BUNDLE = 16 * 1024;

const EncryptedBundle = Type.String({
  title: 'Encrypted bundle',
  kind: 'bytes',
  help: 'the secret, encrypted to the target key of an import bundle',
  minLength: 1,
  maxLength: MAXIMUM_BUNDLE,
});
const exampleEncryptedBundle = '{"encappedPublic":"04…","ciphertext":"…"}';

/** Declares an activity that requests a target key. `what` is the secret to encrypt to that key. */
const start = <const Name extends string>(name: Name, title: string, what: string, about: 'PRIVATE_KEY' | 'WALLET') =>
  activity({
    name,
    title,
    summary: `Returns a key of the service to which ${what} can be encrypted.`,
    specified: false,
    governed: policies(about, 'IMPORT'),
    parameters: Type.Object({ userId: Uuid('User id') }),
    result: Type.Object({ importBundle: BytesText('Import bundle') }),
    example: { parameters: { userId: EXAMPLE.userId }, result: { importBundle: EXAMPLE.exportBundle } },
  });

export const initImportPrivateKey = start(
  'init_import_private_key',
  'Start private key import',
  'a private key',
  'PRIVATE_KEY',
);
export const initImportWallet = start('init_import_wallet', 'Start wallet import', 'a mnemonic', 'WALLET');

export const importPrivateKey = activity({
  name: 'import_private_key',
  title: 'Import private key',
  summary: 'Imports a private key that was encrypted to the service.',
  specified: false,
  governed: policies('PRIVATE_KEY', 'IMPORT'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    privateKeyName: Label('Private key name'),
    encryptedBundle: EncryptedBundle,
    curve: Type.Enum(CURVES, { title: 'Curve' }),
    addressFormats: AddressFormats,
  }),
  result: Type.Object({ privateKeyId: BytesText('Private key id'), addresses: KeyAddresses }),
  example: {
    parameters: {
      userId: EXAMPLE.userId,
      privateKeyName: 'Imported key',
      encryptedBundle: exampleEncryptedBundle,
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    },
    result: {
      privateKeyId: EXAMPLE.privateKeyId,
      addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: EXAMPLE.address }],
    },
  },
});

export const importWallet = activity({
  name: 'import_wallet',
  title: 'Import wallet',
  summary: 'Imports a mnemonic that was encrypted to the service, and derives the wallet’s first accounts.',
  specified: false,
  governed: policies('WALLET', 'IMPORT'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    walletName: Label('Wallet name'),
    encryptedBundle: EncryptedBundle,
    accounts: WalletAccountsParams(0),
  }),
  result: Type.Object({ walletId: BytesText('Wallet id'), addresses: Addresses }),
  example: {
    parameters: {
      userId: EXAMPLE.userId,
      walletName: 'Imported wallet',
      encryptedBundle: exampleEncryptedBundle,
      accounts: [EXAMPLE.account],
    },
    result: { walletId: EXAMPLE.walletId, addresses: [EXAMPLE.address] },
  },
});
