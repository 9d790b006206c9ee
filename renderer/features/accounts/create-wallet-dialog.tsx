import { OPERATIONS } from '../../../shared/operations/index.ts';
import { fieldsOf } from '../../form/fields.ts';
import type { Overrides } from '../../form/form-fields.tsx';
import { emptyValues, type FormValues } from '../../form/values.ts';
import { createDraft } from '../../state/draft.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { SelectField } from '../../ui/field.tsx';
import { AccountsDialog } from './accounts-dialog.tsx';
import { accountOfKind, accountsOf, FIRST_KIND, kindOf, NO_PATHS, WALLET_CHAINS, withKinds } from './kinds.ts';

const { create_wallet: operation } = OPERATIONS;
const FIELDS = fieldsOf(operation.parameters);
const START: FormValues = {
  ...emptyValues(FIELDS),
  mnemonicLength: '12',
  accounts: [accountOfKind(FIRST_KIND, NO_PATHS.taken)],
};

const useWalletDraft = createDraft(START, 'wallet');

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

interface ChainsProps {
  readonly accounts: readonly FormValues[];
  readonly onChange: (accounts: readonly FormValues[]) => void;
}

/** The usual chains, each with its first account. The accounts stand below and can be edited there. */
function Chains({ accounts, onChange }: ChainsProps) {
  const others = (kind: string) => accounts.filter((account) => kindOf(account) !== kind);
  const all = WALLET_CHAINS.map(({ kind }) => kind);
  const hasAll = withKinds(accounts, all).length === accounts.length;
  return (
    <fieldset className="wallet-chains">
      <legend>Chains</legend>
      {WALLET_CHAINS.map(({ kind, label }) => (
        <Checkbox
          key={kind}
          label={label}
          checked={others(kind).length < accounts.length}
          // A wallet has at least one account.
          disabled={others(kind).length === 0}
          onChange={(isWanted) => onChange(isWanted ? withKinds(accounts, [kind]) : others(kind))}
        />
      ))}
      <Button kind="quiet" disabled={hasAll} onClick={() => onChange(withKinds(accounts, all))}>
        All chains
      </Button>
    </fieldset>
  );
}

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
      below={{
        walletName: (
          <Chains
            accounts={accountsOf(draft.value)}
            onChange={(accounts) => draft.set({ ...draft.value, accounts: [...accounts] })}
          />
        ),
      }}
      done="Wallet created"
    />
  );
}
