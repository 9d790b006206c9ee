import { useState } from 'react';
import {
  type BatchReview,
  chainName,
  type EndpointChain,
  FINDING_LEVELS,
  type ReviewedLine,
} from '../../../shared/model/index.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Differing } from '../../ui/differing.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Mono, Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import type { BatchDraft } from './draft.ts';
import { amountText, groupOf, isChosen } from './rules.ts';

interface LineInspectorProps {
  readonly line: ReviewedLine;
  readonly review: BatchReview;
  readonly draft: BatchDraft;
  readonly chain: EndpointChain;
  readonly onChange: (change: Partial<BatchDraft>) => void;
  readonly onClose: () => void;
}

/** One line: its findings, whole addresses, and the choice to take it out or to include it. */
export function LineInspector({ line, review, draft, chain, onChange, onClose }: LineInspectorProps) {
  const { line: number, what, findings, note, given, isBarred } = line;
  const [isAsking, setAsking] = useState(false);
  const group = groupOf(line, draft);
  const isIn = isChosen(line, draft);
  const { removed, included } = draft;
  const takeOut = () =>
    onChange({ removed: [...removed, number], included: included.filter((other) => other !== number) });
  return (
    <Inspector label="Line details" title={titleOf(line)} onClose={onClose}>
      <Findings findings={findings} />
      {what?.kind === 'payment' && what.alike !== null ? (
        <dl className="batch-compare">
          <dt>In the table</dt>
          <dd>
            <Differing text={what.to} from={what.alike.address} />
          </dd>
          <dt>
            <Visible text={what.alike.label ?? 'Known address'} />
            {what.alike.times === 0 ? '' : `, signed for ${counted(what.alike.times, 'time')}`}
          </dt>
          <dd>
            <Differing text={what.alike.address} from={what.to} />
          </dd>
        </dl>
      ) : null}
      <div className="batch-choice">
        {group === 'removed' ? (
          <Button onClick={() => onChange({ removed: removed.filter((other) => other !== number) })}>
            Put line {number} back
          </Button>
        ) : (
          <Button onClick={takeOut}>Remove line {number}</Button>
        )}
        {group === 'danger' && what !== null && !isBarred && !isIn && !isAsking ? (
          <Button kind="quiet" onClick={() => setAsking(true)}>
            Include line {number}…
          </Button>
        ) : null}
        {group === 'danger' && isIn ? (
          <Button kind="quiet" onClick={() => onChange({ included: included.filter((other) => other !== number) })}>
            Hold line {number} back
          </Button>
        ) : null}
      </div>
      {isAsking && !isIn ? (
        <Notice
          tone="danger"
          title={`Include line ${number} although it is dangerous?`}
          loud
          action={
            <Button
              kind="danger"
              onClick={() => {
                onChange({ included: [...included, number] });
                setAsking(false);
              }}
            >
              Include line {number}
            </Button>
          }
        >
          The confirmation window shows it again, before all other lines.
        </Notice>
      ) : null}
      <Facts label="Line" facts={factsOf(line, review, chain, { note, given })} />
    </Inspector>
  );
}

/** Only the most serious level has a box. */
function Findings({ findings }: Pick<ReviewedLine, 'findings'>) {
  const highest = FINDING_LEVELS.find((level) => findings.some((finding) => finding.level === level));
  return findings
    .toSorted((one, other) => FINDING_LEVELS.indexOf(one.level) - FINDING_LEVELS.indexOf(other.level))
    .map(({ level, short, text }) => {
      const tone = level === 'information' ? 'plain' : level;
      if (level === highest)
        return (
          <Notice key={text} tone={tone} title={short}>
            {text}
          </Notice>
        );
      return (
        <p key={text} className={`batch-finding tone-${tone}`}>
          <Visible text={text} />
        </p>
      );
    });
}

function titleOf({ line, what }: ReviewedLine): string {
  if (what === null) return `Line ${line} cannot be read`;
  if (what.kind === 'payment')
    return `Line ${line}: send ${amountText(BigInt(what.units), what.decimals)} ${what.symbol}`;
  return what.kind === 'message' ? `Line ${line}: sign message` : `Line ${line}: sign transaction`;
}

function factsOf(
  { what }: ReviewedLine,
  { coin }: BatchReview,
  chain: EndpointChain,
  { note, given }: Pick<ReviewedLine, 'note' | 'given'>,
): Fact[] {
  const noted = note === '' ? [] : [{ label: 'Note', value: <Visible text={note} />, aside: 'from the table' }];
  if (what === null) return [{ label: 'Written', value: <Visible text={given} /> }, ...noted];
  if (what.kind !== 'payment')
    return [
      ...(what.headline === '' ? [] : [{ label: 'Meaning', value: <Visible text={what.headline} /> }]),
      what.kind === 'message'
        ? { label: 'Message', value: <Visible text={what.message} /> }
        : { label: 'Bytes', value: <Mono text={what.unsignedTransaction} /> },
      ...noted,
    ];
  const { to, fee, units, decimals, symbol, memo } = what;
  return [
    { label: 'Amount', value: `${amountText(BigInt(units), decimals)} ${symbol}` },
    { label: 'To', value: <WholeAddress text={to} /> },
    {
      label: 'Fee',
      value: fee === null ? 'not known' : `at most ${amountText(BigInt(fee), coin.decimals)} ${coin.symbol}`,
    },
    ...(memo === null ? [] : [{ label: 'Public memo', value: <Visible text={memo} /> }]),
    { label: 'Chain', value: chainName(chain) },
    ...noted,
  ];
}
