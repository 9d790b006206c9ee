import { type ReactNode, type RefObject, useState } from 'react';
import type { Rows } from '../state/rows.ts';
import type { Act } from '../ui/act-menu.tsx';
import { ContextMenu } from '../ui/context-menu.tsx';
import type { Selected } from './selection.tsx';

interface RowMenuParts<Row> {
  readonly rows: Rows<Row>;
  readonly select: (index: number) => void;
  readonly actsOf: ((row: Row) => readonly Act[]) | undefined;
  /** Null for a list without a selection of several rows. */
  readonly selected: Selected<Row> | null;
  /** The element around the grid, which gets the focus back. */
  readonly grid: RefObject<HTMLElement | null>;
}

interface RowMenu {
  /** Undefined for a list without actions. */
  readonly onMenu: ((index: number, at: { readonly x: number; readonly y: number }) => void) | undefined;
  readonly menu: ReactNode;
}

/** The menu of a row: its actions, by a right click, Shift+F10 or the menu key. It selects the row first. */
export function useRowMenu<Row>({ rows, select, actsOf, selected, grid }: RowMenuParts<Row>): RowMenu {
  const [opened, setOpened] = useState<{ index: number; x: number; y: number } | null>(null);
  if (actsOf === undefined) return { onMenu: undefined, menu: null };
  const row = opened === null ? undefined : rows.rowAt(opened.index);
  const acts: readonly Act[] =
    row === undefined || opened === null
      ? []
      : [
          ...actsOf(row),
          ...(selected === null
            ? []
            : [
                {
                  label: selected.grid.isMarked(row) ? 'Take out of the selection' : 'Select',
                  run: () => selected.toggle(opened.index),
                },
              ]),
        ];
  const { x = 0, y = 0 } = opened ?? {};
  return {
    onMenu(index, at) {
      if (rows.rowAt(index) === undefined) return;
      select(index);
      setOpened({ index, ...at });
    },
    menu: (
      <ContextMenu
        label="Actions on the row"
        at={{ x, y }}
        acts={acts}
        onClose={() => setOpened(null)}
        focusAfter={() => grid.current?.querySelector<HTMLElement>('[role="grid"]') ?? null}
      />
    ),
  };
}
