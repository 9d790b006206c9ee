import { NO_SECRET_NAME, TRANSPORT_ENCRYPTION_SUITES } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { worded } from '../../language/worded.ts';
import { accountsList, privateKeysList } from '../../state/lists.ts';
import type { ExportedObject } from '../../state/route.ts';
import type { Refresh } from '../../state/work.ts';
import { WholeAddress } from '../../ui/address.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Mono, Visible } from '../../ui/visible.tsx';
import { accountName } from '../../words/account.ts';
import { counted } from '../../words/number.ts';
import { valueLabel } from '../../words/values.ts';

/** The parts of the export dialog that depend on the object. */
export interface ExportParts {
  readonly title: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The reason to be careful: what a holder of the key can do, and the lasting record. */
  readonly warning: { readonly title: string; readonly text: string };
  readonly facts: readonly Fact[];
  /** The last step of the vault, after it opened the bundle. */
  readonly proof: string;
  /** The text whose last characters are typed, and its name in a sentence. */
  readonly typed: { readonly name: string; readonly text: string };
  /** True for several objects. */
  readonly isMany?: boolean;
  /** Reads the list again whose rows the export marks. Null for the list of another place. */
  readonly refresh: Refresh | null;
}

/** Returns the parts of the dialog for an account, a wallet, a private key or a secret. */
export function partsOf(of: ExportedObject): ExportParts {
  switch (of.kind) {
    case 'account': {
      const { account } = of;
      return {
        title: 'Export account',
        operation: OPERATIONS.export_wallet_account.name,
        parameters: { address: account.address },
        warning: {
          title: 'Whoever holds this key can spend everything the account has',
          text: 'The export is recorded permanently: the wallet stays marked as exported.',
        },
        facts: [
          { label: 'Account', value: accountName(account) },
          { label: 'Address', value: <WholeAddress text={account.address} /> },
          { label: 'Wallet', value: account.walletName },
          {
            label: 'Path',
            value: <Mono text={account.path} />,
          },
        ],
        proof: 'derives the address from it, and shows it only if that is the address you asked for.',
        typed: { name: worded('address'), text: account.address },
        refresh: accountsList.refresh,
      };
    }
    case 'wallet': {
      const { walletId, walletName, accounts } = of.wallet;
      return {
        title: 'Export wallet',
        operation: OPERATIONS.export_wallet.name,
        parameters: { walletId },
        warning: {
          title: 'Whoever holds these words can spend everything of every account of the wallet',
          text: 'That includes accounts that are added later. The export is recorded permanently: the wallet stays marked as exported.',
        },
        facts: [
          { label: 'Wallet', value: walletName },
          { label: 'Accounts', value: String(accounts) },
          {
            label: 'Wallet id',
            value: <Mono text={walletId} />,
          },
        ],
        proof: 'and shows its words. No address is proven, because the wallet is requested by its id.',
        typed: { name: worded('wallet id'), text: walletId },
        refresh: accountsList.refresh,
      };
    }
    case 'private key': {
      const { privateKeyId, name, curve, addresses } = of.key;
      return {
        title: 'Export private key',
        operation: OPERATIONS.export_private_key.name,
        parameters: { privateKeyId },
        warning: {
          title: 'Whoever holds this key can spend everything its addresses have',
          text: 'The export is recorded permanently: the private key stays marked as exported.',
        },
        facts: [
          { label: 'Private key', value: name },
          { label: 'Curve', value: valueLabel(curve) },
          ...addresses.map(({ address }) => ({ label: 'Address', value: <WholeAddress text={address} /> })),
          {
            label: 'Private key id',
            value: <Mono text={privateKeyId} />,
          },
        ],
        proof: 'and shows it. No address is proven, because the key is requested by its id.',
        typed: { name: worded('private key id'), text: privateKeyId },
        refresh: privateKeysList.refresh,
      };
    }
    case 'secret': {
      const { secrets } = of;
      const [last] = secrets.slice(-1);
      const isOne = secrets.length === 1;
      return {
        title: isOne ? 'Export secret' : `Export ${counted(secrets.length, 'secret')}`,
        operation: OPERATIONS.export_secrets.name,
        parameters: {
          secrets: secrets.map(({ id }) => ({ secretId: id, encryptionSuite: TRANSPORT_ENCRYPTION_SUITES[0] })),
        },
        warning: {
          title: isOne ? 'Whoever reads this secret can use it' : 'Whoever reads these secrets can use them',
          text: isOne
            ? 'The service keeps the secret. The request stays in the list of activities.'
            : 'The service keeps the secrets. The request stays in the list of activities. The confirmation window shows one after the other.',
        },
        facts: secrets.flatMap(({ id, name }) => [
          { label: 'Secret', value: <Visible text={name ?? NO_SECRET_NAME} /> },
          {
            label: 'Secret id',
            value: (
              <span className="mono">
                <Visible text={id} />
              </span>
            ),
          },
        ]),
        proof: isOne
          ? 'and shows it. No address is proven, because a secret has none.'
          : 'and shows each of them. No address is proven, because a secret has none.',
        isMany: !isOne,
        typed: { name: worded(isOne ? 'secret id' : 'last secret id'), text: last?.id ?? '' },
        refresh: null,
      };
    }
  }
}
