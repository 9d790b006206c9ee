import type { KeyboardEvent, ReactNode } from 'react';
import type { ChosenRows, ListName, RowOrder } from '../../shared/model/index.ts';
import { isMarked, type Marks, marked, markedCount, NO_MARKS, setMarks, toggled, useMarks } from '../state/marks.ts';
import { preferences } from '../state/preferences.ts';
import type { ListPlace } from '../state/route.ts';
import type { Rows } from '../state/rows.ts';
import { createWork } from '../state/work.ts';
import { Button } from '../ui/button.tsx';
import type { GridMarks } from '../ui/grid.tsx';
import { Keys } from '../ui/kbd.tsx';
import { say } from '../ui/toasts.tsx';
import { count, counted } from '../words/number.ts';
import { isCancelled } from '../words/problem.ts';
import { sayProblem } from './problem.tsx';

const writing = createWork('lists.write');

/** Writes rows of a list to a CSV file that the operator chooses in main's dialog. */
export async function writeRows(
  list: ListName,
  search: string,
  order: RowOrder | null,
  chosen: Marks | null,
): Promise<void> {
  await writing.start({ list, search, ...(order === null ? {} : { order }), chosen: chosenIn(chosen) });
  const { problem, result } = writing.use.getState();
  if (problem !== null && !isCancelled(problem)) sayProblem(problem);
  else if (result?.written != null) say(`${counted(result.written.rows, 'row')} written to ${result.written.path}.`);
}

const writingShown = createWork('lists.writeShown');

/** Writes a table of the page to a CSV file that the operator chooses in main's dialog. */
export async function writeShown(
  name: string,
  { header, rows }: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] },
): Promise<void> {
  const file = name.replaceAll(/(?<=[a-z])[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  await writingShown.start({ name: file, header: [...header], rows: rows.map((row) => [...row]) });
  const { problem, result } = writingShown.use.getState();
  if (problem !== null && !isCancelled(problem)) sayProblem(problem);
  else if (result?.written != null) say(`${counted(result.written.rows, 'row')} written to ${result.written.path}.`);
}

/** Returns the selected rows as main reads them. Null is every row. */
export const chosenIn = (marks: Marks | null): ChosenRows | null =>
  marks === null ? null : { allBut: marks.allBut, ids: [...marks.ids] };

export interface Selected<Row> {
  readonly marks: Marks;
  readonly number: number;
  readonly grid: GridMarks<Row>;
  /** Selects the row at a position, or takes it out of the selection. */
  readonly toggle: (index: number) => void;
  /** Handles X, Shift with an arrow, Control+A and Escape. Returns false for every other key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly clear: () => void;
}

/** The rows that are selected in a list, with the keys that change it. `active` is the row under the keyboard, or -1. */
export function useSelected<Row>(
  place: ListPlace,
  idOf: ((row: Row) => string | null) | undefined,
  {
    rows,
    search,
    total,
    active,
  }: { readonly rows: Rows<Row>; readonly search: string; readonly total: number; readonly active: number },
): Selected<Row> | null {
  const kept = useMarks((all) => all[place] ?? NO_MARKS);
  // Another search shows other rows than all those that were selected.
  const marks = kept.allBut && kept.search !== search ? NO_MARKS : kept;
  if (idOf === undefined) return null;
  const number = markedCount(marks, total);
  const clear = () => setMarks(place, NO_MARKS);
  const idAt = (index: number) => {
    const row = rows.rowAt(index);
    return row === undefined ? null : idOf(row);
  };
  const toggle = (index: number) => {
    const id = idAt(index);
    if (id !== null) setMarks(place, toggled(marks, id));
  };
  const all = () => setMarks(place, number === total ? NO_MARKS : { allBut: true, ids: new Set(), search });
  const onKey = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'a' || shiftKey) return false;
      all();
    } else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const way = key === 'ArrowDown' ? 1 : -1;
      // The selection steps over one heading.
      const next = idAt(active + way) ?? idAt(active + 2 * way);
      const found = [idAt(active), next].filter((id) => id !== null);
      setMarks(place, found.reduce(marked, marks));
      // The grid moves on as for the arrow alone.
      return false;
    } else if (key.toLowerCase() === 'x' && active >= 0 && preferences().singleKeys) toggle(active);
    else if (key === 'Escape' && number > 0) clear();
    else return false;
    event.preventDefault();
    return true;
  };
  const isRowMarked = (row: Row) => {
    const id = idOf(row);
    return id !== null && isMarked(marks, id);
  };
  const grid = { isMarked: isRowMarked, onToggle: toggle, onAll: all, number, total };
  return { marks, number, grid, toggle, onKey, clear };
}

interface SelectionBarProps {
  readonly number: number;
  readonly onClear: () => void;
  /** Writes the selected rows to a file. */
  readonly onExport: () => void;
  /** The list's own action on the selected rows. */
  readonly action?: ReactNode;
}

/** The actions on the selected rows. It takes the place of the status line, so that nothing moves. */
export function SelectionBar({ number, onClear, onExport, action = null }: SelectionBarProps) {
  const { running } = writing.use();
  return (
    <footer className="status-line selection-bar tabular">
      <strong role="status">{count(number)} selected</strong>
      <span className="freshness">
        <Button kind="quiet" onClick={onClear}>
          Clear
        </Button>
        <Keys keys={['Esc']} />
        <Button disabled={running} onClick={onExport}>
          Export {count(number)} as CSV
        </Button>
        {action}
      </span>
    </footer>
  );
}
