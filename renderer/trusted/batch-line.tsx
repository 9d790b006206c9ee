import type { ReactNode } from 'react';
import type { AskedLine } from '../../shared/ipc/index.ts';
import { grouped, type Naming } from '../../shared/model/index.ts';
import { addressesOf, headlineOf } from '../meaning/headline.ts';
import { leadFacts } from '../meaning/lead.tsx';
import { decodedFacts, factsOf, Sentence } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { Differing } from '../ui/differing.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';
import { type LineFinding, type Place, paymentOf, placeOf } from './batch-lines.ts';
import { NamedText } from './named-text.tsx';

/** The payer by name, with its whole address, and the chain. */
export function placeFacts({ from, chain }: Place, naming: Naming | null): Fact[] {
  const label = naming?.addresses.find(({ address }) => address === from)?.label ?? null;
  return [
    {
      label: 'From',
      value: <NamedText name={label} text={from} />,
    },
    { label: 'On', value: <Visible text={chain} /> },
  ];
}

interface LineProps {
  readonly line: AskedLine;
  readonly finding: LineFinding | null;
  /** The payer and the chain stand above all lines. */
  readonly isPlaced: boolean;
  readonly children?: ReactNode;
}

/** One line with its whole address and its findings. */
export function Line({ line, finding, isPlaced, children }: LineProps) {
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
        {children}
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

interface RequestProps {
  readonly line: AskedLine;
  readonly children?: ReactNode;
}

/** Everything in the request of one line. */
export function Request({ line: { line, meaning, body }, children }: RequestProps) {
  return (
    <section aria-label={`Request of line ${line}`}>
      <Facts
        label={`Line ${line}`}
        titled
        facts={meaning.decoded === null ? factsOf(meaning.rows) : decodedFacts(meaning.decoded.fields)}
      />
      <BytesPane label={`Exact bytes of line ${line}`} text={body} note={counted(meaning.bodyLength, 'byte')} />
      {children}
    </section>
  );
}
