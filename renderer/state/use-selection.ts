import { useEffect, useRef, useState } from 'react';
import type { Rows } from './rows.ts';

export interface Selection {
  /** Position of the selected row, or -1 when it is no longer in the list. */
  readonly active: number;
  readonly select: (index: number) => void;
}

/** The position of a row that is not loaded yet, or -1, and the way that the selection moves. */
export interface Wanted {
  readonly at: number;
  readonly way: 1 | -1;
}
const NOTHING: Wanted = { at: -1, way: 1 };

/** Returns the position beside a heading in a list of `total` lines, further on its way. At the end it turns back. */
export function beside({ at, way }: Wanted, total: number): Wanted {
  const onward = at >= total - 1 ? -1 : way;
  return { at: at + onward, way: onward };
}

/**
 * Ties the rows of a list to the one that is selected. The selection is a row, not a position: when the list changes under it,
 * the mark moves with the row. Selecting a row that is not loaded yet selects it when it arrives. Selecting a heading
 * selects the row beside it.
 */
export function useSelection<Row>(
  list: Rows<Row>,
  isSelected: ((row: Row) => boolean) | null,
  onSelect: (row: Row) => void,
  isHeading: (row: Row) => boolean,
): Selection {
  const [{ at: wanted, way }, setWanted] = useState<Wanted>(NOTHING);
  const last = useRef(-1);
  const arrived = wanted < 0 ? undefined : list.rowAt(wanted);
  useEffect(() => {
    if (arrived === undefined) return;
    const isRow = !isHeading(arrived);
    setWanted(isRow ? NOTHING : beside({ at: wanted, way }, list.use.getState().total ?? 0));
    if (isRow) onSelect(arrived);
  }, [arrived, wanted, way, list, isHeading, onSelect]);

  const found = isSelected === null ? -1 : list.find(isSelected);
  // A page that was dropped while out of view keeps its place.
  const isAway = isSelected !== null && found < 0 && last.current >= 0 && list.rowAt(last.current) === undefined;
  const active = wanted >= 0 ? wanted : isAway ? last.current : found;
  useEffect(() => {
    last.current = active;
  });

  const select = (index: number) => {
    const row = list.rowAt(index);
    const isHere = row !== undefined && !isHeading(row);
    setWanted(isHere ? NOTHING : { at: index, way: index < last.current ? -1 : 1 });
    if (isHere) onSelect(row);
  };
  return { active, select };
}
