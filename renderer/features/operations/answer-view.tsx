import { type CSSProperties, type ReactNode, useState } from 'react';
import { singular } from '../../../shared/model/index.ts';
import { type Operation, schemaNode } from '../../../shared/operations/index.ts';
import { factsOf } from '../../meaning/value.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { BytesPane } from '../../ui/bytes-pane.tsx';
import { Segments } from '../../ui/choices.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Grid } from '../../ui/grid.tsx';
import { Empty } from '../../ui/place.tsx';
import { visible } from '../../ui/visible.tsx';
import { inSentence } from '../../words/labels.ts';
import { counted } from '../../words/number.ts';
import { visibleString } from '../../words/visible.ts';
import { type AnsweredList, listIn, rowsOf } from './answer.ts';

/** Characters of JSON drawn at most. */
const DRAWN = 256 * 1024;
/** Characters that main copies at most. */
const COPIED = 64 * 1024;

interface AnswerViewProps {
  readonly operation: Operation;
  readonly answer: Readonly<Record<string, unknown>>;
  /** The ways to the pages before and after. */
  readonly pages: ReactNode;
}

/** The answer of the service: a table with the details of the chosen row, the facts of one object, or the JSON. */
export function AnswerView({ operation, answer, pages }: AnswerViewProps) {
  const [as, setAs] = useState<'table' | 'json'>('table');
  const list = listIn(operation.response, answer);
  const json = as === 'json' ? JSON.stringify(answer, null, 2) : '';
  return (
    <section className="operation-answer" aria-label="Answer">
      <header className="operation-answer-bar">
        <h3>{list === null ? 'Answer' : countOf(list)}</h3>
        <div className="operation-way">
          <Segments
            label="Show as"
            value={as}
            choices={[
              { value: 'table', label: 'Table' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={setAs}
          />
        </div>
        {pages}
      </header>
      {as === 'json' ? (
        <>
          <BytesPane
            label="JSON"
            text={json.slice(0, DRAWN)}
            {...(json.length > DRAWN ? { note: `the first ${DRAWN} of ${json.length} characters` } : {})}
          />
          {json.length > COPIED ? null : (
            <div>
              <CopyButton what="JSON" text={json} />
            </div>
          )}
        </>
      ) : list === null ? (
        <Facts label="Answer" facts={factsOf(rowsOf(answer, operation.response))} />
      ) : (
        <AnsweredTable list={list} operation={operation} />
      )}
    </section>
  );
}

function AnsweredTable({ list, operation }: { readonly list: AnsweredList; readonly operation: Operation }) {
  const [active, setActive] = useState(-1);
  const rowHeight = usePreferences().rows === 'compact' ? 28 : 36;
  const item = list.items[active];
  const { items: schema } = schemaNode(operation.response).properties?.[list.member] ?? {};
  if (list.items.length === 0) return <Empty title="The service has none." />;
  return (
    <>
      <div className="operation-table" style={tableHeight(list)}>
        <Grid
          label={list.title}
          layout="answer"
          columns={list.columns.map(({ name, title, mono }) => ({
            key: name,
            title,
            mono,
            cell: (row: Readonly<Record<string, unknown>>) => (
              <span title={visibleString(String(row[name] ?? ''))}>{visible(String(row[name] ?? ''))}</span>
            ),
          }))}
          count={list.items.length}
          rowAt={(index) => list.items[index]}
          rowHeight={rowHeight}
          active={active}
          onActive={setActive}
          onView={ignore}
        />
      </div>
      {item === undefined ? null : <Facts label="Chosen row" facts={factsOf(rowsOf(item, schema ?? null))} />}
    </>
  );
}

const countOf = ({ items, title }: AnsweredList): string =>
  counted(items.length, inSentence(singular(title)), inSentence(title));

/** As many rows as it has, up to eight. */
const tableHeight = ({ items }: AnsweredList): CSSProperties =>
  ({ '--rows': String(Math.min(items.length, 8)) }) as CSSProperties;

const ignore = () => undefined;
