import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import {
  type Completion,
  type Completions,
  completionsAt,
  type OrganizationFacts,
  type PolicyFinding,
  type PolicyPart,
  repairOf,
} from '../../../../shared/policy-language/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Keys } from '../../../ui/kbd.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { inSentence } from '../../../words/labels.ts';
import { counted } from '../../../words/number.ts';
import { isNobody, noteWords } from './completion-notes.ts';
import { MAXIMUM } from './draft.ts';
import { classOf, type ShownClause, segments } from './segments.ts';

/** Completions that are shown at once. */
const SHOWN = 8;

interface ExpressionFieldProps {
  readonly part: PolicyPart;
  readonly title: string;
  readonly value: string;
  readonly clauses: readonly ShownClause[];
  /** The number of the marked clause, or null. */
  readonly marked: number | null;
  readonly faults: readonly PolicyFinding[];
  readonly facts: OrganizationFacts | undefined;
  readonly onChange: (value: string) => void;
}

/** An expression as text, with its faults at their places, repairs, and completions at the caret. */
export function ExpressionField({
  part,
  title,
  value,
  clauses,
  marked,
  faults,
  facts,
  onChange,
}: ExpressionFieldProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = useMemo(
    () => (isOpen ? completionsAt(part, value, caret, facts) : null),
    [isOpen, part, value, caret, facts],
  );
  const active = found === null ? 0 : Math.min(at, found.items.length - 1);

  const insert = (start: number, end: number, text: string) => {
    const element = input.current;
    if (element === null) return;
    element.focus();
    element.setRangeText(text, start, end, 'end');
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const take = ({ start, end, items }: Completions, index: number) => insert(start, end, items[index]?.text ?? '');
  const repair = (finding: PolicyFinding) => {
    const fixed = repairOf(part, value, finding);
    if (fixed !== null) insert(0, value.length, fixed.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event, found !== null);
    if (command === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (command === 'open') setOpen(true);
    else if (command === 'close') setOpen(false);
    else if (command === 'take' && found !== null) take(found, active);
    else if (command === 'repair') {
      const finding = faults.find((one) => one.end >= caret) ?? faults[0];
      if (finding !== undefined) repair(finding);
    } else if (command === 'next fault') {
      const next = faults.find(({ start }) => start > caret) ?? faults[0];
      if (next !== undefined) input.current?.setSelectionRange(next.start, next.end);
    } else if (found !== null) {
      const step = command === 'down' ? 1 : found.items.length - 1;
      setAt((active + step) % found.items.length);
    }
  };
  return (
    <div className="expression-field">
      <span className="expression-note caption faint">{noteOf(value, clauses.length, faults)}</span>
      <Field label={title} value={value}>
        {(ids) => (
          <div className={faults.length > 0 ? 'expression expression-faulty' : 'expression'}>
            <pre className="expression-shown mono" aria-hidden>
              {segments(value, { faults, clauses, marked }, found === null ? null : caret).map((segment) => (
                <span key={segment.key} className={classOf(segment)}>
                  {segment.number === null ? (
                    segment.text
                  ) : (
                    <Numbered number={segment.number} isWithin={segment.isWithin} text={segment.text} />
                  )}
                </span>
              ))}{' '}
            </pre>
            <textarea
              {...ids}
              ref={input}
              className="expression-input mono"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={MAXIMUM.expression}
              value={value}
              aria-invalid={faults.length > 0 ? true : undefined}
              aria-describedby={faults.length > 0 ? `${id}-faults` : ids['aria-describedby']}
              aria-autocomplete="list"
              aria-controls={found === null ? undefined : `${id}-options`}
              aria-activedescendant={found === null ? undefined : `${id}-${active}`}
              onChange={(event) => {
                onChange(event.target.value);
                setCaret(event.target.selectionStart);
                setAt(0);
                setOpen(true);
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
              onBlur={() => setOpen(false)}
              onKeyDown={onKeyDown}
            />
            {found === null ? null : (
              <Options id={id} found={found} active={active} onTake={(index) => take(found, index)} />
            )}
          </div>
        )}
      </Field>
      {faults.length === 0 ? null : (
        <ul id={`${id}-faults`} className="expression-faults" aria-label={`Errors of ${inSentence(title)}`}>
          {faults.map((finding) => {
            const fixed = repairOf(part, value, finding);
            return (
              <li key={`${finding.start} ${finding.message}`}>
                <span>
                  <strong>{placeWords(value, finding.start)}</strong>{' '}
                  <span lang="en">
                    <Visible text={finding.message} />
                  </span>
                </span>
                {fixed === null ? null : <Button onClick={() => repair(finding)}>Use {fixed.instead}</Button>}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** The place of an offset in a text, counted from 1. */
function placeWords(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}.`;
}

interface NumberedProps {
  readonly number: number;
  readonly isWithin: boolean;
  readonly text: string;
}

/** The text of a clause with its number: in the margin, or above the space before a clause within a line. */
function Numbered({ number, isWithin, text }: NumberedProps) {
  if (!isWithin)
    return (
      <>
        <span className="expression-number">{number}</span>
        {text}
      </>
    );
  // Between two characters that stay together, so that no line breaks between the number and its clause.
  return (
    <>
      <span className="expression-numbered">
        {text.slice(0, 1)}
        <span className="expression-number-within">
          <span>{number}</span>
        </span>
        {text.slice(1, 2)}
      </span>
      {text.slice(2)}
    </>
  );
}

type Command = 'open' | 'close' | 'take' | 'up' | 'down' | 'repair' | 'next fault';

/** Returns the command of a key in the field, or null for one that types. */
function commandOf({ key, ctrlKey, altKey, shiftKey }: KeyboardEvent, isOpen: boolean): Command | null {
  if (key === ' ' && ctrlKey) return 'open';
  if (key === 'Enter' && altKey) return 'repair';
  if (key === 'F8') return 'next fault';
  // A page that closes by an Escape too many would take the text out of sight.
  if (key === 'Escape') return 'close';
  if (!isOpen || ctrlKey || altKey || shiftKey) return null;
  const commands: Readonly<Record<string, Command>> = { Tab: 'take', ArrowUp: 'up', ArrowDown: 'down' };
  return commands[key] ?? null;
}

function noteOf(value: string, clauses: number, faults: readonly PolicyFinding[]): string {
  if (value.trim() === '') return 'Empty: always holds';
  if (faults.length > 0) return counted(faults.length, 'error');
  return clauses === 1 ? '1 clause' : `${clauses} clauses, all must hold`;
}

interface OptionsProps {
  readonly id: string;
  readonly found: Completions;
  readonly active: number;
  readonly onTake: (index: number) => void;
}

/** The completions at the caret. The field keeps the focus. */
function Options({ id, found, active, onTake }: OptionsProps) {
  const first = Math.max(0, Math.min(active - SHOWN + 1, found.items.length - SHOWN));
  const shown = found.items.slice(first, first + SHOWN);
  return (
    <div className="popup expression-options">
      <div id={`${id}-options`} role="listbox" aria-label="Completions">
        {shown.map((item, index) => (
          <Option
            key={`${item.label} ${item.text}`}
            id={`${id}-${first + index}`}
            item={item}
            isActive={first + index === active}
            onTake={() => onTake(first + index)}
          />
        ))}
      </div>
      <p className="expression-hint caption faint">
        <span>{found.items.length > SHOWN ? `${active + 1} of ${found.items.length}` : ''}</span>
        <Keys keys={['Tab']} />
      </p>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: Completion;
  readonly isActive: boolean;
  readonly onTake: () => void;
}

function Option({ id, item: { label, note }, isActive, onTake }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      data-highlighted={isActive || undefined}
      className="expression-option"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <span className="cut">
        <Visible text={label} />
      </span>
      <span className={isNobody(note) ? 'caption tone-care-text' : 'caption faint cut'}>
        <Visible text={note === null ? '' : noteWords(note)} />
      </span>
    </div>
  );
}
