import { Fragment, type ReactNode } from 'react';
import './facts.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** Where the value comes from, as a tooltip: `parameters.accounts[0].curve`. */
  readonly from?: string;
  /** Facts that follow each other with the same group stand under its name. */
  readonly group?: string | undefined;
}

interface FactsProps {
  /** Name of the table. */
  readonly label: string;
  readonly facts: readonly Fact[];
  /** Draws the name above the table; it is read aloud either way. */
  readonly titled?: boolean;
}

/** Labels and values, one a row, values selectable. */
export function Facts({ label, facts, titled = false }: FactsProps) {
  return (
    <table className="facts" aria-label={titled ? undefined : label}>
      {titled ? <caption className="facts-title">{label}</caption> : null}
      <colgroup>
        <col className="facts-labels" />
        <col />
      </colgroup>
      <tbody>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same label, and rows never move
          <Fragment key={index}>
            {fact.group === undefined || fact.group === facts[index - 1]?.group ? null : (
              <tr>
                <th scope="rowgroup" colSpan={2} className="facts-group">
                  {fact.group}
                </th>
              </tr>
            )}
            <tr className={fact.group === undefined ? undefined : 'facts-member'}>
              <th scope="row" title={fact.from}>
                {fact.label}
              </th>
              <td className="selectable">{fact.value}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
