import type { Claim } from '../lift.ts';

const VOTED = 'electron/engine/requests/voted.ts';
const VOTED_TEST = 'test/unit/engine/requests/voted.test.ts';
const CONSENSUS_TEST = 'test/contract/organizations/consensus.test.ts';

const STANDING = 'electron/custody/activities/standing-approvals.ts';
const ASKED_TEST = 'test/unit/engine/queries/asked.test.ts';
const AT_ONCE_TEST = 'test/contract/organizations/votes-at-once.test.ts';
const FORGED_TEST = 'test/fault/custody-votes.test.ts';

/** The confirmation of a vote. */
export const VOTES: readonly Claim[] = [
  {
    id: 'SERVICE-13',
    sentence: 'A vote shows only bytes whose hash is the activity’s fingerprint.',
    lifts: [
      {
        mechanism: 'what a service shows of an activity counts only when it has the fingerprint',
        file: VOTED,
        from: 'bodies.find((body) => fingerprintOf(body) === fingerprint)',
        to: 'bodies[0]',
        test: VOTED_TEST,
        name: 'a service that shows other content proves nothing',
      },
      {
        mechanism: 'a vote is about nothing that is a vote itself',
        file: VOTED,
        from: 'if (voteIn(about) !== null)',
        to: 'if (about === null)',
        test: VOTED_TEST,
        name: 'what is a vote itself is not approved',
      },
      {
        mechanism: 'a vote is about its own organization',
        file: VOTED,
        from: 'if (about.organizationId.toLowerCase() !== vote?.organizationId.toLowerCase())',
        to: 'if (about === null)',
        test: VOTED_TEST,
        name: 'what is of another organization is not approved',
      },
      {
        mechanism: 'what can be read in two ways is not readable',
        file: 'electron/vault/describe.ts',
        from: 'unreadable: ambiguous, headline: null',
        to: 'unreadable: false, headline: null',
        test: VOTED_TEST,
        name: 'what can be read in two ways is not approved',
      },
      {
        mechanism: 'what was proposed is shown while its activity waits',
        file: 'electron/custody/store/activities.ts',
        from: 'message IS NOT (SELECT request FROM proposals WHERE proposals.activity_id = votes.activity_id)',
        to: 'true',
        test: CONSENSUS_TEST,
        name: 'shows the proposal to voters for as long as the activity waits',
      },
    ],
  },
  {
    id: 'SERVICE-14',
    sentence:
      'An activity’s description comes from bytes with its fingerprint. A different reply of the service is reported.',
    lifts: [
      {
        mechanism: 'an activity is told by bytes that have its fingerprint only',
        file: 'electron/vault/inspect.ts',
        from: 'votes.find((body) => formatFingerprint(sha256(body)) === fingerprint)',
        to: 'votes[0]',
        test: 'test/unit/vault/inspect.test.ts',
        name: 'without stamped bytes for its fingerprint gets a prominent warning',
      },
      {
        mechanism: 'what a service shows of an activity is held against what was stamped',
        file: 'electron/vault/inspect.ts',
        from: 'if (found !== null) return found;\n  }\n  return typeIn',
        to: '}\n  return typeIn',
        test: 'test/unit/vault/inspect.test.ts',
        name: 'with another parameters.signWith than stamped gets a prominent warning',
      },
    ],
  },
  {
    id: 'SERVICE-15',
    sentence: 'The window approves only proven bytes.',
    lifts: [
      {
        mechanism: 'a yes to approve what is not proven counts for nothing',
        file: 'shared/ipc/trusted-answer.ts',
        from: '(vote?.approves !== true || (isReadable(vote.meaning) && vote.meaning.operation !== null))',
        to: 'true',
        test: 'test/unit/main/trusted/questions.test.ts',
        name: 'cannot approve an unproven or different activity, but can reject it',
      },
    ],
  },
  {
    id: 'MEMBER-17',
    sentence: 'The service counts a vote only when its user stamped it for this organization’s activity.',
    lifts: [
      {
        mechanism: 'a vote names the organization of the activity',
        file: STANDING,
        from: 'String(body.organizationId).toLowerCase() === organizationId.toLowerCase() &&',
        to: '',
        test: FORGED_TEST,
        name: 'a vote stamped for another organization',
      },
      {
        mechanism: 'a voter is a user of the organization of the activity',
        file: STANDING,
        from: 'user?.organizationId !== activity.organizationId)',
        to: 'user === undefined)',
        test: FORGED_TEST,
        name: 'a vote of a root user of another organization',
      },
    ],
  },
  {
    id: 'MEMBER-21',
    sentence: 'The service executes an activity once, and only if policies, quorum and keys still allow it at storage.',
    lifts: [
      {
        mechanism: 'a vote is decided again when anything was stored meanwhile',
        file: 'electron/custody/submission/vote.ts',
        from: 'if (context.store.changes() !== changes) {',
        to: 'if (context.store.changes() < 0) {',
        test: AT_ONCE_TEST,
        name: 'does not run when meanwhile a policy denies it',
      },
      {
        mechanism: 'a request is decided again with the policies that are stored',
        file: 'electron/custody/submission/submit.ts',
        from: ' === changes ? decided : decideAgain();',
        to: ' > 0 ? decided : decideAgain();',
        test: AT_ONCE_TEST,
        name: 'does not run when a policy denies it meanwhile',
      },
      {
        mechanism: 'a request that was not prepared is not called carried out',
        file: 'electron/custody/submission/submit.ts',
        from: "return again.status === 'ACTIVITY_STATUS_COMPLETED' && again.status !== decided.status ? decided : again;",
        to: 'return again;',
        test: AT_ONCE_TEST,
        name: 'is not called carried out when a policy allows it while its content is checked',
      },
      {
        mechanism: 'an approval counts while its credential is registered',
        file: STANDING,
        from: 'if (approval !== undefined && organization !== undefined) return { ...caller, ...approval, organization };',
        to: 'if (organization !== undefined) return { ...caller, organization };',
        test: AT_ONCE_TEST,
        name: 'refuses a vote when its key is revoked meanwhile',
      },
      {
        mechanism: 'an activity that ended is not carried out by another vote',
        file: 'electron/custody/submission/vote.ts',
        from: 'if (current === undefined || !isWaiting(current)) return current ?? activity;',
        to: 'if (current === undefined) return activity;',
        test: AT_ONCE_TEST,
        name: 'runs an activity once when two sufficient votes arrive simultaneously',
      },
    ],
  },
  {
    id: 'SERVICE-16',
    sentence: 'The workstation refuses a response about another id or address than that of the request.',
    lifts: [
      {
        mechanism: 'the result of an activity is about what its body names',
        file: 'electron/engine/verify/verify.ts',
        from: 'if (isJsonObject(result)) requireAsked(parametersIn(body), result);',
        to: 'if (isJsonObject(result)) requireAsked({}, result);',
        test: ASKED_TEST,
        name: 'is refused when it exports another account',
      },
      {
        mechanism: 'the answer to a query is about what the query names',
        file: 'electron/engine/queries/queries.ts',
        from: 'requireAskedOf(request as JsonObject, reply);',
        to: 'requireAskedOf({}, reply);',
        test: ASKED_TEST,
        name: 'is refused when it shows another wallet',
      },
    ],
  },
];
