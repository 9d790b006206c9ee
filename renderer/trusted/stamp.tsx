import { type AskedVote, isAnswerable, markOf, type QuestionOf } from '../../shared/ipc/index.ts';
import type { DecodedField, Meaning, Naming } from '../../shared/model/index.ts';
import { addressesOf, Bytes, contentOf, decodedFacts, factsOf, Named, Sentence } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { type Fact, Facts, PAGE_FACTS } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { PAGE_CHARACTERS } from '../ui/pages.tsx';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';
import { moment, signedAt } from '../words/time.ts';
import { serviceOf } from './formats.ts';
import { Names } from './names.tsx';

const BECAME = {
  answered: 'The service has that request. Signing once more may do it twice.',
  notSent: 'That request was not sent.',
  refused: 'The service refused that request.',
  unknown: 'What became of that request is not known. Signing once more may do it twice.',
} as const;

/**
 * What a stamp would allow, made by the vault from the exact bytes: findings first, then what it says, then fingerprint and bytes.
 * A vote allows what it is about, so that comes before the vote itself.
 */
export function Stamp({ question }: { readonly question: QuestionOf<'stamp'> }) {
  const { meaning, naming, body, key, profile, account, before, vote } = question;
  if (meaning === null) {
    return (
      <Notice tone="danger" title="These bytes are no request" loud>
        What they would allow cannot be told, so they cannot be signed here.
      </Notice>
    );
  }
  const facts: readonly Fact[] = [
    ...factsOf(meaning.rows, meaning.decoded === null ? null : contentOf(meaning.operation), account),
    { label: 'Organization id', value: <Bytes text={meaning.organizationId} />, from: 'organizationId' },
    { label: 'Stamped with', value: <Named name={key.name} address={key.publicKey} /> },
    { label: 'Sent to', value: serviceOf(profile) },
  ];
  return (
    <>
      {vote === null ? null : <Voted vote={vote} />}
      {markOf(question) === null || isAnswerable(question) ? null : (
        <Notice tone="danger" title="What this does cannot be told, so it cannot be signed" loud>
          {profile.name} signs only what can be judged. You can allow more in Settings, under Profiles.
        </Notice>
      )}
      <Findings meaning={meaning} naming={naming} cannot="This cannot be signed" />
      {naming === null ? null : <Names naming={naming} />}
      {before === null ? null : (
        <Notice tone="care" title={`You signed these exact bytes at ${signedAt(before.at)}`} loud>
          {BECAME[before.outcome ?? 'answered']}
        </Notice>
      )}
      <Described meaning={meaning} name={vote === null ? null : 'Your vote'} facts={facts} />
      <BytesPane
        label={vote === null ? 'Exact bytes' : 'Exact bytes of your vote'}
        text={body}
        note={`${counted(meaning.bodyLength, 'byte')}, stamped as they are`}
      />
    </>
  );
}

/** What a vote is about, from the bytes that its fingerprint is the hash of. */
function Voted({ vote }: { readonly vote: AskedVote }) {
  const { approves, meaning } = vote;
  if (meaning === null) {
    return (
      <Notice tone="danger" title={`It is not proven what you ${approves ? 'would approve' : 'reject'}`} loud>
        <p>
          <Visible text={vote.problem} />
        </p>
        <p>
          {approves
            ? 'So it cannot be signed here.'
            : 'You can sign this all the same: a rejection can only stop something.'}
        </p>
      </Notice>
    );
  }
  const name = approves ? 'You approve' : 'You reject';
  return (
    <>
      <Findings meaning={meaning} naming={vote.naming} cannot={approves ? 'This cannot be approved' : 'Reject it'} />
      <Names naming={vote.naming} />
      <Described
        meaning={meaning}
        name={name}
        facts={[
          ...factsOf(meaning.rows, meaning.decoded === null ? null : contentOf(meaning.operation)),
          { label: 'Organization id', value: <Bytes text={meaning.organizationId} /> },
        ]}
      />
      <BytesPane
        label={`Exact bytes of what you ${approves ? 'approve' : 'reject'}`}
        text={vote.body}
        note={`${counted(meaning.bodyLength, 'byte')}, proven by the fingerprint`}
      />
    </>
  );
}

const LEVELS = [
  { level: 'danger', tone: 'danger', title: 'Read this before you sign' },
  { level: 'care', tone: 'care', title: 'Out of the usual' },
  { level: 'information', tone: 'plain', title: 'Good to know' },
] as const;

interface FindingsProps {
  readonly meaning: Meaning;
  readonly naming: Naming | null;
  readonly cannot: string;
}

/** What the vault finds about a body, and main about its addresses, a notice for each level. */
function Findings({ meaning, naming, cannot }: FindingsProps) {
  const resembled = naming?.addresses.flatMap(({ resembles }) => (resembles === null ? [] : [resembles.address])) ?? [];
  const addresses = new Set([...addressesOf(meaning), ...resembled]);
  const findings = [...(naming?.findings ?? []), ...meaning.findings];
  return LEVELS.map(({ level, tone, title }) => {
    const found = findings.filter((finding) => finding.level === level);
    if (found.length === 0) return null;
    const isRefusal = level === 'danger' && meaning.judged === 'unreadable';
    return (
      <Notice
        key={level}
        tone={tone}
        title={isRefusal ? `${cannot}: it is not what it says it is` : title}
        loud={level === 'danger'}
      >
        <ul className="trusted-findings">
          {found.map(({ text, basis }) => (
            <li key={text} title={basis ?? undefined}>
              <Sentence text={text} addresses={addresses} />
            </li>
          ))}
        </ul>
      </Notice>
    );
  });
}

interface DescribedProps {
  readonly meaning: Meaning;
  /** Drawn above the table; null for what the question itself is. */
  readonly name: string | null;
  readonly facts: readonly Fact[];
}

/** What a body says: decoded contents first, then its members, then when it was made and its fingerprint. */
function Described({ meaning, name, facts }: DescribedProps) {
  const { decoded } = meaning;
  const label = name ?? (decoded === null ? 'Meaning' : 'Request');
  const does: Fact = {
    label: 'Does',
    value: <strong className="trusted-does">{meaning.title}</strong>,
    from: meaning.activityType,
  };
  return (
    <>
      {decoded === null ? null : (
        <>
          <Facts label="In short" facts={decodedFacts(decoded.summary)} />
          <details
            className="trusted-fields"
            open={isLong(decoded.fields) || meaning.findings.some(({ level }) => level === 'danger')}
          >
            <summary>All {counted(decoded.fields.length, 'field')}</summary>
            <Facts label={decoded.title} titled facts={decodedFacts(decoded.fields)} />
          </details>
        </>
      )}
      <Facts
        label={label}
        titled={label !== 'Meaning'}
        facts={[
          ...(label === 'Meaning' ? [] : [does]),
          ...facts,
          { label: 'Made at', value: moment(Number(meaning.timestampMs)), from: 'timestampMs' },
          {
            label: name === null ? 'Fingerprint' : 'Its fingerprint',
            value: <WholeAddress text={meaning.fingerprint.replace(/^sha256:/, '')} />,
          },
        ]}
      />
    </>
  );
}

/** Whether fields are shown in pages: whoever decides goes through them. */
function isLong(fields: readonly DecodedField[]): boolean {
  return fields.length > PAGE_FACTS || fields.some(({ value }) => value.length > PAGE_CHARACTERS);
}
