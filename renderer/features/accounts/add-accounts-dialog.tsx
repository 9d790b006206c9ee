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
import { accountOfKind, accountsOf, nextAccount, nextIndex, positionOf } from './kinds.ts';
import { useAccountRequest } from './use-account-request.ts';

const { create_wallet_accounts: operation } = OPERATIONS;
/** Accounts that are not kept are a developer's tool; the command line has it. */
const FIELDS = fieldsOf(operation.parameters).filter((field) => field.name !== 'persist');

const startIn = (wallet: WalletRow | undefined): FormValues => ({
  walletId: wallet?.walletId ?? '',
  accounts: [accountOfKind('ethereum', wallet?.accounts ?? 0)],
});

/** Derives further accounts of a wallet. Proposed paths go on after the accounts that the wallet has. */
export function AddAccountsDialog({ walletId }: { readonly walletId: string | null }) {
  const { request, values, setValues, problems, preview } = useAccountRequest(
    operation.name,
    FIELDS,
    startIn(undefined),
  );
  const [wallets, setWallets] = useState<readonly WalletRow[]>([]);
  const [problem, setProblem] = useState<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallets are read once, when the dialog opens
  useEffect(() => {
    call('accounts.wallets', {}).then(({ rows }) => {
      setWallets(rows);
      setValues(startIn(rows.find((row) => row.walletId === walletId) ?? rows[0]));
    }, setProblem);
  }, []);

  const accounts = accountsOf(values);
  const first = wallets.find((wallet) => wallet.walletId === values.walletId)?.accounts ?? 0;
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
        indexFor={(kind) => nextIndex(kind, accounts.slice(0, positionOf(control.path)), first)}
      />
    ),
  };
  const change = (next: FormValues) => {
    const isLonger = accountsOf(next).length > accounts.length;
    if (next.walletId !== values.walletId) setValues(startIn(wallets.find((row) => row.walletId === next.walletId)));
    else setValues(isLonger ? { ...next, accounts: [...accounts, nextAccount(accounts, first)] } : next);
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
