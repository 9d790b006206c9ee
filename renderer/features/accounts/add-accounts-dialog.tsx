import { useEffect, useState } from 'react';
import type { WalletRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { call } from '../../bridge.ts';
import { fieldsOf } from '../../form/fields.ts';
import { FormFields, type Overrides } from '../../form/form-fields.tsx';
import type { FormValues } from '../../form/values.ts';
import { Problem } from '../../parts/problem.tsx';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { closeDialog } from '../../state/route.ts';
import { SelectField } from '../../ui/field.tsx';
import { counted } from '../../words/number.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountsMade } from './accounts-made.tsx';
import { accountOfKind, accountsOf, FIRST_KIND, nextAccount, pathsOf, positionOf } from './kinds.ts';
import { useAccountRequest } from './use-account-request.ts';
import { readWalletPaths, type WalletPaths } from './wallet-paths.ts';

const { create_wallet_accounts: operation } = OPERATIONS;
/** Accounts that are not kept are a developer's tool; the command line has it. */
const FIELDS = fieldsOf(operation.parameters).filter((field) => field.name !== 'persist');

const UNKNOWN: WalletPaths = { taken: new Set(), from: 0 };

const startIn = (wallet: WalletRow | undefined, { taken, from }: WalletPaths): FormValues => ({
  walletId: wallet?.walletId ?? '',
  accounts: [accountOfKind(FIRST_KIND, taken, { from })],
});

/** Derives further accounts of a wallet. Proposed paths are those that no account of the wallet has. */
export function AddAccountsDialog({ walletId }: { readonly walletId: string | null }) {
  const { request, values, setValues, problems, preview } = useAccountRequest(
    operation.name,
    FIELDS,
    startIn(undefined, UNKNOWN),
  );
  const [wallets, setWallets] = useState<readonly WalletRow[]>([]);
  const [paths, setPaths] = useState(UNKNOWN);
  const [problem, setProblem] = useState<unknown>(null);

  const choose = async (wallet: WalletRow | undefined) => {
    const found = wallet === undefined ? UNKNOWN : await readWalletPaths(wallet);
    setPaths(found);
    setValues(startIn(wallet, found));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallets are read once, when the dialog opens
  useEffect(() => {
    call('accounts.wallets', {})
      .then(({ rows }) => {
        setWallets(rows);
        return choose(rows.find((row) => row.walletId === walletId) ?? rows[0]);
      })
      .catch(setProblem);
  }, []);

  const accounts = accountsOf(values);
  const overrides: Overrides = {
    walletId: ({ value, problems: found, onChange }) => (
      <SelectField
        label="Wallet"
        value={String(value)}
        problem={found.walletId}
        choices={wallets.map((wallet) => ({
          value: wallet.walletId,
          label: `${wallet.walletName} (${counted(wallet.accounts, 'account')})`,
        }))}
        onChange={onChange}
      />
    ),
    'accounts.*': (control) => (
      <AccountFields
        {...control}
        taken={new Set([...paths.taken, ...pathsOf(accounts, positionOf(control.path))])}
        from={paths.from}
      />
    ),
  };
  const change = (next: FormValues) => {
    if (next.walletId !== values.walletId) {
      choose(wallets.find((row) => row.walletId === next.walletId)).catch(setProblem);
      return;
    }
    const isLonger = accountsOf(next).length > accounts.length;
    setValues(isLonger ? { ...next, accounts: [...accounts, nextAccount(accounts, paths.taken, paths.from)] } : next);
  };

  return (
    <RequestDialog
      title={operation.title}
      act={operation.title}
      request={request}
      onPreview={preview}
      onClose={closeDialog}
      form={
        <>
          {problem === null ? null : <Problem error={problem} />}
          <FormFields fields={FIELDS} values={values} problems={problems} onChange={change} overrides={overrides} />
        </>
      }
      done={(submitted) => <AccountsMade title="Accounts added" submitted={submitted} />}
    />
  );
}
