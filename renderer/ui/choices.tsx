import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './choices.css';
import type { Choice } from './field.tsx';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly help?: ReactNode;
}

interface GroupProps {
  readonly label: string;
  readonly children: (name: string) => ReactNode;
}

/**
 * A named group of native radio buttons, so that arrows, names and forms work as usual. Passes their shared name on.
 */
function Group({ label, children }: GroupProps) {
  const name = useId();
  return (
    <div className="choices" role="radiogroup" aria-labelledby={`${name}-label`}>
      <span id={`${name}-label`} className="choices-label">
        {label}
      </span>
      {children(name)}
    </div>
  );
}

/** Two to four choices side by side, in one row. The chosen one is in view. */
export function Segments<Value extends string>({ label, value, choices, onChange, help }: SegmentsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is another chosen segment
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector('input:checked')?.parentElement;
    if (row.current == null || chosen == null) return;
    // Only the row scrolls. `scrollIntoView` would also scroll the page.
    const { offsetLeft: left, offsetWidth: width } = chosen;
    row.current.scrollLeft = Math.min(left, Math.max(row.current.scrollLeft, left + width - row.current.clientWidth));
  }, [value]);
  return (
    <Group label={label}>
      {(name) => (
        <>
          <div ref={row} className="segments">
            {choices.map((choice) => (
              <label key={choice.value} className="segment">
                <input
                  type="radio"
                  name={name}
                  value={choice.value}
                  checked={choice.value === value}
                  disabled={choice.disabled}
                  onChange={() => onChange(choice.value)}
                />
                <span>{choice.label}</span>
              </label>
            ))}
          </div>
          {help === undefined ? null : <p className="field-help">{help}</p>}
        </>
      )}
    </Group>
  );
}

interface RadioRowsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (Choice<Value> & { readonly text: ReactNode })[];
  readonly onChange: (value: Value) => void;
}

/** Choices that need a sentence each, one a row. */
export function RadioRows<Value extends string>({ label, value, choices, onChange }: RadioRowsProps<Value>) {
  return (
    <Group label={label}>
      {(name) => (
        <div className="radio-rows">
          {choices.map((choice) => (
            <div key={choice.value} className="radio-row">
              <input
                type="radio"
                id={`${name}-${choice.value}`}
                name={name}
                value={choice.value}
                checked={choice.value === value}
                disabled={choice.disabled}
                aria-describedby={`${name}-${choice.value}-text`}
                onChange={() => onChange(choice.value)}
              />
              <label htmlFor={`${name}-${choice.value}`}>{choice.label}</label>
              <div id={`${name}-${choice.value}-text`} className="radio-row-text">
                {choice.text}
              </div>
            </div>
          ))}
        </div>
      )}
    </Group>
  );
}

interface CheckboxProps {
  readonly label: string;
  /** A sentence or a phrase below the label. */
  readonly help?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label. `onChange` gets the new state at each click, since no button applies it later. */
export function Checkbox({ label, help, checked, disabled = false, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {help === undefined ? null : (
          <span id={`${id}-help`} className="checkbox-help field-help">
            {help}
          </span>
        )}
      </span>
    </label>
  );
}
