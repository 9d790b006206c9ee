import { ACCOUNTS_SECTIONS, type AccountsSection } from '../../state/accounts-sections.ts';
import { showAccountsSection, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { later } from '../../ui/later.tsx';
import { SecondLevel, type SecondLevelGroup, SecondLevelMenu } from '../../ui/second-level.tsx';
import { AccountList } from './account-list.tsx';
import './accounts.css';
import { worded } from '../../language/worded.ts';
import { inSentence } from '../../words/labels.ts';

const WalletList = later(async () => (await import('./wallet-list.tsx')).WalletList);
const PrivateKeyList = later(async () => (await import('./private-key-list.tsx')).PrivateKeyList);

const LISTS = { accounts: AccountList, wallets: WalletList, 'private-keys': PrivateKeyList } as const;

/** The sections by group, in their order. */
const GROUPS: Readonly<Record<string, readonly AccountsSection[]>> = {
  Addresses: ['accounts'],
  Keys: ['wallets', 'private-keys'],
};
/** One row says how many there are. */
const ONE = { search: '', offset: 0, limit: 1 };

/** The accounts, and the wallets and private keys behind them: the sections on the left, the rows of one beside. */
export function Accounts({ title }: { readonly title: string }) {
  const section = useRoute((route) => route.accountsSection);
  const counted = {
    accounts: useAnswer('accounts.list', ONE, 'accounts.changed').answer,
    wallets: useAnswer('wallets.list', ONE, 'wallets.changed').answer,
    'private-keys': useAnswer('privateKeys.list', ONE, 'privateKeys.changed').answer,
  };
  const groups = Object.entries(GROUPS).map(
    ([group, names]): SecondLevelGroup<AccountsSection> => ({
      title: worded(group),
      sections: names.map((name) => {
        const answer = counted[name];
        // A list that was never read has no number.
        const count = answer === null || answer.refreshedAt === null ? null : answer.total;
        return { name, title: ACCOUNTS_SECTIONS[name].title, count };
      }),
    }),
  );
  const List = LISTS[section];
  const shared = { groups, current: section, onSelect: showAccountsSection };
  return (
    <div className="accounts">
      <SecondLevel label={`Sections of ${inSentence(title)}`} head={null} {...shared} />
      <List title={ACCOUNTS_SECTIONS[section].title} menu={<SecondLevelMenu label="Sections" {...shared} />} />
    </div>
  );
}
