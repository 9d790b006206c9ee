import { create } from 'zustand';
import type { ListPlace } from './route.ts';

/** The rows of a list that are selected for an action on several: those ids, or all that are shown but those. */
export interface Marks {
  readonly allBut: boolean;
  readonly ids: ReadonlySet<string>;
  /** The search whose rows are all shown, for `allBut`. */
  readonly search?: string;
}

export const NO_MARKS: Marks = { allBut: false, ids: new Set() };

/** The selected rows of each list. They stay while the operator is elsewhere. */
export const useMarks = create<Readonly<Partial<Record<ListPlace, Marks>>>>(() => ({}));

/** Clears the selections of the previous profile. */
export function resetMarks(): void {
  useMarks.setState({}, true);
}

export function setMarks(place: ListPlace, marks: Marks): void {
  useMarks.setState({ [place]: marks });
}

/** Returns true for the id of a selected row. */
export function isMarked({ allBut, ids }: Marks, id: string): boolean {
  return ids.has(id) !== allBut;
}

/** Returns the marks with one row changed. */
export function toggled(marks: Marks, id: string): Marks {
  const next = new Set(marks.ids);
  if (!next.delete(id)) next.add(id);
  return { ...marks, ids: next };
}

/** Returns the marks with that row selected. */
export function marked(marks: Marks, id: string): Marks {
  return isMarked(marks, id) ? marks : toggled(marks, id);
}

/** Returns the number of selected rows among `total` shown ones. */
export function markedCount({ allBut, ids }: Marks, total: number): number {
  return allBut ? Math.max(total - ids.size, 0) : ids.size;
}
