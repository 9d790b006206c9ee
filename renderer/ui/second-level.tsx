import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import './second-level.css';

export interface SecondLevelGroup<Name extends string> {
  readonly title: string;
  readonly sections: readonly {
    readonly name: Name;
    readonly title: string;
    /** The number of its rows. Null while it is not known. */
    readonly count: number | null;
  }[];
}

interface SecondLevelProps<Name extends string> {
  /** Names the list of sections. */
  readonly label: string;
  /** Stands above the sections. Null for a place whose bar has it. */
  readonly head: ReactNode;
  readonly groups: readonly SecondLevelGroup<Name>[];
  readonly current: Name;
  readonly onSelect: (name: Name) => void;
}

/** Returns the section that a key leads to, or null when the key does not move. A letter leads to the next such title. */
export function nextSection<Name extends string>(
  key: string,
  groups: readonly SecondLevelGroup<Name>[],
  current: Name,
): Name | null {
  const sections = groups.flatMap((group) => group.sections);
  const at = sections.findIndex(({ name }) => name === current);
  const last = sections.length - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  const step = steps[key];
  if (step !== undefined) return sections[step]?.name ?? null;
  if (!/^\p{L}$/u.test(key)) return null;
  const after = [...sections.slice(at + 1), ...sections.slice(0, at + 1)];
  return after.find(({ title }) => title.toLowerCase().startsWith(key.toLowerCase()))?.name ?? null;
}

/**
 * The sections of a place, in a column of their own. One tab stop. Arrows move and show the section at once, and a letter
 * jumps to the next section that begins with it.
 */
export function SecondLevel<Name extends string>({ label, head, groups, current, onSelect }: SecondLevelProps<Name>) {
  const list = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextSection(event.key, groups, current);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
    list.current?.querySelector<HTMLElement>(`[data-section="${next}"]`)?.focus();
  };
  return (
    <div className="second-level">
      {head === null ? null : <div className="second-level-head">{head}</div>}
      <nav ref={list} className="second-level-sections tabular" aria-label={label} onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <ul key={group.title} aria-label={group.title}>
            <li className="second-level-heading" aria-hidden="true">
              {group.title}
            </li>
            {group.sections.map(({ name, title, count }) => (
              <li key={name}>
                <button
                  type="button"
                  className="second-level-section"
                  data-section={name}
                  tabIndex={name === current ? 0 : -1}
                  aria-current={name === current ? 'true' : undefined}
                  onClick={() => onSelect(name)}
                >
                  <span className="cut">{title}</span>
                  <span className="second-level-count">{count}</span>
                </button>
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </div>
  );
}

/** The same sections as a menu, for a window that is too narrow for the column. */
export function SecondLevelMenu<Name extends string>({
  label,
  groups,
  current,
  onSelect,
}: Omit<SecondLevelProps<Name>, 'head'>) {
  const sections = groups.flatMap((group) => group.sections);
  return (
    <div className="second-level-menu">
      <Menu
        button={
          <>
            <span className="visually-hidden">{label}</span>
            <Icon name="updown" />
          </>
        }
        choices={sections.map(({ name, title, count }) => ({
          key: name,
          label: title,
          sign: null,
          ...(count === null ? {} : { note: String(count) }),
        }))}
        chosen={current}
        onChoose={(key) => onSelect(key as Name)}
        acts={[]}
      />
    </div>
  );
}
