import type { Claim } from '../lift.ts';

const VELOCITY_TEST = 'test/contract/organizations/velocity-controls.test.ts';

/** The limits of velocity controls. */
export const VELOCITY: readonly Claim[] = [
  {
    id: 'MEMBER-18',
    sentence:
      'Requests together never exceed a velocity control. An unreadable amount or an unproven Bitcoin fee does not pass it.',
    lifts: [
      {
        mechanism: 'what was used meanwhile is looked at when the activity is stored',
        file: 'electron/custody/submission/submit.ts',
        from: 'context.store.changes() === changes ? decided : decideAgain();',
        to: 'decided;',
        test: VELOCITY_TEST,
        name: 'lets only one of two simultaneous requests use the rest',
      },
      {
        mechanism: 'what is carried out is counted',
        file: 'electron/custody/submission/carry-out.ts',
        from: 'recordUse(subject, deciding(context));',
        to: '',
        test: VELOCITY_TEST,
        name: 'allows up to its total, and refused requests do not count',
      },
      {
        mechanism: 'time never runs backwards in a bucket',
        file: 'electron/custody/store/organizations/velocity-controls.ts',
        from: 'Math.max(latest, lastAt), now)',
        to: 'latest, now)',
        test: VELOCITY_TEST,
        name: 'drops no use when the clock is set back, or back and forth',
      },
      {
        mechanism: 'an amount that nobody can tell does not pass',
        file: 'electron/custody/policies/velocity/signed.ts',
        from: 'signed.unread.includes(asset.family) ? null : []',
        to: '[]',
        test: VELOCITY_TEST,
        name: 'denies unreadable transactions',
      },
      {
        mechanism: 'the fee of a Bitcoin transaction is part of the amount',
        file: 'electron/custody/policies/velocity/moves.ts',
        from: 'tx.fee === 0n ? transfers : [...transfers, tx.fee]',
        to: 'transfers',
        test: 'test/contract/organizations/velocity-usage.test.ts',
        name: 'a fee counts like a payment',
      },
      {
        mechanism: 'an unproven fee is an unknown amount',
        file: 'electron/custody/policies/velocity/moves.ts',
        from: "if (typeof tx.fee !== 'bigint') return null;",
        to: "if (typeof tx.fee !== 'bigint') return transfers;",
        test: 'test/contract/organizations/velocity-usage.test.ts',
        name: 'a fee without proof is refused',
      },
    ],
  },
];
