import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { counted } from '../words/number.ts';

interface ShownWhileHeldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** True for a recovery phrase, whose words are counted. */
  readonly isWords: boolean;
}

/** Shows a typed secret while the button is held down. Only the number of words is in the state of the window. */
export function ShownWhileHeld({ field, isWords }: ShownWhileHeldProps) {
  const [words, setWords] = useState(0);
  useEffect(() => {
    const input = field.current;
    if (input === null || !isWords) return;
    const count = () => setWords(input.value.match(/\S+/gu)?.length ?? 0);
    input.addEventListener('input', count);
    return () => input.removeEventListener('input', count);
  }, [field, isWords]);
  const show = (isShown: boolean) => {
    if (field.current !== null) field.current.type = isShown ? 'text' : 'password';
  };
  return (
    <div className="trusted-shown">
      <Button
        onPointerDown={() => show(true)}
        onPointerUp={() => show(false)}
        onPointerLeave={() => show(false)}
        onKeyDown={({ key }) => key === ' ' && show(true)}
        onKeyUp={() => show(false)}
        onBlur={() => show(false)}
      >
        Hold to show
      </Button>
      {isWords ? (
        <span role="status" className="caption soft">
          {counted(words, 'word')}
        </span>
      ) : null}
    </div>
  );
}
