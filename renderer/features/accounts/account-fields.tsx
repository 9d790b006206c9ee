import { ADDRESS_FORMATS, CURVES } from '../../../shared/model/index.ts';
import type { FieldControl } from '../../form/form-fields.tsx';
import { isGroup } from '../../form/values.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { curveLabel, formatLabel } from '../../words/labels.ts';
import { accountOfKind, KINDS, type Kind, kindOf } from './kinds.ts';
import './account-fields.css';

const CURVE_CHOICES = CURVES.map((value) => ({ value: value as string, label: curveLabel(value) }));
const FORMAT_CHOICES = ADDRESS_FORMATS.map((value) => ({ value: value as string, label: formatLabel(value) }));

/** One account to derive: what it is for decides curve and format; the path can be set by hand. `indexFor` gives the next free index of a kind. */
export function AccountFields({
  value,
  path,
  problems,
  onChange,
  indexFor,
}: FieldControl & { readonly indexFor: (kind: Kind) => number }) {
  const account = isGroup(value) ? value : {};
  const kind = kindOf(account);
  const change = (member: string) => (text: string) => onChange({ ...account, [member]: text });
  return (
    <div className="account-fields">
      <SelectField
        label="Kind"
        value={kind}
        choices={KINDS}
        onChange={(next) => onChange(accountOfKind(next, indexFor(next), account))}
      />
      <TextField
        label="Path"
        mono
        value={String(account.path ?? '')}
        problem={problems[`${path}.path`]}
        onChange={(event) => change('path')(event.target.value)}
      />
      <TextField
        label="Name (optional)"
        value={String(account.name ?? '')}
        problem={problems[`${path}.name`]}
        onChange={(event) => change('name')(event.target.value)}
      />
      {kind === 'other' ? (
        <>
          <SelectField label="Curve" value={String(account.curve)} choices={CURVE_CHOICES} onChange={change('curve')} />
          <SelectField
            label="Address format"
            value={String(account.addressFormat)}
            choices={FORMAT_CHOICES}
            onChange={change('addressFormat')}
          />
        </>
      ) : null}
    </div>
  );
}
