import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';
import { ACCOUNT, createImporter, NOBODY } from './import-support.ts';

let service: StartedService;
let importer: ReturnType<typeof createImporter>;
beforeAll(async () => {
  service = await startService();
  importer = createImporter(service);
});
afterAll(() => service.stop());

describe('a wallet', () => {
  const lists = {
    MNEMONIC_LANGUAGE_ENGLISH: english,
    MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: simplifiedChinese,
    MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: traditionalChinese,
    MNEMONIC_LANGUAGE_CZECH: czech,
    MNEMONIC_LANGUAGE_FRENCH: french,
    MNEMONIC_LANGUAGE_ITALIAN: italian,
    MNEMONIC_LANGUAGE_JAPANESE: japanese,
    MNEMONIC_LANGUAGE_KOREAN: korean,
    MNEMONIC_LANGUAGE_SPANISH: spanish,
  } as const;
  const cases = Object.entries(lists).map(
    ([language, list], index) => [language as keyof typeof lists, list, 16 + 4 * (index % 5)] as const,
  );
  const target = generateP256KeyPair();
  const open = async (exportBundle: string, returnMnemonic: boolean) =>
    decryptExportBundle({
      exportBundle,
      embeddedKey: target.privateKey,
      organizationId: service.organizationId,
      returnMnemonic,
      dangerouslyOverrideSignerPublicKey: service.ready.keys.signer,
    });
  const exportBundle = async (walletId: string, language?: keyof typeof lists) => {
    const { activity } = await service.client.exportWallet(
      service.envelope('ACTIVITY_TYPE_EXPORT_WALLET', {
        walletId,
        targetPublicKey: target.publicKeyUncompressed,
        ...(language === undefined ? {} : { language }),
      }),
    );
    return activity.result.exportWalletResult!.exportBundle;
  };
  const exportWallet = async (walletId: string, language?: keyof typeof lists) =>
    new TextDecoder().decode(hexToBytes(await open(await exportBundle(walletId, language), false)));
  /**
   * Opens the bundle as callers of the official package do. It reads each byte as a letter, which only English
   * survives.
   */
  const exportWords = async (walletId: string) => open(await exportBundle(walletId), true);
  const find = async (walletId: string) =>
    (await service.client.getWallets({ organizationId: service.organizationId })).wallets.find(
      (wallet) => wallet.walletId === walletId,
    );

  it.each(cases)(
    'in %s is imported with the keys of the standard, and exported in its own words',
    async (language, list, bytes) => {
      const mnemonic = entropyToMnemonic(new Uint8Array(bytes).fill(0x5a), list);
      const { walletId, addresses } = await importer.importWallet(
        await importer.sealWallet(mnemonic, await importer.initWallet()),
        language,
      );
      const expected = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(ACCOUNT.path).publicKey!;
      expect(addresses).toEqual([bytesToHex(expected)]);
      expect(await find(walletId)).toMatchObject({ walletName: language, imported: true, exported: false });

      expect(await exportWallet(walletId)).toBe(mnemonic);
      expect(await exportWallet(walletId, language)).toBe(mnemonic);
      expect((await find(walletId))?.exported).toBe(true);
    },
  );

  it('is not exported in another language, because other words are another wallet', async () => {
    const mnemonic = entropyToMnemonic(new Uint8Array(16).fill(1), english);
    const { walletId } = await importer.importWallet(
      await importer.sealWallet(mnemonic, await importer.initWallet()),
      'Own words',
    );
    await expect(exportWallet(walletId, 'MNEMONIC_LANGUAGE_FRENCH')).rejects.toThrow(
      'Turnkey error 3: invalid language: the words of this wallet are not MNEMONIC_LANGUAGE_FRENCH',
    );
    await expect(exportWallet(walletId, 'ELVISH' as 'MNEMONIC_LANGUAGE_FRENCH')).rejects.toThrow(
      '/parameters/language',
    );
    expect((await find(walletId))?.exported).toBe(false);
  });

  it('is exported when it was created here', async () => {
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Made', accounts: [ACCOUNT], mnemonicLength: 24 }),
    );
    const { walletId, addresses } = activity.result.createWalletResult!;
    const mnemonic = await exportWallet(walletId);
    expect(mnemonic.split(' ')).toHaveLength(24);
    expect(await exportWords(walletId)).toBe(mnemonic);
    const derived = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(ACCOUNT.path).publicKey!;
    expect(addresses).toEqual([bytesToHex(derived)]);
  });

  it('is not exported under an unknown id', async () => {
    await expect(exportWallet(NOBODY)).rejects.toThrow('Turnkey error 5: no wallet found with the given ID');
  });

  const valid = entropyToMnemonic(new Uint8Array(16).fill(2), english);
  it.each([
    ['a wrong checksum', `${valid.split(' ').slice(0, 11).join(' ')} zoo`, 'does not fit the others'],
    ['eleven words', valid.split(' ').slice(0, 11).join(' '), 'it has 11 words'],
    ['a passphrase line', `${valid}\nsecret`, 'A passphrase is not taken'],
    ['two spaces', valid.replace(' ', '  '), 'two spaces stand behind word 1'],
    ['a foreign word', valid.replace(/^\S+/, 'castellan'), 'word 1 is in no word list'],
    ['no words', '', 'it is empty'],
  ])('with %s is refused without repeating it', async (_what, mnemonic, fault) => {
    const bundle = await importer.sealWallet(mnemonic, await importer.initWallet());
    const before = await importer.counts();
    const error = await importer.importWallet(bundle, 'Bad').then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toMatch(/^Turnkey error 3: invalid mnemonic: /);
    expect(error?.message).toContain(fault);
    expect(error?.message).not.toMatch(/secret|castellan|zoo/);
    expect(await importer.counts()).toEqual(before);
  });

  it('is refused as a whole with a used name or a repeated path', async () => {
    const target = await importer.initWallet();
    const bundle = await importer.sealWallet(valid, target);
    const other = entropyToMnemonic(new Uint8Array(16).fill(3), english);
    await importer.importWallet(await importer.sealWallet(other, await importer.initWallet()), 'Taken');
    const before = await importer.counts();
    await expect(importer.importWallet(bundle, 'Taken')).rejects.toThrow('wallet label must be unique');
    await expect(importer.importWallet(bundle, 'Free', [ACCOUNT, ACCOUNT])).rejects.toThrow(
      'invalid path: path already exists',
    );
    expect(await importer.counts()).toEqual(before);
    const { walletId } = await importer.importWallet(bundle, 'Free');
    const again = await importer.sealWallet(valid, await importer.initWallet());
    await expect(importer.importWallet(again, 'Again')).rejects.toThrow(
      `Turnkey error 6: seed for wallet ${walletId} already imported in this organization (Details: [])`,
    );
  });
});

it('reports no internal error for any of these requests', () => {
  expect(service.reports).toEqual([]);
});
