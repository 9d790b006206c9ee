import type { ReactNode } from 'react';
import { type AskedLine, BROADCAST_OPERATION, isAnswerable, type QuestionOf } from '../../shared/ipc/index.ts';
import { grouped } from '../../shared/model/index.ts';
import { Fold } from '../meaning/fold.tsx';
import { isShortened } from '../meaning/lead.tsx';
import { Button } from '../ui/button.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Reading } from '../ui/pages.tsx';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';
import './batch.css';
import { Line, placeFacts, Request } from './batch-line.tsx';
import {
  findingsOf,
  type LineFinding,
  leftOutOf,
  PAGE_LINES,
  paymentOf,
  readingOrder,
  sharedPlace,
  totalsOf,
  unplacedLines,
} from './batch-lines.ts';
import { ChainChange, ChainFindings } from './chain-change.tsx';
import { serviceOf } from './formats.ts';
import { NamedText } from './named-text.tsx';
import { useReadPages } from './read-pages.ts';

/** Draws a batch: its totals, then every line in pages, all of which are read to their ends before the yes. */
export function drawBatch(question: QuestionOf<'batch'>) {
  const { lines, name } = question;
  const group = groupOf(lines);
  const isPlaced = unplacedLines(lines).length === 0;
  const { headline, yes, no } = wordsOf(lines, group);
  const isDanger = findingsOf(lines).some((found) => found?.level === 'danger');
  const facts = [{ label: 'Batch', value: <Visible text={name} /> }];
  return {
    headline,
    body: <Lines {...{ question, lines, facts }} sent={question.sent} />,
    no,
    yes: isPlaced && isAnswerable(question) ? yes : null,
    danger: isDanger,
  };
}

/** The headline and the answers, whole in each form: another language has an order of its own. */
function wordsOf(lines: readonly AskedLine[], { isPayments, from }: ReturnType<typeof groupOf>) {
  const { length } = lines;
  if (lines.every(({ meaning }) => meaning.operation === BROADCAST_OPERATION)) {
    const yes = isPayments ? `Broadcast ${counted(length, 'payment')}` : `Broadcast ${counted(length, 'request')}`;
    const headline = from === null ? yes : `Broadcast ${counted(length, 'payment')} from “${from}”`;
    return { headline, yes, no: 'Don’t broadcast' };
  }
  if (!isPayments) {
    const yes = `Sign ${counted(length, 'request')}`;
    return { headline: yes, yes, no: 'Don’t sign' };
  }
  const yes = `Send ${counted(length, 'payment')}`;
  const headline = from === null ? yes : `Send ${counted(length, 'payment')} from “${from}”`;
  return { headline, yes, no: 'Don’t send' };
}

/** Returns whether all lines are payments, and the name of the account that they are all from. Null without one. */
export function groupOf(lines: readonly Pick<AskedLine, 'meaning' | 'naming'>[]) {
  const payments = lines.flatMap(({ meaning }) => paymentOf(meaning) ?? []);
  const isPayments = payments.length === lines.length;
  const froms = [...new Set(payments.map(({ from }) => from))];
  const payer = isPayments && froms.length === 1 ? froms[0] : null;
  const from = lines[0]?.naming.addresses.find(({ address }) => address === payer)?.label ?? null;
  return { isPayments, from };
}

interface LinesProps {
  readonly question: QuestionOf<'batch' | 'votes'>;
  readonly lines: readonly AskedLine[];
  /** Lines that went to the service after earlier answers. */
  readonly sent?: number;
  /** Facts about all lines. */
  readonly facts: readonly Fact[];
  /** Returns a further fact about a line, which is always shown. */
  readonly under?: (line: number) => ReactNode;
  /** Returns further bytes of a line. */
  readonly beside?: (line: number) => ReactNode;
}

/** The totals, every line in pages with the findings first, and in a fold the requests and their exact bytes. */
export function Lines({
  question: { key, profile, findings: standing, changed },
  lines,
  sent = 0,
  facts,
  under,
  beside,
}: LinesProps) {
  const findings = findingsOf(lines);
  const order = readingOrder(findings);
  const count = Math.ceil(lines.length / PAGE_LINES);
  const { page, go, end, isSeen } = useReadPages(count);
  const shown = order.slice(page * PAGE_LINES, (page + 1) * PAGE_LINES);
  const bytes = lines.reduce((sum, { meaning }) => sum + meaning.bodyLength, 0);
  const first = page * PAGE_LINES + 1;
  const shared = sharedPlace(lines);
  return (
    <>
      <ChainChange changed={changed} sent={sent} />
      <ChainFindings findings={standing} />
      <Unplaced lines={unplacedLines(lines)} />
      {shared === null ? null : <Facts label="Payer and chain" facts={placeFacts(shared, lines[0]?.naming ?? null)} />}
      {lines.some(({ meaning }) => paymentOf(meaning) !== null) ? <Totals lines={lines} /> : null}
      <Summary findings={findings} />
      <div className="batch-pages">
        <h2>
          Lines {first} to {first + shown.length - 1} <span className="soft">of {lines.length}, findings first</span>
        </h2>
        {count === 1 ? null : (
          <nav aria-label="Pages of the lines">
            <Button disabled={page === 0} onClick={() => go(page - 1)}>
              Back
            </Button>
            <Button disabled={page >= count - 1 || !isSeen} onClick={() => go(page + 1)}>
              Next page
            </Button>
          </nav>
        )}
      </div>
      <ol className="batch-lines" aria-label={`Page ${page + 1} of ${count}`}>
        {shown.map((index) => {
          const line = lines[index];
          return line === undefined ? null : (
            <Line key={index} line={line} finding={findings[index] ?? null} isPlaced={shared !== null}>
              {under?.(line.line)}
            </Line>
          );
        })}
      </ol>
      <div ref={end} key={`end of ${page}`} data-testid="page-end" />
      <div className="folds">
        <Fold
          key={page}
          title="Requests and exact bytes"
          note={`${lines.length} · ${counted(bytes, 'byte')}`}
          isOpen={shown.some((index) => findings[index]?.level === 'danger' || opensFold(lines[index]))}
        >
          <Reading.Provider value={null}>
            {shown.map((index) => {
              const line = lines[index];
              return line === undefined ? null : (
                <Request key={index} line={line}>
                  {beside?.(line.line)}
                </Request>
              );
            })}
            <Facts
              label="Batch"
              facts={[
                ...facts,
                {
                  label: 'Stamped with',
                  value: <NamedText name={key.name} text={key.publicKey} />,
                },
                { label: 'Sent to', value: serviceOf(profile) },
              ]}
            />
          </Reading.Provider>
        </Fold>
      </div>
    </>
  );
}

/** Returns true for a line with a warning about a value that its row may leave out. */
const opensFold = (line: AskedLine | undefined): boolean =>
  line !== undefined &&
  line.meaning.decoded === null &&
  isShortened(line.meaning) &&
  [...line.naming.findings, ...line.meaning.findings].some(
    ({ level, field }) => level !== 'information' && field !== null,
  );

/** Says why nothing can be signed when the payer or the chain of a payment is not known. */
function Unplaced({ lines }: { readonly lines: readonly number[] }) {
  if (lines.length === 0) return null;
  const [first] = lines;
  const more = lines.length === 1 ? '' : ` and ${counted(lines.length - 1, 'more line')}`;
  return (
    <Notice tone="danger" title={`Line ${first}${more} cannot be signed here`} loud>
      The vault does not name the payer and the chain. Sign such a payment by itself.
    </Notice>
  );
}

/** The sum of each asset on each chain, on every page. */
function Totals({ lines }: { readonly lines: readonly AskedLine[] }) {
  const totals = totalsOf(lines);
  const isOneChain = new Set(totals.map(({ chain }) => chain)).size === 1;
  return (
    <table className="batch-totals" aria-label="Totals">
      <tbody>
        {totals.map(({ chain, asset, amount, payments, fees, rent }) => (
          <tr key={JSON.stringify([chain, asset])}>
            <th scope="row">
              <Visible text={asset} /> {isOneChain ? null : <Visible text={`on ${chain ?? 'an unnamed chain'}`} />}{' '}
              <span className="soft">
                {[
                  ...(payments === 0 ? [] : [counted(payments, 'payment')]),
                  ...(fees === null ? [] : [`fees at most ${grouped(fees)} ${asset}`]),
                  ...(rent === null ? [] : [`rent ${grouped(rent)} ${asset}`]),
                ].join(', ')}
              </span>
            </th>
            <td>
              {payments === 0 ? null : (
                <>
                  <strong className="lead-value">{grouped(amount)}</strong> <Visible text={asset} />
                </>
              )}
            </td>
          </tr>
        ))}
        {leftOutOf(lines).map((text) => (
          <tr key={text}>
            <th scope="row">{text}</th>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The number of lines with a finding. Only the most serious level has a box. */
function Summary({ findings }: { readonly findings: readonly (LineFinding | null)[] }) {
  const of = (level: LineFinding['level']) => findings.filter((found) => found?.level === level);
  const [danger, care] = [of('danger'), of('care')];
  const found = danger.length > 0 ? danger : care;
  if (found.length === 0) {
    return (
      <p className="proven-line">
        <Icon name="proven" />
        <span>Every line is decoded on this machine from its exact bytes.</span>
      </p>
    );
  }
  const words = found
    .flatMap((one) => (one?.short ?? 'a finding of its own').split(', '))
    .map((word) => word.replace(/ line \d+/, ' another line'));
  const counts = [...new Set(words)]
    .map((text) => `${words.filter((word) => word === text).length} × ${text}`)
    .join(', ');
  const more = danger.length > 0 && care.length > 0 ? ` ${counted(care.length, 'more line')} to look at.` : '';
  return (
    <Notice
      tone={danger.length > 0 ? 'danger' : 'care'}
      title={
        danger.length > 0
          ? `${counted(danger.length, 'line')} can lose what you send`
          : `${counted(care.length, 'line')} to look at`
      }
      loud={danger.length > 0}
    >
      {counts}.{more}
    </Notice>
  );
}
