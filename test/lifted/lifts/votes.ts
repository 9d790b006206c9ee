import type { Claim } from '../lift.ts';

/** What a vote is confirmed with. */
export const VOTES: readonly Claim[] = [
  {
    claims: ['what a vote is about is shown from bytes that its fingerprint is the hash of'],
    lifts: [
      {
        mechanism: 'what a service shows of an activity counts only when it has the fingerprint',
        file: 'electron/engine/requests/voted.ts',
        from: 'bodies.find((body) => fingerprintOf(body) === fingerprint)',
        to: 'bodies[0]',
        test: 'test/unit/engine/requests/voted.test.ts',
        name: 'a service that shows other content proves nothing',
      },
    ],
  },
  {
    claims: ['without them nothing is approved in a window'],
    lifts: [
      {
        mechanism: 'a yes to approve what is not proven counts for nothing',
        file: 'shared/ipc/trusted.ts',
        from: '(vote?.approves !== true || (isReadable(vote.meaning) && vote.meaning.operation !== null))',
        to: 'true',
        test: 'test/unit/main/trusted/questions.test.ts',
        name: 'take no yes to approve what is not proven',
      },
    ],
  },
];
