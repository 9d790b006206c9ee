import { OPERATIONS } from '../../../shared/operations/index.ts';
import { fieldsOf } from '../../form/fields.ts';
import { FormFields, type Overrides } from '../../form/form-fields.tsx';
import { emptyValues, type FormValues } from '../../form/values.ts';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { closeDialog } from '../../state/route.ts';
import { SelectField } from '../../ui/field.tsx';
import { AccountFields } from './account-fields.tsx';
import { AccountsMade } from './accounts-made.tsx';
import { accountOfKind, accountsOf, FIRST_KIND, nextAccount, pathsOf, positionOf } from './kinds.ts';
import { useAccountRequest } from './use-account-request.ts';

const { create_wallet: operation } = OPERATIONS;
const FIELDS = fieldsOf(operation.parameters);
const NONE: ReadonlySet<string> = new Set();
const START: FormValues = {
  ...emptyValues(FIELDS),
  mnemonicLength: '12',
  accounts: [accountOfKind(FIRST_KIND, NONE)],
};

/** Makes a wallet with its first accounts. */
export function CreateWalletDialog() {
  const { request, values, setValues, problems, preview } = useAccountRequest(operation.name, FIELDS, START);
  const accounts = accountsOf(values);
  const overrides: Overrides = {
    'accounts.*': (control) => (
      <AccountFields {...control} taken={new Set(pathsOf(accounts, positionOf(control.path)))} />
    ),
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
  const change = (next: FormValues) => {
    const isLonger = accountsOf(next).length > accounts.length;
    setValues(isLonger ? { ...next, accounts: [...accounts, nextAccount(accounts, NONE)] } : next);
  };
  return (
    <RequestDialog
      title={operation.title}
      act={operation.title}
      request={request}
      onPreview={preview}
      onClose={closeDialog}
      form={<FormFields fields={FIELDS} values={values} problems={problems} onChange={change} overrides={overrides} />}
      done={(submitted) => <AccountsMade title="Wallet created" submitted={submitted} />}
    />
  );
}
