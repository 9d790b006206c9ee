import { Visible } from '../../ui/visible.tsx';
import type { Tone } from '../../words/status.ts';
import { visibleString } from '../../words/visible.ts';

/** Returns the name of a row, or words where the service reports none. */
export const nameWords = (name: string): string => (name.trim() === '' ? 'Without a name' : name);

/** Names as chips: the first, and the number of the others. All of them are in the tooltip. */
export function Chips({ names }: { readonly names: readonly string[] }) {
  const [first] = names;
  if (first === undefined) return null;
  return (
    <span className="organization-chips" title={visibleString(names.join(', '))}>
      <span className="organization-chip cut">
        <Visible text={nameWords(first)} />
      </span>
      {names.length === 1 ? null : <span className="faint">+{names.length - 1}</span>}
    </span>
  );
}

/** The end of a key in its tone. */
export function Ending({ words: { text, tone } }: { readonly words: { readonly text: string; readonly tone: Tone } }) {
  return <span className={tone === 'plain' ? 'soft' : `tone-${tone}-text`}>{text}</span>;
}
