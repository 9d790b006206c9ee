import { inQuotes, type PrivateKeyRow, type WalletListRow } from '../../../shared/model/index.ts';
import { asked, askedChange, askedWhole } from '../../state/asked.ts';
import type { AskedOperation } from '../../state/route.ts';

/** The sentences above the form that deletes a key. */
const aboutDeletion = (what: string, isExported: boolean, afterExport: string): string =>
  isExported
    ? `Deletes ${what}. ${afterExport}`
    : `Deletes ${what}. It was never exported. The service refuses this unless you allow it below. Then nobody can recover it.`;

const KEY_EXPORTED = 'It was exported before, so whoever holds the export can still use it.';
/** The service marks a wallet as exported after the export of one account, too. */
const WALLET_EXPORTED =
  'It was exported before, as a whole or only one of its accounts. An export of one account recovers no other. Look at the exports of the wallet first.';

/** A deletion of something that was exported needs no further leave. */
const leftOut = (isExported: boolean): readonly string[] => (isExported ? ['deleteWithoutExport'] : []);

export const renameWallet = ({ walletId, walletName }: WalletListRow): AskedOperation =>
  askedChange(`Rename ${walletName}`, 'update_wallet', { walletId }, { walletName });

export const deleteWallet = ({ walletId, walletName, exported }: WalletListRow): AskedOperation =>
  asked(`Delete ${walletName}`, 'delete_wallets', {
    values: { walletIds: [walletId] },
    fixed: ['walletIds', ...leftOut(exported)],
    about: aboutDeletion(`the wallet ${inQuotes(walletName)} with all its accounts`, exported, WALLET_EXPORTED),
  });

export const createPrivateKey = (): AskedOperation =>
  asked('Create private key', 'create_private_keys', {
    values: {
      privateKeys: [
        {
          privateKeyName: '',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    },
  });

export const deletePrivateKey = ({ privateKeyId, name, exported }: PrivateKeyRow): AskedOperation =>
  asked(`Delete ${name}`, 'delete_private_keys', {
    values: { privateKeyIds: [privateKeyId] },
    fixed: ['privateKeyIds', ...leftOut(exported)],
    about: aboutDeletion(`the private key ${inQuotes(name)}`, exported, KEY_EXPORTED),
  });

/** Chooses the tag. */
export const addToTag = ({ privateKeyId, name }: PrivateKeyRow): AskedOperation =>
  asked(`Add ${name} to a tag`, 'update_private_key_tag', {
    values: { addPrivateKeyIds: [privateKeyId], removePrivateKeyIds: [] },
    fixed: ['addPrivateKeyIds', 'removePrivateKeyIds', 'newPrivateKeyTagName'],
  });

export const createTag = ({ privateKeyId, name }: PrivateKeyRow): AskedOperation =>
  asked(`Create tag for ${name}`, 'create_private_key_tag', {
    values: { privateKeyIds: [privateKeyId] },
    fixed: ['privateKeyIds'],
  });

/** One request for each tag of the key, with the name of the tag. */
export const takeOutOfTags = ({ privateKeyId, name, tags }: PrivateKeyRow) =>
  tags.map((tag) => {
    const tagName = tag.name ?? tag.id;
    return {
      tagName,
      asked: askedWhole(
        `Take ${name} out of ${tagName}`,
        'update_private_key_tag',
        { privateKeyTagId: tag.id, addPrivateKeyIds: [], removePrivateKeyIds: [privateKeyId] },
        `Takes the tag ${inQuotes(tagName)} from the private key ${inQuotes(name)}. A policy that names the tag then no longer fits this key.`,
      ),
    };
  });
