import { useEffect, useState } from 'react';
import type { AccountRow, WalletRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { call } from '../../bridge.ts';
import { fieldsOf } from '../../form/fields.ts';
import type { FormValues } from '../../form/values.ts';
import { Problem } from '../../parts/problem.tsx';
import { createDraft } from '../../state/draft.ts';
import { useAction } from '../../state/use-action.ts';
import { SelectField } from '../../ui/field.tsx';
import { counted } from '../../words/number.ts';
import { AccountsDialog } from './accounts-dialog.tsx';
import { accountOfKind, FIRST_KIND, NO_PATHS, pathsAmong, type WalletPaths } from './kinds.ts';

const { create_wallet_accounts: operation } = OPERATIONS;
/** Without `persist`: unsaved accounts are a developer's tool, and the command line offers them. */
const FIELDS = fieldsOf(operation.parameters).filter((field) => field.name !== 'persist');
/** Accounts of one query, and the most that are read to find used paths. */
const [PAGE, MOST] = [500, 20_000];

/** Reads the accounts that a name finds, page by page. The service refuses a path of an account that was not read. */
async function accountsNamed(search: string): Promise<readonly AccountRow[]> {
  const found: AccountRow[] = [];
  for (let offset = 0; offset < MOST; offset += PAGE) {
    const { rows, total } = await call('accounts.list', { search, offset, limit: PAGE });
    found.push(...rows);
    if (offset + PAGE >= total) break;
  }
  return found;
}

const startIn = (walletId: string, { taken, from }: WalletPaths): FormValues => ({
  walletId,
  accounts: [accountOfKind(FIRST_KIND, taken, { from })],
});

/** The typed values by wallet id. */
const useAccountsDraft = createDraft<Readonly<Record<string, FormValues>>>({}, 'accounts');

/** Derives further accounts of a wallet. Proposed paths are those that no account of the wallet has. */
export function AddAccountsDialog({ walletId }: { readonly walletId: string | null }) {
  const draft = useAccountsDraft();
  const [wallets, setWallets] = useState<readonly WalletRow[]>([]);
  const [chosen, setChosen] = useState({ walletId: '', paths: NO_PATHS });
  const { paths } = chosen;
  const values = draft.value[chosen.walletId] ?? startIn(chosen.walletId, paths);

  const choose = useAction(async (among: readonly WalletRow[], id: string | null) => {
    const wallet = among.find((row) => row.walletId === id) ?? among[0];
    if (wallet === undefined) return;
    const rows = await accountsNamed(wallet.walletName);
    setChosen({ walletId: wallet.walletId, paths: pathsAmong(wallet, rows) });
  });
  const open = useAction(async () => {
    const { rows } = await call('accounts.wallets', {});
    await choose.run(rows, walletId);
    // A list that is shown before its wallet is chosen would show the first one as chosen.
    setWallets(rows);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallets are read once, when the dialog opens
  useEffect(() => void open.run(), []);

  const problem = open.problem ?? choose.problem;
  return (
    <AccountsDialog
      operation={operation}
      fields={FIELDS}
      values={values}
      onChange={(next) => {
        if (next.walletId === chosen.walletId) draft.set({ ...draft.value, [chosen.walletId]: next });
        else void choose.run(wallets, String(next.walletId));
      }}
      onDiscard={draft.discard}
      paths={paths}
      overrides={{
        walletId: ({ value, problems, onChange }) => (
          <SelectField
            label="Wallet"
            value={String(value)}
            problem={problems.walletId}
            choices={wallets.map((wallet) => ({
              value: wallet.walletId,
              label: `${wallet.walletName} (${counted(wallet.accounts, 'account')})`,
            }))}
            onChange={onChange}
          />
        ),
      }}
      note={problem === null ? null : <Problem error={problem} />}
      done="Accounts added"
    />
  );
}
