import { useEffect, useState } from 'react';
import type { WalletRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { call } from '../../bridge.ts';
import { fieldsOf } from '../../form/fields.ts';
import { FormFields, type Overrides } from '../../form/form-fields.tsx';
import { type FormValue, type FormValues, type Problems, parametersOf, problemsOf } from '../../form/values.ts';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { useRequest } from '../../request/use-request.ts';
import { closeDialog } from '../../state/route.ts';
import { accountsRefresh } from '../../state/work.ts';
import { SelectField } from '../../ui/field.tsx';
import { counted } from '../../words/number.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountsMade } from './accounts-made.tsx';
import { accountOfKind, nextAccount } from './kinds.ts';

const { create_wallet_accounts: operation } = OPERATIONS;
/** Accounts that are not kept are a developer's tool; the command line has it. */
const FIELDS = fieldsOf(operation.parameters).filter((field) => field.name !== 'persist');

/** Derives further accounts of a wallet. Proposed paths go on after the accounts that the wallet has. */
export function AddAccountsDialog({ walletId }: { readonly walletId: string | null }) {
  const request = useRequest();
  const [wallets, setWallets] = useState<readonly WalletRow[]>([]);
  const [values, setValues] = useState<FormValues>({ walletId: walletId ?? '', accounts: [] });
  const [problems, setProblems] = useState<Problems>({});

  useEffect(() => {
    call('accounts.wallets', {}).then(
      ({ rows }) => {
        setWallets(rows);
        const wallet = rows.find((row) => row.walletId === walletId) ?? rows[0];
        setValues({ walletId: wallet?.walletId ?? '', accounts: [accountOfKind('ethereum', wallet?.accounts ?? 0)] });
      },
      () => setProblems({ walletId: 'The wallets could not be read. Close this and refresh the accounts.' }),
    );
  }, [walletId]);

  const first = wallets.find((wallet) => wallet.walletId === values.walletId)?.accounts ?? 0;
  const accounts = Array.isArray(values.accounts) ? (values.accounts as readonly FormValue[]) : [];
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
      <AccountFields {...control} firstIndex={first + Number(control.path.split('.').at(-1))} />
    ),
  };

  const change = (next: FormValues) => {
    const grown = Array.isArray(next.accounts) ? (next.accounts as readonly FormValue[]) : [];
    if (next.walletId !== values.walletId) {
      const wallet = wallets.find((row) => row.walletId === next.walletId);
      setValues({ ...next, accounts: [accountOfKind('ethereum', wallet?.accounts ?? 0)] });
    } else if (grown.length > accounts.length)
      setValues({ ...next, accounts: [...accounts, nextAccount(accounts, first)] });
    else setValues(next);
  };

  const preview = () => {
    const found = problemsOf(FIELDS, values);
    setProblems(found);
    if (Object.keys(found).length === 0) void request.prepare(operation.name, parametersOf(FIELDS, values));
  };

  return (
    <RequestDialog
      title={operation.title}
      act={operation.title}
      request={request}
      onPreview={preview}
      onClose={() => {
        void accountsRefresh.start({});
        closeDialog();
      }}
      form={<FormFields fields={FIELDS} values={values} problems={problems} onChange={change} overrides={overrides} />}
      done={(submitted) => <AccountsMade title="Accounts added" submitted={submitted} />}
    />
  );
}
