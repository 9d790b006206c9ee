import { type ReactNode, useEffect, useRef, useState } from 'react';
import { inQuotes, singular } from '../../shared/model/index.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { type Choice, SelectField, TextField } from '../ui/field.tsx';
import { useFocusAfterChange } from '../ui/use-focus-after-change.ts';
import { Visible } from '../ui/visible.tsx';
import { inSentence, withArticle } from '../words/labels.ts';
import './form.css';
import type { FieldControl } from './form-fields.tsx';

interface PickProps {
  readonly control: FieldControl;
  readonly title: string;
  /** Null while the names are unknown: ids are typed. */
  readonly choices: readonly Choice<string>[] | null;
  /** The choice of an empty id. By default it asks to choose. */
  readonly none?: string | undefined;
}

const NONE = '';
/** The value of the choice that opens a text field. No id is a blank. */
const OTHER = ' ';
const TYPE_AN_ID: Choice<string> = { value: OTHER, label: 'Type an id' };

/** One of the choices, or a typed id. An id without a name is a choice of its own. */
export function PickOne({ control: { field, value, path, problems, onChange }, title, choices, none }: PickProps) {
  const [isTyped, setTyped] = useState(false);
  const chosen = String(value);
  const isKnown = chosen === NONE || choices?.some((choice) => choice.value === chosen) === true;
  if (choices === null || choices.length === 0 || isTyped)
    return (
      <Swapped as="text">
        <TextField
          label={field.title}
          {...(field.help === null ? {} : { help: field.help })}
          mono
          problem={problems[path]}
          value={chosen}
          onChange={(event) => {
            setTyped(true);
            onChange(event.target.value);
          }}
        />
        {choices === null || choices.length === 0 ? null : (
          <div>
            <Button kind="quiet" onClick={() => setTyped(false)}>
              Choose by name
            </Button>
          </div>
        )}
      </Swapped>
    );
  return (
    <Swapped as="select">
      <SelectField
        label={title}
        problem={problems[path]}
        value={chosen}
        choices={[
          { value: NONE, label: none ?? `Choose ${withArticle(inSentence(title))}` },
          ...choices,
          ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
          TYPE_AN_ID,
        ]}
        onChange={(id) => {
          if (id === OTHER) setTyped(true);
          else onChange(id);
        }}
      />
    </Swapped>
  );
}

interface SwappedProps {
  readonly as: 'text' | 'select';
  readonly children: ReactNode;
}

/** Moves the focus into the control that replaced the one with the focus. */
function Swapped({ as, children }: SwappedProps) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(as);
  useEffect(() => {
    if (before.current === as) return;
    before.current = as;
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [as]);
  return (
    <div ref={box} className="picker">
      {children}
    </div>
  );
}

/** A list of ids as a field of an operation. */
export function PickMany({ control: { field, value, path, problems, onChange }, title, choices }: PickProps) {
  return (
    <NamedIds
      title={title}
      noun={inSentence(singular(title).replace(/^(Add|Remove) /, ''))}
      one={field.kind === 'list' ? field.one : field.title}
      choices={choices}
      ids={Array.isArray(value) ? value.map(String) : []}
      problem={problems[path]}
      problemAt={(at) => problems[`${path}.${at}`]}
      onChange={onChange}
    />
  );
}

interface NamedIdsProps {
  readonly title: string;
  /** The word for one of the things. */
  readonly noun: string;
  /** The name of one typed id. */
  readonly one: string;
  readonly help?: string;
  /** Null while the names are unknown: ids are typed. */
  readonly choices: readonly Choice<string>[] | null;
  readonly ids: readonly string[];
  readonly problem?: string | undefined;
  readonly problemAt?: (at: number) => string | undefined;
  readonly onChange: (ids: readonly string[]) => void;
}

/** Several of the choices or typed ids, each with a button that takes it out. */
export function NamedIds({ title, noun, one, help, choices, ids, problem: whole, problemAt, onChange }: NamedIdsProps) {
  /** The position of the id that is being typed. It stays a text field also when its name is known. */
  const [typed, setTyped] = useState(-1);
  const named = choices ?? [];
  const nameOf = (id: string) => named.find((choice) => choice.value === id)?.label ?? null;
  const left = named.filter((choice) => !ids.includes(choice.value));
  // A list that needs an item starts with an empty one, which is drawn only where ids must be typed.
  const isShown = (id: string, at: number) => id !== NONE || at === typed || named.length === 0;
  const hidden = ids.findIndex((id, at) => !isShown(id, at));
  const problem = whole ?? problemAt?.(hidden);
  const isFilled = (id: string) => id !== NONE;
  const { box, changed } = useFocusAfterChange();
  const take = (at: number) => {
    changed();
    setTyped(-1);
    onChange(ids.filter((_id, other) => other !== at));
  };
  const type = () => {
    const filled = named.length === 0 ? ids : ids.filter(isFilled);
    setTyped(filled.length);
    onChange([...filled, NONE]);
  };
  return (
    <div ref={box} className="form-list">
      <h3>{title}</h3>
      {help === undefined ? null : <p className="field-help">{help}</p>}
      {problem === undefined ? null : (
        <p className="field-problem">
          <Visible text={problem} />
        </p>
      )}
      {ids.some(isShown) ? (
        <ul className="picked" aria-label={title}>
          {ids.map((id, at) => {
            const name = at === typed ? null : nameOf(id);
            return isShown(id, at) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: ids are positions and hold no state of their own
              <li key={at} className="picked-item">
                {name === null ? (
                  <TypedId
                    label={`${one} ${at + 1}`}
                    id={id}
                    problem={problemAt?.(at)}
                    focus={at === typed && id === NONE}
                    onChange={(text) => {
                      setTyped(at);
                      onChange(ids.map((other, place) => (place === at ? text : other)));
                    }}
                  />
                ) : (
                  <span className="cut">
                    <Visible text={name} />
                  </span>
                )}
                <IconButton
                  icon="close"
                  label={`Take out ${name === null ? inSentence(`${one} ${at + 1}`) : inQuotes(name)}`}
                  onClick={() => take(at)}
                />
              </li>
            ) : null;
          })}
        </ul>
      ) : null}
      {choices === null || left.length > 0 ? null : (
        <p className="field-help">{named.length === 0 ? `There is no ${noun} yet.` : `Every ${noun} is chosen.`}</p>
      )}
      {left.length === 0 ? (
        <div>
          <Button icon="plus" onClick={type}>
            Type an id
          </Button>
        </div>
      ) : (
        <SelectField
          label={`Choose ${withArticle(noun)} for “${title}”`}
          value={NONE}
          choices={[{ value: NONE, label: `Add ${withArticle(noun)}` }, ...left, TYPE_AN_ID]}
          onChange={(id) => {
            if (id === OTHER) type();
            else if (id !== NONE) {
              changed();
              setTyped(-1);
              onChange([...ids.filter(isFilled), id]);
            }
          }}
        />
      )}
    </div>
  );
}

interface TypedIdProps {
  readonly label: string;
  readonly id: string;
  readonly problem: string | undefined;
  /** It takes the focus when it appears. */
  readonly focus: boolean;
  readonly onChange: (text: string) => void;
}

function TypedId({ label, id, problem, focus, onChange }: TypedIdProps) {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (focus) input.current?.focus();
  }, []);
  return (
    <div className="picked-typed">
      <TextField
        ref={input}
        label={label}
        mono
        value={id}
        problem={problem}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
