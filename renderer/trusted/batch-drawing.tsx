import { useContext, useEffect, useId, useRef, useState } from 'react';
import { type AskedLine, isAnswerable, type QuestionOf } from '../../shared/ipc/index.ts';
import { grouped, type Naming } from '../../shared/model/index.ts';
import { Fold } from '../meaning/fold.tsx';
import { addressesOf, headlineOf } from '../meaning/headline.ts';
import { leadFacts } from '../meaning/lead.tsx';
import { decodedFacts, factsOf, Sentence } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { Differing } from '../ui/differing.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Reading } from '../ui/pages.tsx';
import { unseenPages } from '../ui/seen-pages.ts';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';
import { watchPageEnd } from './arming.ts';
import './batch.css';
import {
  findingsOf,
  type LineFinding,
  leftOutOf,
  PAGE_LINES,
  type Place,
  paymentOf,
  placeOf,
  readingOrder,
  sharedPlace,
  totalsOf,
  unplacedLines,
} from './batch-lines.ts';
import { serviceOf } from './formats.ts';

/** Draws a batch: its totals, then every line in pages, all of which are read to their ends before the yes. */
export function drawBatch(question: QuestionOf<'batch'>) {
  const { lines } = question;
  const payments = lines.flatMap(({ meaning }) => paymentOf(meaning) ?? []);
  const isPayments = payments.length === lines.length;
  const froms = [...new Set(payments.map(({ from }) => from))];
  const from = isPayments && froms.length === 1 ? froms[0] : null;
  const isPlaced = unplacedLines(lines).length === 0;
  const known = lines[0]?.naming.addresses.find(({ address }) => address === from)?.label ?? null;
  const what = counted(lines.length, isPayments ? 'payment' : 'request');
  const verb = isPayments ? 'Send' : 'Sign';
  const isDanger = findingsOf(lines).some((found) => found?.level === 'danger');
  return {
    headline: `${verb} ${what}${known === null ? '' : ` from “${known}”`}`,
    body: <Batch question={question} />,
    no: `Don’t ${verb.toLowerCase()}`,
    yes: isPlaced && isAnswerable(question) ? `${verb} ${what}` : null,
    danger: isDanger,
  };
}

function Batch({ question }: { readonly question: QuestionOf<'batch'> }) {
  const { lines, key, profile, name } = question;
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
      <Unplaced lines={unplacedLines(lines)} />
      {shared === null ? null : <Facts label="Payer and chain" facts={placeFacts(shared, lines[0]?.naming ?? null)} />}
      <Totals lines={lines} />
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
            <Line key={index} line={line} finding={findings[index] ?? null} isPlaced={shared !== null} />
          );
        })}
      </ol>
      <div ref={end} key={`end of ${page}`} data-testid="page-end" />
      <div className="folds">
        <Fold
          key={page}
          title="Requests and exact bytes"
          note={`${lines.length} · ${counted(bytes, 'byte')}`}
          isOpen={shown.some((index) => findings[index]?.level === 'danger')}
        >
          <Reading.Provider value={null}>
            {shown.map((index) => {
              const line = lines[index];
              return line === undefined ? null : <Request key={index} line={line} />;
            })}
            <Facts
              label="Batch"
              facts={[
                { label: 'Batch', value: <Visible text={name} /> },
                {
                  label: 'Stamped with',
                  value: (
                    <>
                      <strong>
                        <Visible text={key.name} />
                      </strong>{' '}
                      <WholeAddress text={key.publicKey} />
                    </>
                  ),
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

/**
 * The page that is shown. Every page counts as unread until `end`, the element after its lines, was on the screen for a
 * while.
 */
function useReadPages(count: number) {
  const id = useId();
  const tell = useContext(Reading);
  const end = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const done = unseenPages(seen, count) === 0;
  useEffect(() => {
    tell?.(id, done);
    return () => tell?.(id, true);
  }, [tell, id, done]);
  useEffect(() => {
    const onRead = () => setSeen((before) => new Set([...before, page]));
    return end.current === null ? undefined : watchPageEnd(end.current, onRead);
  }, [page]);
  return { page, go: setPage, end, isSeen: seen.has(page) };
}

/** The payer by name, with its whole address, and the chain. */
function placeFacts({ from, chain }: Place, naming: Naming | null): Fact[] {
  const label = naming?.addresses.find(({ address }) => address === from)?.label ?? null;
  return [
    {
      label: 'From',
      value: (
        <>
          {label === null ? null : (
            <>
              <strong>
                <Visible text={label} />
              </strong>{' '}
            </>
          )}
          <WholeAddress text={from} />
        </>
      ),
    },
    { label: 'On', value: <Visible text={chain} /> },
  ];
}

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

interface LineProps {
  readonly line: AskedLine;
  readonly finding: LineFinding | null;
  /** The payer and the chain stand above all lines. */
  readonly isPlaced: boolean;
}

/** One line with its whole address and its findings. */
function Line({ line, finding, isPlaced }: LineProps) {
  const { meaning, naming } = line;
  const payment = paymentOf(meaning);
  const memo = meaning.decoded?.summary.find(({ name }) => name === 'Memo')?.value ?? null;
  const place = payment === null || isPlaced ? null : placeOf(payment);
  const known = naming.addresses.find(({ address }) => address === payment?.to);
  const tone = finding?.level === 'danger' ? 'tone-danger' : 'tone-care';
  const resembled = naming.addresses.flatMap(({ resembles }) => (resembles === null ? [] : [resembles.address]));
  const addresses = new Set([...addressesOf(meaning), ...resembled]);
  return (
    <li className="batch-line">
      <span className="batch-number tabular soft">
        <span className="visually-hidden">Line </span>
        {line.line}
      </span>
      <div className="batch-party">
        {payment === null ? (
          <>
            <strong>
              <Visible text={headlineOf(meaning, naming)} />
            </strong>
            <Facts label={`Line ${line.line}`} facts={leadFacts(meaning)} />
          </>
        ) : (
          <>
            <span>{known?.label == null ? 'Not in your address book' : <Visible text={known.label} />}</span>
            {known?.resembles == null ? (
              <WholeAddress text={payment.to} />
            ) : (
              <Differing text={payment.to} from={known.resembles.address} />
            )}
            {payment.through === null ? null : (
              <span className="caption soft">
                through the token account <WholeAddress text={payment.through} />
              </span>
            )}
            {memo === null ? null : (
              <span className="caption">
                Memo <Visible text={memo} />
              </span>
            )}
            {place === null ? null : <Facts label={`Line ${line.line}`} facts={placeFacts(place, naming)} />}
          </>
        )}
        {(finding?.texts ?? []).map((text) => (
          <p key={text} className={`batch-text ${tone}`}>
            <Sentence text={text} addresses={addresses} />
          </p>
        ))}
      </div>
      <div className="batch-amount">
        {payment === null ? null : (
          <strong>
            {grouped(payment.amount)} <Visible text={payment.asset} />
          </strong>
        )}
        {finding?.short == null ? null : <span className={`caption ${tone} batch-short`}>{finding.short}</span>}
      </div>
    </li>
  );
}

/** Everything in the request of one line. */
function Request({ line: { line, meaning, body } }: { readonly line: AskedLine }) {
  return (
    <section aria-label={`Request of line ${line}`}>
      <Facts
        label={`Line ${line}`}
        titled
        facts={meaning.decoded === null ? factsOf(meaning.rows) : decodedFacts(meaning.decoded.fields)}
      />
      <BytesPane label={`Exact bytes of line ${line}`} text={body} note={counted(meaning.bodyLength, 'byte')} />
    </section>
  );
}
