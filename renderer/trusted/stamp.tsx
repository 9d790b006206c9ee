import type { QuestionOf } from '../../shared/ipc/index.ts';
import { addressesOf, contentOf, decodedFacts, factsOf, Named, Sentence } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { counted } from '../words/number.ts';
import { moment, signedAt } from '../words/time.ts';
import { serviceOf } from './formats.ts';

const BECAME = {
  answered: 'The service has that request. Signing once more may do it twice.',
  notSent: 'That request was not sent.',
  refused: 'The service refused that request.',
  unknown: 'What became of that request is not known. Signing once more may do it twice.',
} as const;

/** What a stamp would allow, made by the vault from the exact bytes: findings first, then what it says, then fingerprint and bytes. */
export function Stamp({
  question: { meaning, body, key, profile, account, before },
}: {
  readonly question: QuestionOf<'stamp'>;
}) {
  if (meaning === null) {
    return (
      <Notice tone="danger" title="These bytes are no request" loud>
        What they would allow cannot be told, so they cannot be signed here.
      </Notice>
    );
  }
  const { decoded } = meaning;
  const addresses = addressesOf(meaning);
  const facts: Fact[] = [
    ...(decoded === null
      ? []
      : [
          {
            label: 'Does',
            value: <strong className="trusted-does">{meaning.title}</strong>,
            from: meaning.activityType,
          },
        ]),
    ...factsOf(meaning.rows, decoded === null ? null : contentOf(meaning.operation), account),
    { label: 'Organization id', value: <span className="mono">{meaning.organizationId}</span>, from: 'organizationId' },
    { label: 'Stamped with', value: <Named name={key.name} address={key.publicKey} /> },
    { label: 'Sent to', value: <span className="value">{serviceOf(profile)}</span> },
    { label: 'Made at', value: moment(Number(meaning.timestampMs)), from: 'timestampMs' },
    { label: 'Fingerprint', value: <WholeAddress text={meaning.fingerprint.replace(/^sha256:/, '')} /> },
  ];
  return (
    <>
      {meaning.warnings.length === 0 ? null : (
        <Notice
          tone="danger"
          title={
            meaning.unreadable ? 'This cannot be signed: it is not what it says it is' : 'Read this before you sign'
          }
          loud
        >
          <ul className="trusted-warnings">
            {meaning.warnings.map((warning) => (
              <li key={warning}>
                <Sentence text={warning} addresses={addresses} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {before === null ? null : (
        <Notice tone="care" title={`You signed these exact bytes at ${signedAt(before.at)}`} loud>
          {BECAME[before.outcome ?? 'answered']}
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
      <BytesPane label="Exact bytes" text={body} note={`${counted(meaning.bodyLength, 'byte')}, stamped as they are`} />
    </>
  );
}
