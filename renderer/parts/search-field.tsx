import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/kbd.tsx';
import '../ui/field.css';
import { drawable } from '../words/visible.ts';
import './search-field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Down arrow or Enter: moves to the results. */
  readonly onLeave: () => void;
}

/** Search as you type. Escape clears, then leaves. */
export function SearchField({ label, value, onChange, onLeave }: SearchFieldProps) {
  return (
    <div className="search">
      <Icon name="search" />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(drawable(event.target.value))}
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
