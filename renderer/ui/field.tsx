import { type ComponentPropsWithRef, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { drawable, visibleString } from '../words/visible.ts';
import { Button } from './button.tsx';
import './field.css';
import { Icon } from './icon.tsx';
import { Visible, visible } from './visible.tsx';

interface Labelled {
  readonly label: string;
  readonly help?: ReactNode;
  /** The problem and its remedy. Read aloud when it appears, in place of the help. */
  readonly problem?: string | undefined;
}

interface FieldProps extends Labelled {
  /**
   * The control's value. One with invisible characters is drawn again below the control. One with direction-changing
   * characters is drawn in its place.
   */
  readonly value?: unknown;
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A label above its control, help and problem below it, tied together for assistive technology. */
export function Field({ label, help, problem, value, children }: FieldProps) {
  const id = useId();
  const text = typeof value === 'string' ? value : '';
  const rest = drawable(text);
  const isHeld = rest !== text;
  const note = problem ?? (isHeld ? 'This text has characters that an input field cannot show in place.' : help);
  const control = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  // A control that is hidden loses the focus.
  useLayoutEffect(() => {
    if (isHeld && control.current?.contains(document.activeElement)) shown.current?.focus();
  }, [isHeld]);
  const write = (changed: string) => {
    const input = control.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    input?.setRangeText(changed, 0, input.value.length, 'end');
    input?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div ref={control} className="field-control" hidden={isHeld}>
        {children({
          id,
          'aria-describedby': note === undefined ? undefined : `${id}-note`,
          'aria-invalid': problem === undefined ? undefined : true,
        })}
      </div>
      {visibleString(text) === text ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div ref={shown} className="field-visible mono" role="alert" tabIndex={0}>
          <Visible text={text} />
        </div>
      )}
      {isHeld ? (
        <div className="field-held">
          <Button onClick={() => write(rest)}>Take these characters out</Button>
          <Button onClick={() => write('')}>Clear</Button>
        </div>
      ) : null}
      {note === undefined ? null : (
        <p
          id={`${id}-note`}
          className={problem === undefined ? 'field-help' : 'field-problem'}
          role={problem === undefined ? undefined : 'alert'}
        >
          {visible(note)}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Labelled, Omit<ComponentPropsWithRef<'input'>, 'className'> {
  /** Hashes, paths, keys and addresses. */
  readonly mono?: boolean;
}

/** One line of text. Never spell-checked, corrected or remembered by the browser. */
export function TextField({ label, help, problem, mono = false, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} problem={problem} value={rest.type === 'password' ? undefined : rest.value}>
      {(ids) => (
        <input
          type="text"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...ids}
          className={`input${mono ? ' mono' : ''}`}
        />
      )}
    </Field>
  );
}

interface TextAreaProps extends Labelled, Omit<ComponentPropsWithRef<'textarea'>, 'className'> {}

/** Several lines, monospace, for text that encodes bytes. */
export function TextArea({ label, help, problem, ...rest }: TextAreaProps) {
  return (
    <Field label={label} help={help} problem={problem} value={rest.value}>
      {(ids) => (
        <textarea
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          rows={5}
          {...rest}
          {...ids}
          className="input input-area mono"
        />
      )}
    </Field>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
  /** Consecutive choices of the same group are listed under its name. */
  readonly group?: string;
}

interface SelectFieldProps<Value extends string> extends Labelled {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A choice from a list that is too long to show whole. */
export function SelectField<Value extends string>({
  label,
  help,
  problem,
  value,
  choices,
  onChange,
}: SelectFieldProps<Value>) {
  return (
    <Field label={label} help={help} problem={problem}>
      {(ids) => (
        <span className="select">
          <select {...ids} className="input" value={value} onChange={(event) => onChange(event.target.value as Value)}>
            {groupsOf(choices).map(({ group, members }) =>
              group === undefined ? (
                members.map(option)
              ) : (
                <optgroup key={group} label={group}>
                  {members.map(option)}
                </optgroup>
              ),
            )}
          </select>
          <Icon name="updown" />
        </span>
      )}
    </Field>
  );
}

function option({ value, label, disabled }: Choice<string>): ReactNode {
  return (
    <option key={value} value={value} disabled={disabled}>
      {visibleString(label)}
    </option>
  );
}

interface ChoiceGroup {
  readonly group: string | undefined;
  readonly members: Choice<string>[];
}

function groupsOf(choices: readonly Choice<string>[]): ChoiceGroup[] {
  const groups: ChoiceGroup[] = [];
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === choice.group) last.members.push(choice);
    else groups.push({ group: choice.group, members: [choice] });
  }
  return groups;
}
