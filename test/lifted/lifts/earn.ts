import type { Claim } from '../lift.ts';

const KEPT = 'electron/engine/earn/kept.ts';
const DECIMALS = 'electron/engine/earn/decimals.ts';
const TEST = 'test/unit/engine/earn/earn.test.ts';

/** Limits of a service that gives wrong positions. */
export const EARN: readonly Claim[] = [
  {
    id: 'SERVICE-01',
    sentence: 'An impossible position or wrapper is discarded.',
    lifts: [
      {
        mechanism: 'a position or a wrapper with a member that is not as it has to be is not kept',
        file: KEPT,
        from: 'if (!pattern.test(text)) throw invalid(member);',
        to: 'if (member === pattern.source) throw invalid(member);',
        test: TEST,
        name: 'whose currentValue is invalid is discarded',
      },
      {
        mechanism: 'an address that is none is not kept',
        file: KEPT,
        from: 'if (address === undefined) throw invalid(member);',
        to: "if (address === undefined) return '';",
        test: TEST,
        name: 'whose wrapperAddress is invalid is discarded',
      },
      {
        mechanism: 'a name loses what would not be seen',
        file: KEPT,
        from: "const shown = oneLine(text ?? '', maximum);",
        to: "const shown = (text ?? '').slice(0, maximum);",
        test: TEST,
        name: 'shows no character of the service that would hide or turn another',
      },
    ],
  },
  {
    id: 'SERVICE-02',
    sentence: 'Token amounts use known decimals, or the service’s decimals if both of its statements agree.',
    lifts: [
      {
        mechanism: 'a well-known token is counted as that is known here',
        file: 'electron/engine/earn/rows.ts',
        from: 'const decimals = known?.decimals ?? position?.decimals',
        to: 'const decimals = position?.decimals',
        test: TEST,
        name: 'whatever the service shows',
      },
      {
        mechanism: 'decimals that do not go with each amount are not believed',
        file: DECIMALS,
        from: 'return known.every((each) => each === first) ? first : null;',
        to: 'return known.length > 0 ? first : null;',
        test: 'test/unit/engine/earn/decimals.test.ts',
        name: 'two do not go together',
      },
    ],
  },
];
