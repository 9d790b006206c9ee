import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { loadOtherLists, type PhraseFault } from '../../shared/secrets/index.ts';
import { Segments } from '../ui/choices.tsx';
import './phrase.css';
import { Visible } from '../ui/visible.tsx';
import { Entry } from './entry.tsx';
import type { TypedSecret } from './passphrase.ts';
import {
  isOtherLanguage,
  lengthFor,
  PHRASE_LENGTHS,
  phraseBytes,
  phraseRefusal,
  phraseWords,
  stateOf,
  type WordState,
  wordFor,
  wordsIn,
} from './phrase.ts';
import { ShownWhileHeld } from './shown-while-held.tsx';

const MOST = 24;
const EMPTY: readonly WordState[] = Array.from({ length: MOST }, () => 'empty');
const LENGTHS = PHRASE_LENGTHS.map((length) => ({ value: String(length), label: String(length) }));

interface PhraseFieldsProps {
  /** Gets the words as one secret. */
  readonly first: RefObject<TypedSecret | null>;
  readonly problem: string | undefined;
  readonly onSubmit: () => void;
}

/**
 * A field for each word of a recovery phrase. Typing a space goes on, four letters are enough for a word, and a pasted
 * phrase fills all fields. Words are hidden, except one that is not in the list. The state of the window never has a
 * word: the fields are uncontrolled. They keep a phrase with a wrong word, order or checksum, to be corrected.
 */
export function PhraseFields({ first, problem, onSubmit }: PhraseFieldsProps) {
  const [length, setLength] = useState<number>(PHRASE_LENGTHS[0]);
  const [states, setStates] = useState(EMPTY);
  /** The field that is written in. */
  const [typing, setTyping] = useState<number | null>(null);
  const [isHeld, setHeld] = useState(false);
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  const otherFault = useRef<((words: readonly string[]) => PhraseFault) | null>(null);
  useEffect(() => {
    loadOtherLists().then(
      (check) => {
        otherFault.current = check;
      },
      // The vault checks the words.
      () => undefined,
    );
  }, []);
  const used = () => fields.current.slice(0, length).filter((field) => field !== null);

  const look = () => setStates(EMPTY.map((_, index) => stateOf(fields.current[index]?.value ?? '')));
  const goTo = (index: number) => fields.current[index]?.focus();

  useImperativeHandle(first, () => ({
    get value() {
      return used().every(({ value }) => value === '') ? '' : 'typed';
    },
    set value(_empty) {
      for (const field of fields.current) if (field !== null) field.value = '';
      setStates(EMPTY);
    },
    focus: (options) => (used().find(({ value }) => stateOf(wordFor(value)) !== 'known') ?? used()[0])?.focus(options),
    refusal: () =>
      phraseRefusal(
        used().map(({ value }) => value),
        otherFault.current,
      ),
    bytes: () => phraseBytes(used()),
  }));

  /** Writes words from a field on. A whole phrase begins in the first one and sets the number of fields. */
  const write = (words: readonly string[], from: number) => {
    const isWhole = words.length >= PHRASE_LENGTHS[0];
    const start = isWhole ? 0 : from;
    if (isWhole) setLength(lengthFor(words.length));
    for (const [index, word] of words.entries()) {
      const field = fields.current[start + index];
      if (field != null) field.value = wordFor(word);
    }
    setTyping(null);
    look();
    goTo(Math.min(start + words.length, (isWhole ? lengthFor(words.length) : length) - 1));
  };
  const onInput = (index: number) => (event: FormEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    if (!/\s/u.test(value)) {
      setTyping(index);
      return look();
    }
    const words = wordsIn(value);
    event.currentTarget.value = '';
    if (words.length === 0) look();
    else write(words, index);
  };
  const onPaste = (index: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const words = wordsIn(event.clipboardData.getData('text/plain'));
    if (words.length < 2) return;
    event.preventDefault();
    write(words, index);
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Backspace' || event.currentTarget.value !== '' || index === 0) return;
    event.preventDefault();
    goTo(index - 1);
  };
  const onBlur = (index: number) => () => {
    const field = fields.current[index];
    if (field != null) field.value = wordFor(field.value.trim().toLowerCase());
    look();
    setTyping(null);
  };

  const shown = states.slice(0, length);
  const isOther = isOtherLanguage(shown);
  const isWrong = (state: WordState) => state === 'unknown' && !isOther;
  return (
    <Entry onSubmit={onSubmit}>
      <Segments
        label="Number of words"
        value={String(length)}
        choices={LENGTHS}
        onChange={(value) => setLength(Number(value))}
      />
      <fieldset className="phrase">
        <legend>Recovery phrase</legend>
        <ol>
          {states.map((state, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the phrase
            <li key={index} data-state={state} hidden={index >= length}>
              <span aria-hidden="true" className="tabular soft">
                {index + 1}
              </span>
              <input
                ref={(field) => {
                  fields.current[index] = field;
                }}
                className="input mono"
                type={isHeld || (isWrong(state) && typing !== index) ? 'text' : 'password'}
                aria-label={`Word ${index + 1}`}
                aria-invalid={isWrong(state) ? true : undefined}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onInput={onInput(index)}
                onPaste={onPaste(index)}
                onKeyDown={onKeyDown(index)}
                onBlur={onBlur(index)}
              />
            </li>
          ))}
        </ol>
      </fieldset>
      {problem === undefined ? null : (
        <p className="field-problem" role="alert">
          <Visible text={problem} />
        </p>
      )}
      <div className="trusted-shown">
        <ShownWhileHeld onShow={setHeld} />
        <span role="status" className="caption soft">
          {phraseWords(shown)}
        </span>
      </div>
    </Entry>
  );
}
