import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/kbd.tsx';
import './search-field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Down arrow or Enter: on to what was found. */
  readonly onLeave: () => void;
}

/** The event that the shortcut for searching sends to the search field in view. */
export const FOCUS_SEARCH = 'castellan:focus-search';

/** Search as you type. Escape clears, then leaves. */
export function SearchField({ label, value, onChange, onLeave }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = () => input.current?.select();
    window.addEventListener(FOCUS_SEARCH, focus);
    return () => window.removeEventListener(FOCUS_SEARCH, focus);
  }, []);
  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        className="search-input"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            if (value === '') onLeave();
            else onChange('');
          } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onLeave();
          }
        }}
      />
      {value === '' ? (
        <Keys keys={['/']} />
      ) : (
        <IconButton icon="close" label="Clear search" onClick={() => onChange('')} />
      )}
    </div>
  );
}
