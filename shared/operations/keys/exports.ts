import Type from 'typebox';
import { MNEMONIC_LANGUAGES } from '../../model/enums.ts';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { AddressText, BytesText, ExportBundle, TargetPublicKey, Uuid } from '../fields.ts';

export const exportPrivateKey = activity({
  name: 'export_private_key',
  title: 'Export private key',
  summary: 'Exports a private key, encrypted to a target key of this machine’s vault.',
  specified: false,
  exports: { kind: 'private key', of: 'privateKeyId', target: 'targetPublicKey', bundle: 'exportBundle' },
  governed: policies('PRIVATE_KEY', 'EXPORT', 'targetPublicKey'),
  parameters: Type.Object({ privateKeyId: Uuid('Private key id'), targetPublicKey: TargetPublicKey }),
  result: Type.Object({ privateKeyId: BytesText('Private key id'), exportBundle: ExportBundle }),
  example: {
    parameters: { privateKeyId: EXAMPLE.privateKeyId, targetPublicKey: EXAMPLE.targetPublicKey },
    result: { privateKeyId: EXAMPLE.privateKeyId, exportBundle: EXAMPLE.exportBundle },
  },
});

export const exportWalletAccount = activity({
  name: 'export_wallet_account',
  title: 'Export account',
  summary: 'Exports the private key of an account, encrypted to a target key of this machine’s vault.',
  specified: true,
  exports: { kind: 'account', of: 'address', target: 'targetPublicKey', bundle: 'exportBundle' },
  governed: policies('WALLET', 'EXPORT', 'targetPublicKey'),
  parameters: Type.Object({
    address: Type.String({ title: 'Address', kind: 'address', minLength: 1, maxLength: 512 }),
    targetPublicKey: TargetPublicKey,
  }),
  result: Type.Object({ address: AddressText('Address'), exportBundle: ExportBundle }),
  example: {
    parameters: { address: EXAMPLE.address, targetPublicKey: EXAMPLE.targetPublicKey },
    result: { address: EXAMPLE.address, exportBundle: EXAMPLE.exportBundle },
  },
});

export const exportWallet = activity({
  name: 'export_wallet',
  title: 'Export wallet',
  summary: 'Exports the mnemonic of a wallet, encrypted to a target key of this machine’s vault.',
  specified: false,
  exports: { kind: 'wallet', of: 'walletId', target: 'targetPublicKey', bundle: 'exportBundle' },
  governed: policies('WALLET', 'EXPORT', 'targetPublicKey'),
  parameters: Type.Object({
    walletId: Uuid('Wallet id'),
    targetPublicKey: TargetPublicKey,
    language: Type.Optional(
      Type.Enum(MNEMONIC_LANGUAGES, { title: 'Language', help: 'of the words. The wallet’s own when absent' }),
    ),
  }),
  result: Type.Object({ walletId: BytesText('Wallet id'), exportBundle: ExportBundle }),
  example: {
    parameters: { walletId: EXAMPLE.walletId, targetPublicKey: EXAMPLE.targetPublicKey },
    result: { walletId: EXAMPLE.walletId, exportBundle: EXAMPLE.exportBundle },
  },
});
