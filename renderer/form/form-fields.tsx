import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/choices.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { useFocusAfterChange } from '../ui/use-focus-after-change.ts';
import { inSentence, listTitle } from '../words/labels.ts';
import { kindWords, valueLabel } from '../words/values.ts';
import { AddressField } from './address-field.tsx';
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

/**
 * Custom controls for some fields of one operation, by path with `*` for list positions: `accounts.*`. Null leaves a
 * field out.
 */
export type Overrides = Readonly<Record<string, (control: FieldControl) => ReactNode>>;

interface FormFieldsProps {
  readonly fields: readonly Field[];
  readonly values: FormValues;
  readonly problems: Problems;
  readonly onChange: (values: FormValues) => void;
  readonly overrides?: Overrides;
  /** Further controls below a field, by its name. */
  readonly below?: Readonly<Record<string, ReactNode>>;
  readonly prefix?: string;
}

/**
 * The controls of an object schema, one below the other. A button adds each optional member, and another removes it. An
 * optional flag is always there.
 */
export function FormFields({
  fields,
  values,
  problems,
  onChange,
  overrides = {},
  below = {},
  prefix = '',
}: FormFieldsProps) {
  /** The member added or removed last, which takes the focus. */
  const [moved, setMoved] = useState<string | null>(null);
  const isShown = ({ kind, name, optional }: Field) =>
    !optional || kind === 'flag' || values[name] !== undefined || overrides[generic(`${prefix}${name}`)] !== undefined;
  const more = fields.filter((field) => !isShown(field));
  const draw = (field: Field) => (
    <Fragment key={field.name}>
      <FieldInput
        field={field}
        value={values[field.name] ?? (field.kind === 'flag' && field.absent !== null ? '' : emptyValue(field))}
        path={`${prefix}${field.name}`}
        problems={problems}
        overrides={overrides}
        onChange={(value) =>
          onChange(isAbsent(field, value) ? without(field.name) : { ...values, [field.name]: value })
        }
      />
      {below[field.name]}
    </Fragment>
  );
  const without = (name: string): FormValues => {
    const { [name]: _removed, ...others } = values;
    return others;
  };
  const remove = (name: string) => {
    setMoved(name);
    onChange(without(name));
  };
  return (
    <>
      {fields.filter(isShown).map((field) =>
        field.optional &&
        field.kind !== 'flag' &&
        values[field.name] !== undefined &&
        overrides[generic(`${prefix}${field.name}`)] === undefined ? (
          <Arriving key={field.name} className="form-optional" focus={moved === field.name}>
            {draw(field)}
            <IconButton
              icon="close"
              label={`Remove ${inSentence(listTitle(field.title))}`}
              onClick={() => remove(field.name)}
            />
          </Arriving>
        ) : (
          draw(field)
        ),
      )}
      {more.length === 0 ? null : (
        <div className="form-more">
          {more.map((field) => (
            <Button
              key={field.name}
              kind="quiet"
              icon="plus"
              autoFocus={moved === field.name}
              onClick={() => {
                setMoved(field.name);
                onChange({ ...values, [field.name]: emptyValue(field) });
              }}
            >
              Add {inSentence(listTitle(field.title))}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** An optional flag that is off is left out: its absence means no, or what its empty choice says. */
const isAbsent = ({ kind, optional, ...field }: Field, value: FormValue): boolean =>
  kind === 'flag' && optional && (value === '' || (value === false && 'absent' in field && field.absent === null));

/** A path with `*` for every list position. */
const generic = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '.*');

interface ArrivingProps {
  readonly className: string;
  /** Its first control takes the focus when it appears. */
  readonly focus: boolean;
  readonly children: ReactNode;
}

function Arriving({ className, focus, children }: ArrivingProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, []);
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}

function FieldInput({ overrides, ...control }: FieldControl & { readonly overrides: Overrides }): ReactNode {
  const { field, value, path, problems, onChange } = control;
  const override = overrides[generic(path)];
  if (override !== undefined) return override(control);
  const shared = {
    label: field.title,
    ...(field.help === null ? {} : { help: field.help }),
    problem: problems[path],
  };
  switch (field.kind) {
    case 'flag':
      if (field.optional && field.absent !== null)
        return (
          <SelectField
            {...shared}
            value={String(value)}
            choices={[
              { value: '', label: field.absent },
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]}
            onChange={(chosen) => onChange(chosen === '' ? '' : chosen === 'true')}
          />
        );
      return (
        <Checkbox
          label={field.title}
          {...(field.help === null ? {} : { help: field.help })}
          checked={value === true}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...shared}
          value={String(value)}
          choices={field.choices.map((choice) => ({ value: String(choice), label: valueLabel(String(choice)) }))}
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
    case 'text':
      if (field.long)
        return (
          <TextArea {...shared} rows={2} value={String(value)} onChange={(event) => onChange(event.target.value)} />
        );
      if (field.isAddress) return <AddressField {...shared} value={String(value)} onChange={onChange} />;
      return (
        <TextField
          {...shared}
          {...readingOf(field, String(value))}
          mono={field.mono}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          inputMode="numeric"
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** The words of a typed duration or asset, below its field. */
function readingOf({ valueKind }: FieldOf<'text'>, typed: string): { readonly help?: string } {
  const words = kindWords(valueKind, typed);
  return words === null ? {} : { help: words };
}

interface ListInputProps {
  readonly control: FieldControl;
  readonly field: FieldOf<'list'>;
  readonly overrides: Overrides;
}

function ListInput({ control, field, overrides }: ListInputProps) {
  const { value, path, problems, onChange } = control;
  const [added, setAdded] = useState(-1);
  const { box, changed } = useFocusAfterChange();
  const items = Array.isArray(value) ? (value as readonly FormValue[]) : [];
  const noun = field.one;
  return (
    <div ref={box} className="form-list">
      <h3>{listTitle(field.title)}</h3>
      {field.help === null ? null : <p className="field-help">{field.help}</p>}
      {problems[path] === undefined ? null : <p className="field-problem">{problems[path]}</p>}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are positions and hold no state of their own
        <fieldset key={index} className="form-item" aria-label={`${noun} ${index + 1}`}>
          <Arriving className="form-item-fields" focus={added === index}>
            <ItemInput
              field={{ ...field.item, title: `${noun} ${index + 1}` }}
              value={item}
              path={`${path}.${index}`}
              problems={problems}
              overrides={overrides}
              onChange={(changed) => onChange(items.map((other, at) => (at === index ? changed : other)))}
            />
          </Arriving>
          <IconButton
            icon="close"
            label={`Remove ${inSentence(noun)} ${index + 1}`}
            hidden={items.length <= field.minItems}
            onClick={() => {
              changed();
              setAdded(-1);
              onChange(items.filter((_other, at) => at !== index));
            }}
          />
        </fieldset>
      ))}
      <div>
        <Button
          icon="plus"
          onClick={() => {
            setAdded(items.length);
            onChange([...items, emptyValue(field.item)]);
          }}
        >
          {items.length === 0 ? `Add ${inSentence(noun)}` : `Add another ${inSentence(noun)}`}
        </Button>
      </div>
    </div>
  );
}

/** A list item. A group of members gets one caption, the item's title. */
function ItemInput(control: FieldControl & { readonly overrides: Overrides }): ReactNode {
  const { field, value, path, problems, overrides, onChange } = control;
  if (field.kind !== 'group' || overrides[generic(path)] !== undefined) return <FieldInput {...control} />;
  return (
    <>
      <p className="caption faint" aria-hidden="true">
        {field.title}
      </p>
      <FormFields
        fields={field.fields}
        values={isGroup(value) ? value : {}}
        problems={problems}
        onChange={onChange}
        overrides={overrides}
        prefix={`${path}.`}
      />
    </>
  );
}
