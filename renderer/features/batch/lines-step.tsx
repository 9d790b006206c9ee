import { useState } from 'react';
import { textOf } from '../../../shared/errors/index.ts';
import {
  BATCH_COLUMNS,
  type BatchColumn,
  type BatchReview,
  type EndpointChain,
  type ReviewedLine,
  type TableColumn,
} from '../../../shared/model/index.ts';
import { errorSentence } from '../../language/sentence.ts';
import { Fold } from '../../meaning/fold.tsx';
import { ShortAddress } from '../../ui/address.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Visible } from '../../ui/visible.tsx';
import type { BatchDraft } from './draft.ts';
import { LineInspector } from './line-inspector.tsx';
import { amountText, countedAs, GROUPS, groupOf, isChosen, rowFinding, totalsOf } from './rules.ts';

/** Lines of a page. */
const PAGE = 200;

const COLUMN_WORDS: Readonly<Record<BatchColumn, string>> = {
  to: 'To',
  amount: 'Amount',
  asset: 'Asset',
  memo: 'Memo',
  note: 'Note',
  transaction: 'Unsigned transaction',
  message: 'Message',
  ignore: 'Not used',
};

interface LinesStepProps {
  readonly review: BatchReview;
  readonly draft: BatchDraft;
  readonly chain: EndpointChain;
  readonly onChange: (change: Partial<BatchDraft>) => void;
  /** Reads the table again with other columns. */
  readonly onColumns: (columns: readonly BatchColumn[]) => void;
}

/** The totals, the lines by their findings, and the selected line. */
export function LinesStep({ review, draft, chain, onChange, onColumns }: LinesStepProps) {
  const { lines, problems } = review;
  const [selected, setSelected] = useState<number | null>(null);
  const line = lines.find((one) => one.line === selected) ?? null;
  const sorted = GROUPS.flatMap(({ group }) => lines.filter((one) => groupOf(one, draft) === group));
  return (
    <>
      <div className="batch-review">
        <Totals review={review} draft={draft} />
        <Columns review={review} onColumns={onColumns} />
        {problems.length === 0 ? null : (
          <Notice tone="care" title="Not everything was read">
            {problems.map((problem) => (
              <p key={textOf(problem)}>
                <Visible text={errorSentence(problem)} />
              </p>
            ))}
          </Notice>
        )}
        <div className="batch-head batch-grid" aria-hidden="true">
          <span>#</span>
          <span>To</span>
          <span>Address</span>
          <span>Finding</span>
          <span>Amount</span>
        </div>
        <Pages label="Lines" count={Math.ceil(sorted.length / PAGE)}>
          {(page) => {
            const shown = sorted.slice(page * PAGE, (page + 1) * PAGE);
            return GROUPS.map(({ group, title }) => {
              const rows = shown.filter((one) => groupOf(one, draft) === group);
              const all = sorted.filter((one) => groupOf(one, draft) === group);
              const held = all.filter((one) => !isChosen(one, draft)).length;
              if (rows.length === 0) return null;
              return (
                <section key={group} aria-label={title}>
                  <h2 className={`batch-group batch-group-${group}`}>
                    {group === 'danger' || group === 'care' ? <Icon name={group} /> : null}
                    {title}{' '}
                    <span>{group === 'danger' && held > 0 ? `${all.length}, ${held} held back` : all.length}</span>
                  </h2>
                  <ul>
                    {rows.map((one) => (
                      <li key={one.line}>
                        <Row line={one} isSelected={one.line === selected} onSelect={() => setSelected(one.line)} />
                      </li>
                    ))}
                  </ul>
                </section>
              );
            });
          }}
        </Pages>
      </div>
      {line === null ? null : (
        <LineInspector
          key={line.line}
          {...{ line, review, draft, chain, onChange }}
          onClose={() => setSelected(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly line: ReviewedLine;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function Row({ line, isSelected, onSelect }: RowProps) {
  const { what } = line;
  const finding = rowFinding(line);
  const tone = finding?.level === 'danger' ? 'tone-danger' : finding?.level === 'care' ? 'tone-care' : 'tone-plain';
  return (
    <button type="button" className="batch-row batch-grid" aria-current={isSelected} onClick={onSelect}>
      <span className="tabular soft">
        <span className="visually-hidden">Line </span>
        {line.line}
      </span>
      <span className="cut">
        {what?.kind === 'payment' ? (
          <Visible text={what.label ?? 'Not in your address book'} />
        ) : what === null ? (
          <Visible text={line.given === '' ? 'Not readable' : line.given} />
        ) : what.kind === 'message' ? (
          <Visible text={what.message} />
        ) : what.headline === '' ? (
          'Transaction'
        ) : (
          <Visible text={what.headline} />
        )}
      </span>
      <span className="cut">{what?.kind === 'payment' ? <ShortAddress text={what.to} /> : null}</span>
      <span className={`cut batch-finding ${tone}`}>{finding?.short}</span>
      <span className="batch-number tabular">
        {what?.kind === 'payment' ? (
          <>
            {amountText(BigInt(what.units), what.decimals)}{' '}
            <span className="soft">
              <Visible text={what.symbol} />
            </span>
          </>
        ) : null}
      </span>
    </button>
  );
}

function Totals({ review, draft }: Pick<LinesStepProps, 'review' | 'draft'>) {
  const chosen = review.lines.filter((line) => isChosen(line, draft));
  const rows = totalsOf(review, chosen);
  const title = `Totals of ${countedAs(review.lines, chosen.length)}`;
  if (rows.length === 0) return <p className="batch-totals-none soft">{title}</p>;
  return (
    <table className="batch-sums" aria-label="Totals">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Payments</th>
          <th scope="col">Amount</th>
          <th scope="col">Fees at most</th>
          <th scope="col">Left afterwards</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ symbol, payments, amount, fees, left, isShort }) => (
          <tr key={symbol}>
            <th scope="row">
              <Visible text={symbol} />
            </th>
            <td className="tabular">{payments}</td>
            <td className="tabular">
              <strong>{amount}</strong>{' '}
              <span className="soft">
                <Visible text={symbol} />
              </span>
            </td>
            <td className="tabular soft">{fees ?? 'not known'}</td>
            <td className={isShort ? 'tabular batch-short tone-danger' : 'tabular'}>
              <Visible text={left === null ? '' : isShort ? `${left} ${symbol}, not enough` : `${left} ${symbol}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The meanings of the columns after a choice for one of them. Another one of that meaning is ignored then. */
const chosen = (columns: readonly TableColumn[], index: number, value: BatchColumn): BatchColumn[] =>
  columns.map(({ as }, at) => (at === index ? value : as === value ? 'ignore' : as));

/** The recognised columns. The operator confirms them with the review, or changes them here. */
function Columns({ review: { columns, headerLine, lines }, onColumns }: Pick<LinesStepProps, 'review' | 'onColumns'>) {
  const used = columns.flatMap(({ as }) => (as === 'ignore' ? [] : [COLUMN_WORDS[as]]));
  const isFound = lines.some(({ what }) => what !== null);
  return (
    <div className="batch-columns">
      <Fold title="Columns" note={used.join(', ')} isOpen={!isFound}>
        {headerLine === null ? null : (
          <p className="field-help">Line {headerLine} names the columns, so it is not signed.</p>
        )}
        <div className="batch-fees">
          {columns.map(({ header, as, sample }, index) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions of one table
              key={index}
              label={header === '' ? `Column ${index + 1}` : header}
              help={sample === '' ? undefined : sample}
              value={as}
              choices={BATCH_COLUMNS.map((value) => ({ value, label: COLUMN_WORDS[value] }))}
              onChange={(value) => onColumns(chosen(columns, index, value))}
            />
          ))}
        </div>
      </Fold>
    </div>
  );
}
