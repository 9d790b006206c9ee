import { createContext, type ReactNode, useContext } from 'react';
import {
  type AskedProfile,
  type AskedVote,
  BROADCAST_OPERATION,
  isAnswerable,
  markOf,
  type QuestionOf,
} from '../../shared/ipc/index.ts';
import type { Meaning, Naming } from '../../shared/model/index.ts';
import { MeaningView } from '../meaning/meaning.tsx';
import { WholeAddress } from '../ui/address.tsx';
import type { Fact } from '../ui/facts.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';
import { moment, signedAt } from '../words/time.ts';
import { AskedBy } from './asked-by.tsx';
import { ChainChange } from './chain-change.tsx';
import { serviceOf } from './formats.ts';
import { Derived } from './import-drawing.tsx';
import { NamedText } from './named-text.tsx';
import { Refused } from './refused.tsx';

const BECAME = {
  answered: 'The service has that request. Signing once more may do it twice.',
  notSent: 'That request was not sent.',
  refused: 'The service refused that request.',
  unknown: 'The result of that request is unknown. Signing once more may do it twice.',
} as const;

/**
 * The effect of a stamp, decoded by the vault from the exact bytes. A vote allows another activity, so that activity
 * comes before the vote.
 */
export function Stamp({ question }: { readonly question: QuestionOf<'stamp'> }) {
  const end = useContext(LeadEnd);
  const { meaning, naming, body, key, profile, before, replaces, vote, problem } = question;
  if (meaning === null) {
    return (
      <Notice tone="danger" title="These bytes are no request" loud>
        Their effect is unknown, so they cannot be signed here.
      </Notice>
    );
  }
  return (
    <>
      <Refused title="Nothing was signed" problem={problem} />
      <ChainChange changed={question.changed} />
      {vote === null ? null : <Voted vote={vote} profile={profile} end={end} />}
      <Derived addresses={question.derived} />
      {replaces === null ? null : (
        <Notice tone="care" title="This replaces a payment" loud>
          <p>
            <Visible text={replaces.headline} />, asked for at {signedAt(replaces.at)}.
          </p>
          <p>Only one of both can be paid. A block can still include the first one. Then this one has no effect.</p>
        </Notice>
      )}
      {markOf(question) === null || isAnswerable(question) ? null : (
        <Notice tone="danger" title="The effect is unknown, so this cannot be signed" loud>
          {profile.name} signs only decodable content. You can allow more in Settings, under Profiles.
        </Notice>
      )}
      <MeaningView
        meaning={meaning}
        naming={naming}
        cannot="This cannot be signed"
        name={vote === null ? null : 'Your vote'}
        isSecond={vote !== null}
        afterLead={vote === null ? <AfterLead meaning={meaning} naming={naming} end={end} /> : null}
        facts={[
          {
            label: 'Stamped with',
            value: <NamedText name={key.name} text={key.publicKey} />,
          },
          { label: 'Sent to', value: serviceOf(profile) },
          ...madeFacts(meaning, vote === null ? 'Fingerprint' : 'Its fingerprint'),
        ]}
        bytes={{
          label: vote === null ? 'Exact bytes' : 'Exact bytes of your vote',
          text: body,
          note: `${counted(meaning.bodyLength, 'byte')}, stamped as they are`,
        }}
      >
        {before === null ? null : 'unknown' in before ? (
          <Notice tone="care" title="An earlier signature of these contents may exist" loud>
            {before.unknown} Check elsewhere whether you signed them.
          </Notice>
        ) : (
          <Notice tone="care" title={`You signed these exact bytes at ${signedAt(before.at)}`} loud>
            {BECAME[before.outcome ?? 'answered']}
          </Notice>
        )}
      </MeaningView>
    </>
  );
}

/** The end of the values that decide. Null where everything must be read. */
export const LeadEnd = createContext<ReactNode>(null);

interface AfterLeadProps {
  readonly meaning: Meaning;
  readonly naming: Naming | null;
  readonly end: ReactNode;
}

/** The evidence for the values that decide, and their end. */
function AfterLead({ meaning, naming, end }: AfterLeadProps) {
  const { decoded, judged } = meaning;
  const to = decoded?.summary.find(({ name }) => name === 'To')?.value;
  const relation = naming?.addresses.find(({ address }) => address === to)?.relation;
  const isSigned = meaning.operation === BROADCAST_OPERATION;
  const isNamed = relation === 'known' || relation === 'allowed';
  return (
    <>
      {decoded === null || judged !== 'whole' ? null : (
        <p className="proven-line">
          <Icon name="proven" />
          <span>
            Decoded on this machine from the exact bytes.
            {isSigned ? ' It is signed already: broadcasting it again cannot pay twice.' : ''}
            {isNamed ? ' The whole address matches your address book.' : ''}
          </span>
        </p>
      )}
      {end}
    </>
  );
}

/** Returns the time and the fingerprint of a body. */
function madeFacts({ timestampMs, fingerprint }: Meaning, label: string): readonly Fact[] {
  return [
    { label: 'Made at', value: moment(Number(timestampMs)), from: 'timestampMs' },
    { label, value: <WholeAddress text={fingerprint.replace(/^sha256:/, '')} /> },
  ];
}

interface VotedProps {
  readonly vote: AskedVote;
  readonly profile: AskedProfile;
  readonly end: ReactNode;
}

/** The activity of a vote, decoded from the bytes that hash to its fingerprint. */
function Voted({ vote, profile, end }: VotedProps) {
  const { approves, meaning } = vote;
  if (meaning === null) {
    return (
      <Notice tone="danger" title={`Nothing proves the request that you ${approves ? 'would approve' : 'reject'}`} loud>
        <p>
          <Visible text={vote.problem} />
        </p>
        <p>
          {approves
            ? 'So it cannot be signed here.'
            : 'You can still sign this, because a rejection can only stop a request.'}
        </p>
      </Notice>
    );
  }
  return (
    <MeaningView
      meaning={meaning}
      naming={vote.naming}
      cannot={approves ? 'This cannot be approved' : 'Reject it'}
      name={approves ? 'You approve' : 'You reject'}
      afterLead={
        <>
          <AskedBy person={vote.askedBy} profile={profile} />
          <AfterLead meaning={meaning} naming={vote.naming} end={end} />
        </>
      }
      facts={madeFacts(meaning, 'Its fingerprint')}
      bytes={{
        label: `Exact bytes of the request that you ${approves ? 'approve' : 'reject'}`,
        text: vote.body,
        note: `${counted(meaning.bodyLength, 'byte')}, proven by the fingerprint`,
      }}
    />
  );
}
