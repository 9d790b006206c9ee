import { CopyIcon } from '../parts/copy.tsx';
import { useProfile } from '../state/session.ts';
import { WholeAddress } from '../ui/address.tsx';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { counted } from '../words/number.ts';
import { moment } from '../words/time.ts';
import type { Prepared } from './flow.ts';
import './review.css';
import { addressesOf, contentOf, decodedFacts, factsOf, Sentence } from './value.tsx';

/** What the operator confirms, made by the vault from the exact bytes: meaning first, then fingerprint and bytes. */
export function Review({ prepared }: { readonly prepared: Prepared }) {
  const { meaning, body } = prepared;
  const { decoded } = meaning;
  const addresses = addressesOf(meaning);
  const profile = useProfile();
  const facts: Fact[] = [
    { label: 'Does', value: <strong className="review-title">{meaning.title}</strong>, from: meaning.activityType },
    ...factsOf(meaning.rows, decoded === null ? null : contentOf(meaning.operation)),
    { label: 'Organization id', value: <span className="mono">{meaning.organizationId}</span>, from: 'organizationId' },
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
              <li key={warning}>
                <Sentence text={warning} addresses={addresses} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {decoded === null ? null : (
        <Facts
          label={decoded.title}
          titled
          note={counted(decoded.fields.length, 'field')}
          facts={decodedFacts(decoded.fields)}
        />
      )}
      <Facts label={decoded === null ? 'Meaning' : 'Request'} titled={decoded !== null} facts={facts} />
      <div className="review-fingerprint">
        <span className="caption soft">Fingerprint</span>
        <WholeAddress text={meaning.fingerprint.replace(/^sha256:/, '')} />
        <CopyIcon what="Fingerprint" text={meaning.fingerprint} />
      </div>
      <BytesPane label="Exact bytes" text={body} note={`${counted(meaning.bodyLength, 'byte')}, stamped as they are`} />
    </div>
  );
}
