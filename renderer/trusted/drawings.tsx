import type { ReactNode } from 'react';
import {
  type DocumentName,
  isAnswerable,
  markOf,
  type QuestionOf,
  type ShownQuestion,
} from '../../shared/ipc/index.ts';
import { headlineOf } from '../meaning/headline.ts';
import { Bytes, KnownIds, Value } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { inSentence, sentenceCase } from '../words/labels.ts';
import { signerWarning } from '../words/service.ts';
import { drawBackup } from './backup-drawing.tsx';
import { drawBatch } from './batch-drawing.tsx';
import { CARRIED_DRAWINGS } from './carried-drawings.tsx';
import { HELD_AS } from './formats.ts';
import { drawGather } from './gather-drawing.tsx';
import { drawImportSecret } from './import-drawing.tsx';
import { drawKeyChange } from './key-change.tsx';
import { hasNext } from './key-life.tsx';
import { drawListen } from './listen-drawing.tsx';
import { drawProtect, drawSecurityKey } from './lock-drawings.tsx';
import { PROFILE_DRAWINGS } from './profile-drawings.tsx';
import { Proof } from './proof.tsx';
import { Refused } from './refused.tsx';
import { SIGN_IN_DRAWINGS } from './sign-in-drawings.tsx';
import { drawAskToSign, drawBlindSigning } from './signing-change.tsx';
import { Stamp } from './stamp.tsx';
import { onToken, TOKEN_DRAWINGS } from './token-drawings.tsx';
import { isIrreversible, verbsOf } from './verbs.ts';
import { drawVotes } from './votes-drawing.tsx';

/** The drawing of a question: its texts and the labels of both answers. */
export interface Drawing {
  readonly headline: string;
  readonly body: ReactNode;
  readonly no: string;
  /** Null when the question has no yes. */
  readonly yes: string | null;
  /** The yes cannot be taken back. */
  readonly danger?: boolean;
  /** The yes is an extra, and not the aim of the question. */
  readonly extra?: boolean;
}

type Kinds = ShownQuestion['kind'];
type Draw<Kind extends Kinds> = (question: Extract<ShownQuestion, { kind: Kind }>) => Drawing;

const keptInFact = (text: string): Fact => ({ label: 'Keys are kept in', value: text });

/** Facts about the place of a first key. */
const keyFacts = (asked: Pick<QuestionOf<'connect'>, 'onToken' | 'keptIn'>): Fact[] =>
  asked.onToken === null
    ? [keptInFact(asked.keptIn)]
    : [...onToken(asked.onToken), { label: 'Audit log key', value: asked.keptIn }];

/** The exported thing by its name, if one is known, with its id or address. */
const exported = ({ what, of, named }: Pick<QuestionOf<'reveal' | 'secret'>, 'what' | 'of' | 'named'>): Fact => ({
  label: sentenceCase(what),
  value: (
    <KnownIds.Provider value={new Map(named === null ? [] : [[named.id, named]])}>
      <Value text={of} kind="key" />
    </KnownIds.Provider>
  ),
});

/** The position among the exports of one request, after a title. */
const placeOf = ({ place }: Pick<QuestionOf<'reveal'>, 'place'>) =>
  place === null ? '' : `, ${place.at} of ${place.of}`;

const usesOf = (called: string): Readonly<Record<DocumentName, string>> => ({
  addresses: `The ${called} is used wherever something is signed.`,
  interfaces: `The ${called} is used wherever something is signed.`,
  endpoints:
    'Nodes report balances, history and fees, and broadcast transactions. A lying node shows you wrong values. No node gets a key.',
  idle: 'Until then anybody at this computer can use the unlocked keys.',
});

const DRAWINGS: { readonly [Kind in Kinds]: Draw<Kind> } = {
  stamp: (question) => {
    const { yes, no } = verbsOf(question);
    return {
      headline: askedHeadline(question),
      body: <Stamp question={question} />,
      no,
      yes: isAnswerable(question) ? yes : null,
      danger: markOf(question) !== null || isIrreversible(question),
    };
  },
  batch: drawBatch,
  votes: drawVotes,
  unlock: ({ problem }) => ({
    headline: 'Unlock the vault',
    body: (
      <>
        <p className="soft">Its keys are moved into the vault’s process. They leave it when you lock.</p>
        <Refused title="It stays locked" problem={problem} />
      </>
    ),
    no: 'Stay locked',
    yes: 'Unlock',
  }),
  ...TOKEN_DRAWINGS,
  ...SIGN_IN_DRAWINGS,
  protect: drawProtect,
  securityKey: drawSecurityKey,
  backup: drawBackup,
  importSecret: drawImportSecret,
  createLocal: (question) => ({
    headline: 'Create the vault on this machine',
    body: (
      <>
        <p className="soft">
          Castellan makes a key, a custody service on this machine, and an organization that only this key controls.
        </p>
        {question.onToken === null ? null : (
          <Notice tone="care" title="The vault opens only with the token">
            The vault’s master key is sealed to a key that never leaves the token. A lost token is a lost vault.
          </Notice>
        )}
        <Facts
          label="Vault"
          facts={[
            { label: 'Organization', value: <Visible text={`“${question.organizationName}”`} /> },
            ...keyFacts(question),
          ]}
        />
      </>
    ),
    no: 'Don’t create',
    yes: 'Create vault',
  }),
  connect: ({ name, baseUrl, organizationId, signerKey, ...question }) => ({
    headline: `Connect to ${name}`,
    body: (
      <>
        <p className="soft">A key is made for this service. Requests that it signs are sent only there.</p>
        <Facts
          label="Service"
          facts={[
            { label: 'Service address', value: <Bytes text={baseUrl} /> },
            { label: 'Organization id', value: <Bytes text={organizationId} /> },
            {
              label: 'Exports signed by',
              value: signerKey === null ? 'the public service’s key' : <WholeAddress text={signerKey} />,
            },
            ...keyFacts(question),
          ]}
        />
        {signerWarning(baseUrl, signerKey) === null ? null : (
          <Notice tone="care" title="The signer key of exports was not given">
            {signerWarning(baseUrl, signerKey)}
          </Notice>
        )}
      </>
    ),
    no: 'Don’t connect',
    yes: 'Connect',
  }),
  changeDocument: ({ document, called, isOutside, headline, entries }) => ({
    headline,
    body: (
      <>
        {isOutside ? (
          <Notice tone="danger" title="It was changed outside Castellan" loud>
            Nothing of it is used until you confirm it. If you did not change it, somebody else did.
          </Notice>
        ) : (
          <p className="soft">{usesOf(called)[document]} The change is recorded in the audit log.</p>
        )}
        {document === 'interfaces' ? (
          <Notice tone="care" title="Nobody else reviewed these words">
            They explain calls of the contract. A wrong one makes a call look harmless. Get them only from the maker of
            the contract.
          </Notice>
        ) : null}
        <Facts
          label="Changed"
          titled
          facts={entries.flatMap(({ member, is, was }) => [
            { label: was === null ? member : `${member} is`, value: <Bytes text={is} /> },
            ...(was === null ? [] : [{ label: `${member} was`, value: <Bytes text={was} /> }]),
          ])}
        />
      </>
    ),
    no: isOutside ? 'Don’t use it' : 'Don’t change',
    yes: isOutside ? `Confirm ${called}` : `Change ${called}`,
    danger: isOutside,
  }),
  gatherExports: drawGather,
  ...CARRIED_DRAWINGS,
  listen: drawListen,
  giveUp: ({ title, fingerprint, reason }) => ({
    headline: `Give up on: ${title}`,
    body: (
      <>
        <Notice tone="care" title="It may have been carried out" loud>
          Its result is unknown and will not be looked up again. Repeating the request could carry it out twice.
        </Notice>
        <Facts
          label="Request"
          facts={[
            { label: 'Your reason', value: reason },
            { label: 'Fingerprint', value: <WholeAddress text={fingerprint.replace(/^sha256:/, '')} /> },
          ]}
        />
        <p className="soft">The reason is recorded in the audit log.</p>
      </>
    ),
    no: 'Keep it open',
    yes: 'Give up',
    danger: true,
  }),
  stampWith: ({ profile, key, asksEachTime }) => ({
    headline: `Sign as ${profile.name} with ${key.name}`,
    body: (
      <>
        <p className="soft">
          {asksEachTime
            ? 'This passkey stamps every change from now on, after a touch. Another key of the profile stamps reads, if there is one.'
            : 'Every request is stamped by this key from now on.'}
        </p>
        <Facts
          label="Key"
          facts={[
            { label: 'Where it is', value: <Visible text={key.backend} /> },
            { label: 'Copies', value: key.copying },
            { label: 'Public key', value: <WholeAddress text={key.publicKey} /> },
          ]}
        />
      </>
    ),
    no: 'Change nothing',
    yes: 'Use this key',
  }),
  ...PROFILE_DRAWINGS,
  changeKey: drawKeyChange,
  askToSign: drawAskToSign,
  blindSigning: drawBlindSigning,
  reveal: ({ proof, problem, ...question }) => ({
    headline: `Reveal the ${inSentence(HELD_AS[proof.holds].title)}${placeOf(question)}`,
    body: (
      <>
        <Proof proof={proof} of={exported(question)} />
        {hasNext(question) ? (
          <p className="soft">
            If you close it unrevealed, those after it stay sealed. The key that opens this one stays on this machine.
          </p>
        ) : (
          <p className="soft">
            If you close it unrevealed, the key that opens this export stays on this machine, and it can be opened
            again.
          </p>
        )}
        <Refused title="It stays sealed" problem={problem} />
      </>
    ),
    no: 'Close and wipe',
    yes: `Reveal ${HELD_AS[proof.holds].short}`,
    danger: true,
  }),
  secret: (question) => ({
    headline: `${HELD_AS[question.holds].title}${placeOf(question)}`,
    body: <Facts label="Export" facts={[exported(question)]} />,
    no: hasNext(question) ? 'Wipe, then the next one' : 'Close and wipe',
    yes: `Copy ${HELD_AS[question.holds].short}`,
    extra: true,
  }),
  paused: () => ({
    headline: 'You refused three requests in a row',
    body: (
      <Notice tone="care" title="More requests are waiting" loud>
        If you did not cause them, somebody else may control this window’s page. Stop and lock refuses all of them and
        locks the vault.
      </Notice>
    ),
    no: 'Stop and lock',
    yes: 'Show next request',
  }),
  withdrawn: () => ({
    headline: 'It was withdrawn',
    body: (
      <Notice tone="care" title="Stop typing" loud>
        The question was withdrawn while you answered. Castellan discarded what you typed and did nothing. This window
        stays open, so that your typing goes nowhere else.
      </Notice>
    ),
    no: 'Close',
    yes: null,
  }),
};

function askedHeadline({ meaning, naming, vote }: QuestionOf<'stamp'>): string {
  if (vote === null) return meaning === null ? 'Bytes without a meaning' : headlineOf(meaning, naming);
  const what = vote.meaning === null ? 'what is not proven' : headlineOf(vote.meaning, vote.naming);
  return `${vote.approves ? 'You approve' : 'You reject'}: ${what}`;
}

export function drawingOf(question: ShownQuestion): Drawing {
  return (DRAWINGS[question.kind] as (question: ShownQuestion) => Drawing)(question);
}
