import type { KeyboardEvent } from 'react';
import type { ListName, RowOrder } from '../../shared/model/index.ts';
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
  const ids = chosen === null ? null : { allBut: chosen.allBut, ids: [...chosen.ids] };
  await writing.start({ list, search, ...(order === null ? {} : { order }), chosen: ids });
  const { problem, result } = writing.use.getState();
  if (problem !== null && !isCancelled(problem)) sayProblem(problem);
  else if (result?.written != null) say(`${counted(result.written.rows, 'row')} written to ${result.written.path}.`);
}

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
  idOf: ((row: Row) => string) | undefined,
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
  const toggle = (index: number) => {
    const row = rows.rowAt(index);
    if (row !== undefined) setMarks(place, toggled(marks, idOf(row)));
  };
  const all = () => setMarks(place, number === total ? NO_MARKS : { allBut: true, ids: new Set(), search });
  const onKey = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'a' || shiftKey) return false;
      all();
    } else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const next = active + (key === 'ArrowDown' ? 1 : -1);
      const found = [active, next].flatMap((index) => rows.rowAt(index) ?? []);
      setMarks(
        place,
        found.reduce((one, row) => marked(one, idOf(row)), marks),
      );
      // The grid moves on as for the arrow alone.
      return false;
    } else if (key.toLowerCase() === 'x' && active >= 0 && preferences().singleKeys) toggle(active);
    else if (key === 'Escape' && number > 0) clear();
    else return false;
    event.preventDefault();
    return true;
  };
  const grid = { isMarked: (row: Row) => isMarked(marks, idOf(row)), onToggle: toggle, onAll: all, number, total };
  return { marks, number, grid, toggle, onKey, clear };
}

interface SelectionBarProps {
  readonly list: ListName;
  readonly search: string;
  readonly order: RowOrder | null;
  readonly number: number;
  readonly marks: Marks;
  readonly onClear: () => void;
}

/** The actions on the selected rows. It takes the place of the status line, so that nothing moves. */
export function SelectionBar({ list, search, order, number, marks, onClear }: SelectionBarProps) {
  const { running } = writing.use();
  return (
    <footer className="status-line selection-bar tabular">
      <strong role="status">{count(number)} selected</strong>
      <span className="freshness">
        <Button kind="quiet" onClick={onClear}>
          Clear
        </Button>
        <Keys keys={['Esc']} />
        <Button disabled={running} onClick={() => void writeRows(list, search, order, marks)}>
          Export {count(number)} as CSV
        </Button>
      </span>
    </footer>
  );
}
