import { useState } from 'react';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { fieldsOf } from '../../form/fields.ts';
import { FormFields, type Overrides } from '../../form/form-fields.tsx';
import {
  emptyValues,
  type FormValue,
  type FormValues,
  type Problems,
  parametersOf,
  problemsOf,
} from '../../form/values.ts';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { useRequest } from '../../request/use-request.ts';
import { closeDialog } from '../../state/route.ts';
import { accountsRefresh } from '../../state/work.ts';
import { SelectField } from '../../ui/field.tsx';
import { AccountFields } from './account-fields.tsx';
import { AccountsMade } from './accounts-made.tsx';
import { accountOfKind, nextAccount } from './kinds.ts';

const { create_wallet: operation } = OPERATIONS;
const FIELDS = fieldsOf(operation.parameters);

const OVERRIDES: Overrides = {
  'accounts.*': (control) => <AccountFields {...control} firstIndex={Number(control.path.split('.').at(-1))} />,
  mnemonicLength: ({ field, value, onChange }) =>
    field.kind === 'choice' ? (
      <SelectField
        label="Words"
        help="Length of the wallet’s recovery phrase, kept by the service."
        value={String(value)}
        choices={field.choices.map((words) => ({ value: String(words), label: `${words} words` }))}
        onChange={onChange}
      />
    ) : null,
};

const START: FormValues = { ...emptyValues(FIELDS), mnemonicLength: '12', accounts: [accountOfKind('ethereum', 0)] };

const accountsOf = (values: FormValues) =>
  Array.isArray(values.accounts) ? (values.accounts as readonly FormValue[]) : [];

/** Makes a wallet with its first accounts. */
export function CreateWalletDialog() {
  const request = useRequest();
  const [values, setValues] = useState(START);
  const [problems, setProblems] = useState<Problems>({});
  const change = (next: FormValues) => {
    const accounts = accountsOf(values);
    setValues(
      accountsOf(next).length > accounts.length ? { ...next, accounts: [...accounts, nextAccount(accounts, 0)] } : next,
    );
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
      form={<FormFields fields={FIELDS} values={values} problems={problems} onChange={change} overrides={OVERRIDES} />}
      done={(submitted) => <AccountsMade title="Wallet created" submitted={submitted} />}
    />
  );
}
