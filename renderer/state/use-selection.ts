import { useEffect, useRef, useState } from 'react';
import type { Rows } from './rows.ts';

export interface Selection {
  /** Position of the selected row, or -1 when it is no longer in the list. */
  readonly active: number;
  readonly select: (index: number) => void;
}

/**
 * Ties the rows of a list to the one that is selected. The selection is a row, not a position: when the list changes under it,
 * the mark moves with the row. Selecting a row that is not loaded yet selects it when it arrives.
 */
export function useSelection<Row>(
  list: Rows<Row>,
  isSelected: ((row: Row) => boolean) | null,
  onSelect: (row: Row) => void,
): Selection {
  const [wanted, setWanted] = useState(-1);
  const last = useRef(-1);
  const arrived = wanted < 0 ? undefined : list.rowAt(wanted);
  useEffect(() => {
    if (arrived === undefined) return;
    setWanted(-1);
    onSelect(arrived);
  }, [arrived, onSelect]);

  const found = isSelected === null ? -1 : list.find(isSelected);
  // A page that was dropped while out of view keeps its place.
  const isAway = isSelected !== null && found < 0 && last.current >= 0 && list.rowAt(last.current) === undefined;
  const active = wanted >= 0 ? wanted : isAway ? last.current : found;
  useEffect(() => {
    last.current = active;
  });

  const select = (index: number) => {
    const row = list.rowAt(index);
    setWanted(row === undefined ? index : -1);
    if (row !== undefined) onSelect(row);
  };
  return { active, select };
}
