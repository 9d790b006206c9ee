import { type KeyboardEvent, useState } from 'react';
import { joinSearch, searchParts } from '../../shared/model/index.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/kbd.tsx';
import '../ui/field.css';
import { Visible } from '../ui/visible.tsx';
import { drawable } from '../words/visible.ts';
import './search-field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** The filters that are drawn as tokens. */
  readonly filters?: readonly string[] | undefined;
  readonly onChange: (text: string) => void;
  /** Down arrow or Enter: moves to the results. */
  readonly onLeave: () => void;
}

const NO_FILTERS: readonly string[] = [];

/**
 * Search as you type. Escape clears, then leaves. A typed filter becomes a token. Backspace before the text marks the
 * last token, and a second one removes it. Enter on a marked token turns it into text again.
 */
export function SearchField({ label, value, filters = NO_FILTERS, onChange, onLeave }: SearchFieldProps) {
  const { tokens, text } = searchParts(value, filters);
  const [isMarked, setMarked] = useState(false);
  const last = tokens.at(-1);
  const without = (token: string) => onChange(joinSearch({ tokens: tokens.filter((other) => other !== token), text }));

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const wasMarked = isMarked;
    setMarked(false);
    if (event.key === 'Backspace' && last !== undefined && selectionStart === 0 && selectionEnd === 0) {
      event.preventDefault();
      if (wasMarked) without(last);
      else setMarked(true);
    } else if (event.key === 'Enter' && wasMarked && last !== undefined) {
      event.preventDefault();
      onChange(joinSearch({ tokens: tokens.slice(0, -1), text: `${last}${text}` }));
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (value === '') onLeave();
      else onChange('');
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      // The end of the word makes a filter a token.
      if (searchParts(`${value} `, filters).tokens.length > tokens.length) onChange(`${value} `);
      else onLeave();
    }
  };

  return (
    <div className="search" data-filters={filters.length > 0}>
      <Icon name="search" />
      {tokens.map((token, index) => (
        <Token
          key={token}
          token={token}
          isMarked={isMarked && index === tokens.length - 1}
          onRemove={() => without(token)}
        />
      ))}
      <input
        type="search"
        className="search-input"
        aria-label={label}
        placeholder={tokens.length > 0 ? '' : filters.length > 0 ? `Search, or ${filters.join(', ')} …` : label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(joinSearch({ tokens, text: drawable(event.target.value) }))}
        onKeyDown={onKeyDown}
        onBlur={() => setMarked(false)}
      />
      {value === '' ? (
        <Keys keys={['/']} />
      ) : (
        <IconButton icon="close" label="Clear search" onClick={() => onChange('')} />
      )}
    </div>
  );
}

interface TokenProps {
  readonly token: string;
  readonly isMarked: boolean;
  readonly onRemove: () => void;
}

function Token({ token, isMarked, onRemove }: TokenProps) {
  const at = token.indexOf(':');
  const [name, chosen] = [token.slice(0, at), token.slice(at + 1)];
  return (
    <span className="search-token" data-marked={isMarked}>
      <span className="cut">
        <span className="soft">{name}</span> <Visible text={chosen} />
      </span>
      <IconButton icon="close" label={`Remove filter ${name} ${chosen}`} onClick={onRemove} />
    </span>
  );
}
