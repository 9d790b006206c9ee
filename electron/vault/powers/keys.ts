import { ownMember, shortened } from '../../../shared/model/index.ts';
import { care, danger } from '../../crypto/index.ts';
import { counted, type Explain, each, from, ids, MAXIMUM_NAME, names, plain, quoted } from './power.ts';

/** Keys that are deleted are gone for good, unless somebody else has them. */
const deleting =
  (list: string, noun: string, plural: string, others = ' with all keys'): Explain =>
  ({ own, list: items }) => ({
    headline: `Delete ${counted(items(list).length, noun, plural)}${others}`,
    findings: [
      ownMember(own, 'deleteWithoutExport') === true
        ? danger(
            'Keys that were never exported are deleted too. Their funds are lost permanently.',
            from('deleteWithoutExport'),
          )
        : care('Deleted keys can be restored only from an export.', from(list)),
    ],
  });

/** An export gives a key to the holder of the target key. */
const exporting =
  (what: string, member: string): Explain =>
  ({ text }) => ({
    headline: `Export the ${what} ${text(member)} to the holder of the target key ${text('targetPublicKey')}`,
    findings: [
      danger('Anyone with the target key gets the private keys and all they control.', from('targetPublicKey')),
    ],
  });

/** Activities about wallets, keys and secrets. */
export const KEYS: Readonly<Record<string, Explain>> = {
  delete_wallets: deleting('walletIds', 'wallet', 'wallets'),
  delete_wallet_accounts: deleting('walletAccountIds', 'account', 'accounts'),
  delete_private_keys: deleting('privateKeyIds', 'private key', 'private keys', ''),
  delete_secrets: ({ list }) => ({
    headline: `Delete ${counted(list('secretIds').length, 'secret')}: ${ids(list('secretIds'))}`,
    findings: [care('A deleted secret can be restored only from an export.', from('secretIds'))],
  }),
  export_wallet_account: exporting('key of', 'address'),
  export_wallet: exporting('wallet', 'walletId'),
  export_private_key: exporting('private key', 'privateKeyId'),
  export_secrets: ({ list }) => {
    const secrets = each(list('secrets'));
    const targets = [...new Set(secrets.map(({ text }) => text('targetPublicKey')))];
    const holder = targets.length === 1 ? 'the target key' : 'the target keys';
    return {
      headline: `Export ${counted(list('secrets').length, 'secret')}: ${ids(secrets.map(({ text }) => text('secretId')))}, to the holder of ${holder} ${ids(targets)}`,
      findings: [danger('Anyone with the target key gets them.', from('secrets'))],
    };
  },
  create_wallet_accounts: ({ own, text, list }) => ({
    headline: `${ownMember(own, 'persist') === false ? 'Only show' : 'Add'} ${counted(list('accounts').length, 'account')} ${ownMember(own, 'persist') === false ? 'of' : 'to'} the wallet ${text('walletId')}`,
    findings: [],
  }),
  update_wallet: plain(({ text }) => `Name the wallet ${text('walletId')} ${quoted(text('walletName'))}`),
  create_private_keys: plain(({ list }) => {
    const made = each(list('privateKeys'));
    return shortened(
      `Create ${counted(made.length, 'private key')}: ${names(made, 'privateKeyName')}`,
      4 * MAXIMUM_NAME,
    );
  }),
  init_import_private_key: plain(({ text }) => `Let the user ${text('userId')} import a private key`),
  init_import_wallet: plain(({ text }) => `Let the user ${text('userId')} import a wallet`),
  import_secrets: plain(({ list }) => {
    const secrets = list('secrets');
    const called = names(each(secrets), 'name');
    return secrets.length === 1
      ? `Import the secret ${called}`
      : `Import ${counted(secrets.length, 'secret')}: ${called}`;
  }),
};
