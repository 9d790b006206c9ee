import { ADDRESS_FORMAT_FACTS, spellPath } from '../../../shared/model/index.ts';
import type { FieldControl } from '../../form/form-fields.tsx';
import { isGroup } from '../../form/values.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { valueLabel } from '../../words/values.ts';
import { accountOfKind, curveOf, KINDS, kindOf } from './kinds.ts';
import './accounts.css';

interface AccountFieldsProps extends FieldControl {
  /** Paths of the wallet's other accounts: a path is used once. */
  readonly taken: ReadonlySet<string>;
  /** The least index to propose. */
  readonly from?: number;
}

/**
 * The fields of one account to derive. Its purpose decides the format, the curve and a free path. The path can be
 * edited.
 */
export function AccountFields({ value, path, problems, onChange, taken, from = 0 }: AccountFieldsProps) {
  const account = isGroup(value) ? value : {};
  const kind = kindOf(account);
  const { curves } = ADDRESS_FORMAT_FACTS[kind];
  const { name } = account;
  const change = (member: string) => (text: string) => {
    const { [member]: _before, ...others } = account;
    onChange(text === '' && member === 'name' ? others : { ...account, [member]: text });
  };
  const isTaken = taken.has(String(account.path));
  return (
    <div className="account-fields">
      <SelectField
        label="Kind"
        value={kind}
        choices={KINDS}
        onChange={(next) => onChange(accountOfKind(next, taken, { from, name }))}
      />
      <TextField
        label="Path"
        mono
        value={String(account.path ?? '')}
        problem={problems[`${path}.path`] ?? (isTaken ? 'Another account of this wallet has this path.' : undefined)}
        onChange={(event) => change('path')(event.target.value)}
        onBlur={(event) => change('path')(spellPath(event.target.value))}
      />
      <TextField
        label="Name (optional)"
        value={String(name ?? '')}
        problem={problems[`${path}.name`]}
        onChange={(event) => change('name')(event.target.value)}
      />
      {curves.length === 1 ? null : (
        <SelectField
          label="Curve"
          value={curveOf(account)}
          choices={curves.map((curve) => ({ value: curve, label: valueLabel(curve) }))}
          onChange={(curve) => onChange(accountOfKind(kind, taken, { curve, from, name }))}
        />
      )}
    </div>
  );
}
