import type { Claim } from '../lift.ts';

/** The limits of the check of a user’s access. */
export const ACCESS: readonly Claim[] = [
  {
    id: 'MEMBER-320',
    sentence: 'The check of a user’s access never reports an undecided request as allowed.',
    lifts: [
      {
        mechanism: 'a request without a decision is unknown',
        file: 'electron/engine/activities/access-checks.ts',
        from: "outcome: 'unknown', by: []",
        to: "outcome: 'allow', by: []",
        test: 'test/unit/engine/activities/access-undecided.test.ts',
        name: 'is unknown where the service did not decide',
      },
      {
        mechanism: 'the sentence about signing counts only what was allowed',
        file: 'renderer/features/organization/access/access-rules.ts',
        from: "keysOf('allow').size, keysOf",
        to: 'new Set(signs.map(({ key }) => key)).size, keysOf',
        test: 'test/unit/renderer/features/access.test.ts',
        name: 'what could not be decided never counts as allowed',
      },
    ],
  },
];
