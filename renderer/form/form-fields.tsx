import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/choices.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import type { Field, FieldOf } from './fields.ts';
import './form.css';
import { emptyValue, type FormValue, type FormValues, isGroup, type Problems } from './values.ts';

export interface FieldControl {
  readonly field: Field;
  readonly value: FormValue;
  readonly path: string;
  readonly problems: Problems;
  readonly onChange: (value: FormValue) => void;
}

/** Designed controls for some fields of one operation, by path with `*` for list positions: `accounts.*`. Return null to leave a field out. */
export type Overrides = Readonly<Record<string, (control: FieldControl) => ReactNode>>;

interface FormFieldsProps {
  readonly fields: readonly Field[];
  readonly values: FormValues;
  readonly problems: Problems;
  readonly onChange: (values: FormValues) => void;
  readonly overrides?: Overrides;
  readonly prefix?: string;
}

/** The controls of an object schema, one below the other. */
export function FormFields({ fields, values, problems, onChange, overrides = {}, prefix = '' }: FormFieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? emptyValue(field)}
          path={`${prefix}${field.name}`}
          problems={problems}
          overrides={overrides}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </>
  );
}

function FieldInput({ overrides, ...control }: FieldControl & { readonly overrides: Overrides }): ReactNode {
  const { field, value, path, problems, onChange } = control;
  const override = overrides[path.replace(/\.\d+(?=\.|$)/g, '.*')];
  if (override !== undefined) return override(control);
  const shared = {
    label: field.optional ? `${field.title} (optional)` : field.title,
    ...(field.help === null ? {} : { help: field.help }),
    problem: problems[path],
  };
  switch (field.kind) {
    case 'flag':
      return <Checkbox label={shared.label} checked={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <SelectField
          {...shared}
          value={String(value)}
          choices={[
            ...(field.optional ? [{ value: '', label: 'Not set' }] : []),
            ...field.choices.map((choice) => ({ value: String(choice), label: String(choice) })),
          ]}
          onChange={onChange}
        />
      );
    case 'group':
      return (
        <fieldset className="form-group">
          <legend>{field.title}</legend>
          <FormFields
            fields={field.fields}
            values={isGroup(value) ? value : {}}
            problems={problems}
            onChange={onChange}
            overrides={overrides}
            prefix={`${path}.`}
          />
        </fieldset>
      );
    case 'list':
      return <ListInput control={control} field={field} overrides={overrides} />;
    case 'json':
      return <TextArea {...shared} value={String(value)} onChange={(event) => onChange(event.target.value)} />;
    default:
      return <TextField {...shared} value={String(value)} onChange={(event) => onChange(event.target.value)} />;
  }
}

interface ListInputProps {
  readonly control: FieldControl;
  readonly field: FieldOf<'list'>;
  readonly overrides: Overrides;
}

function ListInput({ control, field, overrides }: ListInputProps) {
  const { value, path, problems, onChange } = control;
  const items = Array.isArray(value) ? (value as readonly FormValue[]) : [];
  const noun = field.title.replace(/s$/, '');
  return (
    <div className="form-list">
      <h3>{field.title}</h3>
      {problems[path] === undefined ? null : <p className="field-problem">{problems[path]}</p>}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are positions and hold no state of their own
        <fieldset key={index} className="form-item" aria-label={`${noun} ${index + 1}`}>
          <div className="form-item-fields">
            <FieldInput
              field={field.item}
              value={item}
              path={`${path}.${index}`}
              problems={problems}
              overrides={overrides}
              onChange={(changed) => onChange(items.map((other, at) => (at === index ? changed : other)))}
            />
          </div>
          <IconButton
            icon="close"
            label={`Remove ${noun.toLowerCase()} ${index + 1}`}
            hidden={items.length <= Math.max(field.minItems, 1)}
            onClick={() => onChange(items.filter((_other, at) => at !== index))}
          />
        </fieldset>
      ))}
      <div>
        <Button icon="plus" onClick={() => onChange([...items, emptyValue(field.item)])}>
          Add another {noun.toLowerCase()}
        </Button>
      </div>
    </div>
  );
}
