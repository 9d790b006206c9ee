import type { ReactNode } from 'react';

interface Column<Row> {
  readonly label: string;
  /** True when the text stays on one line in every window width. */
  readonly unbroken?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface SettingsTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Identifies a row of the table. */
  readonly idOf: (row: Row) => string;
  /** The actions of a row: buttons or a menu. They end at the table's edge. */
  readonly actions: (row: Row) => ReactNode;
}

/** A short table of settings. Each row ends with its actions. */
export function SettingsTable<Row>({ label, columns, rows, idOf, actions }: SettingsTableProps<Row>) {
  return (
    <table className="settings-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col">
              {column.label}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)}>
            {columns.map((column) => (
              <td key={column.label} className={column.unbroken === true ? 'settings-unbroken' : undefined}>
                {column.cell(row)}
              </td>
            ))}
            <td>
              <div className="settings-actions">{actions(row)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BelowProps {
  readonly tone?: 'faint' | 'soft' | 'care' | 'settings-fault';
  readonly children: ReactNode;
}

/** A further line of a cell, in small type. */
export function Below({ tone = 'faint', children }: BelowProps) {
  return (
    <>
      <br />
      <span className={`caption ${tone}`}>{children}</span>
    </>
  );
}
