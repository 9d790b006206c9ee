import { OPERATIONS } from '../../../shared/operations/index.ts';
import { fieldsOf } from '../../form/fields.ts';
import type { Overrides } from '../../form/form-fields.tsx';
import { emptyValues, type FormValues } from '../../form/values.ts';
import { createDraft } from '../../state/draft.ts';
import { SelectField } from '../../ui/field.tsx';
import { AccountsDialog } from './accounts-dialog.tsx';
import { accountOfKind, FIRST_KIND, NO_PATHS } from './kinds.ts';

const { create_wallet: operation } = OPERATIONS;
const FIELDS = fieldsOf(operation.parameters);
const START: FormValues = {
  ...emptyValues(FIELDS),
  mnemonicLength: '12',
  accounts: [accountOfKind(FIRST_KIND, NO_PATHS.taken)],
};

const useWalletDraft = createDraft(START);

const OVERRIDES: Overrides = {
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

/** Makes a wallet with its first accounts. */
export function CreateWalletDialog() {
  const draft = useWalletDraft();
  return (
    <AccountsDialog
      operation={operation}
      fields={FIELDS}
      values={draft.value}
      onChange={draft.set}
      onDiscard={draft.discard}
      paths={NO_PATHS}
      overrides={OVERRIDES}
      done="Wallet created"
    />
  );
}
