import type { ReactNode } from 'react';
import type { GroupHeading } from '../../shared/model/index.ts';
import { useClock } from '../state/clock.ts';
import type { Column } from '../ui/grid.tsx';
import './groups.css';
import { groupName } from '../words/groups.ts';
import { count } from '../words/number.ts';

/** Returns true for the line before the rows of a group. */
export const isGroupHeading = (line: object): line is GroupHeading => 'group' in line;

/** The columns of rows for lines, of which some are headings. */
export const columnsOfLines = <Row extends object>(
  columns: readonly Column<Row>[],
): readonly Column<GroupHeading | Row>[] =>
  columns.map((column) => ({
    ...column,
    cell: (line) => (isGroupHeading(line) ? null : column.cell(line)),
  }));

/** The content of a heading. Null for a row. */
export const groupHeading = (line: object): ReactNode => (isGroupHeading(line) ? <GroupLine heading={line} /> : null);

function GroupLine({ heading: { group, rows } }: { readonly heading: GroupHeading }) {
  const now = useClock((clock) => clock.now);
  return (
    <>
      <span className="group-name">{groupName(group, now)}</span>
      {rows === null ? null : <span className="faint">{count(rows)}</span>}
    </>
  );
}
