/** Votes and other messages of Snapshot, where members of organizations vote without transactions. */
import { type Finding, inQuotes } from '../../../../shared/model/index.ts';
import { care, information, momentText, row } from '../../../crypto/index.ts';
import type { Arguments, Standard } from '../standard.ts';
import { blindFinding, type MessageRule, named, powerFinding } from './rule.ts';

const BASIS = 'Snapshot';

/** The members of a message, all of the account that signs, at a time in seconds. */
function message(signature: string, rule: Pick<Standard, 'does' | 'findings'>): MessageRule {
  return {
    signature,
    basis: BASIS,
    ...named('snapshot', '0.1.4'),
    does: rule.does,
    rows: (of) => [row('Time', momentText(of.number('timestamp'), 'seconds'), 'time')],
    ...(rule.findings === undefined ? {} : { findings: rule.findings }),
  };
}

const spaceOf = (of: Arguments) => `the space ${inQuotes(of.text('space'))}`;
/** Shares of several choices, as JSON. Anything else is a choice that is encrypted until the vote ends. */
const SHARES = /^\{(?:"\d{1,6}":\d{1,9}(?:\.\d{1,9})?(?:,|(?=\})))+\}$/;

function choiceFindings(of: Arguments, kind: string): Finding[] {
  if (kind === 'string' && !SHARES.test(of.text('choice')))
    return [
      blindFinding(of, 'The choice is not readable: it is encrypted, or of an unknown form.', {
        field: 'choice',
        basis: BASIS,
      }),
    ];
  const text = 'Only the number of the choice is signed. The proposal says what it stands for.';
  return [information(text, { field: 'choice', basis: BASIS })];
}

const choiceOf = (of: Arguments, kind: string) =>
  kind === 'uint32[]'
    ? of.texts('choice').join(', ') || 'none'
    : kind === 'string'
      ? inQuotes(of.text('choice'))
      : of.text('choice');

/** Other text could change the sentence, so it stands in quotes. */
const proposalOf = (of: Arguments, kind: string) =>
  kind === 'string' ? inQuotes(of.text('proposal')) : of.text('proposal');

const votes = ['string', 'bytes32'].flatMap((proposal) =>
  ['uint32', 'uint32[]', 'string'].map((kind) =>
    message(
      `Vote(address from,string space,uint64 timestamp,${proposal} proposal,${kind} choice,string reason,string app,string metadata)`,
      {
        does: (of) =>
          `Vote for the choice ${choiceOf(of, kind)} on the proposal ${proposalOf(of, proposal)} of ${spaceOf(of)}`,
        findings: (of) => choiceFindings(of, kind),
      },
    ),
  ),
);

const OF_SPACE = 'address from,string space,uint64 timestamp';
const ofSpace = (name: string, does: (of: Arguments) => string) => message(`${name}(${OF_SPACE})`, { does });

export const SNAPSHOT: readonly MessageRule[] = [
  ...votes,
  ...['string', 'bytes32'].map((kind) =>
    message(`CancelProposal(${OF_SPACE},${kind} proposal)`, {
      does: (of) => `Cancel the proposal ${proposalOf(of, kind)} of ${spaceOf(of)}`,
      findings: () => [care('The votes on the proposal are lost.', { field: 'proposal', basis: BASIS })],
    }),
  ),
  ofSpace('Follow', (of) => `Follow ${spaceOf(of)}`),
  ofSpace('Unfollow', (of) => `No longer follow ${spaceOf(of)}`),
  ofSpace('Subscribe', (of) => `Get messages about ${spaceOf(of)}`),
  ofSpace('Unsubscribe', (of) => `Get no more messages about ${spaceOf(of)}`),
  message('Alias(address from,address alias,uint64 timestamp)', {
    does: (of) => `Let ${of.text('alias')} act for the account at Snapshot`,
    findings: (of) => [
      powerFinding(`${of.text('alias')} can vote and make proposals in the name of the account.`, {
        field: 'alias',
        basis: BASIS,
      }),
    ],
  }),
];
