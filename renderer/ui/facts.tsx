import { Fragment, type ReactNode } from 'react';
import { visibleString } from '../words/visible.ts';
import './facts.css';
import { Pages } from './pages.tsx';
import { Visible, visible } from './visible.tsx';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** The path of the value, as a tooltip: `parameters.accounts[0].curve`. */
  readonly from?: string;
  /** Consecutive facts of the same group are listed under its name. */
  readonly group?: string | undefined;
  /** Context that needs no decision, at the right end. */
  readonly aside?: string;
}

interface FactsProps {
  /** Name of the table. */
  readonly label: string;
  readonly facts: readonly Fact[];
  /** Draws the name above the table. Screen readers read it in any case. */
  readonly titled?: boolean;
  /** Text beside the drawn name, such as the number of facts. */
  readonly note?: string;
}

/** Rows of a page. */
export const PAGE_FACTS = 200;

/** Labels and values, one a row, values selectable. Long lists have pages. */
export function Facts({ facts, ...props }: FactsProps) {
  return (
    <Pages label={props.label} count={Math.ceil(facts.length / PAGE_FACTS)}>
      {(page) => <Table {...props} facts={facts.slice(page * PAGE_FACTS, (page + 1) * PAGE_FACTS)} />}
    </Pages>
  );
}

function Table({ label, facts, titled = false, note }: FactsProps) {
  return (
    <table className="facts" aria-label={visibleString(label)}>
      {titled ? (
        <caption className="facts-title">
          {note === undefined ? null : (
            <span className="facts-note">
              <Visible text={note} />
            </span>
          )}
          <Visible text={label} />
        </caption>
      ) : null}
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
                  <Visible text={fact.group} />
                </th>
              </tr>
            )}
            <tr className={fact.group === undefined ? undefined : 'facts-member'}>
              <th scope="row" title={fact.from === undefined ? undefined : visibleString(fact.from)}>
                {breakable(fact.label)}
              </th>
              <td className="selectable">
                {fact.aside === undefined ? null : (
                  <span className="facts-note">
                    <Visible text={fact.aside} />
                  </span>
                )}
                {visible(fact.value)}
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Lets a long name of a standard break between its words: maxPriority FeePerGas, message. spender, CURVE_ SECP256K1. */
export function breakable(label: string): ReactNode {
  return label.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[._])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are positions of one text
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      <Visible text={part} />
    </Fragment>
  ));
}
