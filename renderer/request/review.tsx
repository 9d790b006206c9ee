import type { ReactNode } from 'react';
import { CopyIcon } from '../parts/copy-button.tsx';
import { useProfile } from '../state/session.ts';
import { WholeAddress } from '../ui/address.tsx';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { isCode, looksLikeAddress } from '../words/address.ts';
import { valueLabel } from '../words/labels.ts';
import { counted } from '../words/number.ts';
import { groupOf } from '../words/path.ts';
import { moment } from '../words/time.ts';
import type { Prepared } from './flow.ts';
import './review.css';

/** A value as the vault read it from the bytes: words as words, addresses and keys in groups. */
function Value({ text }: { readonly text: string }): ReactNode {
  if (looksLikeAddress(text)) return <WholeAddress text={text} />;
  const label = valueLabel(text);
  if (label !== null) {
    return (
      <>
        {label} <span className="mono faint">{text}</span>
      </>
    );
  }
  return <span className={isCode(text) ? 'review-value mono' : 'review-value'}>{text}</span>;
}

/** What the operator confirms, made by the vault from the exact bytes: meaning first, then fingerprint and bytes. */
export function Review({ prepared, notice }: { readonly prepared: Prepared; readonly notice?: ReactNode }) {
  const { meaning, body } = prepared;
  const profile = useProfile();
  const facts: Fact[] = [
    { label: 'Does', value: <strong className="review-title">{meaning.title}</strong>, from: meaning.activityType },
    ...meaning.rows.map((row) => ({
      label: row.label,
      value: <Value text={row.value} />,
      from: row.path,
      group: groupOf(row.path),
    })),
    { label: 'Organization', value: <span className="mono">{meaning.organizationId}</span>, from: 'organizationId' },
    {
      label: 'Service',
      value:
        profile === null
          ? 'not known'
          : `${profile.name} (${profile.kind === 'local' ? 'this machine' : profile.baseUrl})`,
    },
    { label: 'Made at', value: moment(Number(meaning.timestampMs)), from: 'timestampMs' },
  ];
  return (
    <div className="review">
      {meaning.warnings.length === 0 ? null : (
        <Notice tone="danger" title="Read this before you sign" loud>
          <ul className="review-warnings">
            {meaning.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {notice}
      <Facts label="Meaning" facts={facts} />
      <div className="review-fingerprint">
        <span className="caption soft">Fingerprint</span>
        <WholeAddress text={meaning.fingerprint.replace(/^sha256:/, '')} />
        <CopyIcon what="Fingerprint" text={meaning.fingerprint} />
      </div>
      <BytesPane label="Exact bytes" text={body} note={`${counted(meaning.bodyLength, 'byte')}, stamped as they are`} />
    </div>
  );
}
