import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import type { ReactNode } from 'react';
import './command-list.css';
import './popup.css';
import { drawable } from '../words/visible.ts';
import { Icon } from './icon.tsx';

interface CommandListProps<Item> {
  readonly label: string;
  readonly placeholder: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** The items that match the text, the best first. */
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item) => ReactNode;
  readonly onRun: (item: Item) => void;
  /** Shown where nothing fits. */
  readonly none: string;
  /** The number of matches, read aloud. */
  readonly status: string;
}

/**
 * One field over its list of results. One item is always marked, the first at the start. Arrows move the mark, Enter
 * runs the marked item.
 */
export function CommandList<Item>({ label, placeholder, typed, keyOf, row, ...rest }: CommandListProps<Item>) {
  return (
    <Base.Root
      inline
      open
      items={rest.items}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      itemToStringValue={keyOf}
      onValueChange={(text, { reason }) => reason === 'input-change' && rest.onType(drawable(text))}
    >
      <div className="command-field">
        <Icon name="search" />
        <Base.Input aria-label={label} placeholder={placeholder} autoComplete="off" spellCheck={false} />
      </div>
      <Base.List className="command-list" aria-label={`${label}s`}>
        {(item: Item) => (
          <Base.Item key={keyOf(item)} value={item} className="command" onClick={() => rest.onRun(item)}>
            {row(item)}
          </Base.Item>
        )}
      </Base.List>
      <Base.Empty className="command-none soft">{rest.none}</Base.Empty>
      <Base.Status className="visually-hidden">{rest.status}</Base.Status>
    </Base.Root>
  );
}
