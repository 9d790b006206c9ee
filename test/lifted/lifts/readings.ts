// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
import type { Claim } from '../lift.ts';

const SEARCHES = 'electron/custody/chains/history/searches.ts';
const TEST = 'test/unit/custody/chains/history/readings.test.ts';
const LACKS_TEST = 'test/unit/custody/chains/history/lacks.test.ts';

/** The progress of a service in reading its chains. */
export const READINGS: readonly Claim[] = [
  {
    id: 'NODE-24',
    sentence: 'A pause of the history search lasts across restarts.',
    lifts: [
      {
        mechanism: 'what was before is not looked for while it is paused',
        file: SEARCHES,
        from: 'if (isPaused()) return true;\n    const search',
        to: 'const search',
        test: TEST,
        name: 'stands still where it is paused',
      },
      {
        mechanism: 'what was found before a pause is read after it',
        file: SEARCHES,
        from: 'if (isPaused()) return true;\n      const read',
        to: 'const read',
        test: TEST,
        name: 'stands still where it is paused',
      },
    ],
  },
  {
    id: 'NODE-25',
    sentence: 'The number of blocks without a trace is stored and shown.',
    lifts: [
      {
        mechanism: 'a block that could not be traced is counted where it is followed to',
        file: 'electron/custody/chains/history/follower.ts',
        from: '    keepLack(work, found);\n',
        to: '',
        test: LACKS_TEST,
        name: 'counts a block of which one transaction could not be traced',
      },
      {
        mechanism: 'a block that could not be traced is counted where it is found',
        file: SEARCHES,
        from: '        keepLack(work, read);\n',
        to: '',
        test: LACKS_TEST,
        name: 'once, and keeps that over a restart',
      },
      {
        mechanism: 'a block that could not be traced is counted once',
        file: 'electron/custody/store/chains/history/lacks.ts',
        from: 'if (below !== undefined && below.highest >= block) return;',
        to: '',
        test: LACKS_TEST,
        name: 'once, and keeps that over a restart',
      },
      {
        mechanism: 'a block that is gone is not counted',
        file: 'electron/custody/chains/history/follower.ts',
        from: '      store.history.lacks.rewind(chain, shared.number);\n',
        to: '',
        test: LACKS_TEST,
        name: 'none that is gone again',
      },
      {
        mechanism: 'what is missing is told with how far a chain is read',
        file: 'electron/custody/chains/history/noting.ts',
        from: 'const lacking = store.history.lacks.count(chain);',
        to: 'const lacking = { passedOver: 0, untraced: 0 };',
        test: LACKS_TEST,
        name: 'counts a block that is longer than is read',
      },
    ],
  },
  {
    id: 'NODE-26',
    sentence: 'Data is marked current only after a node confirmed it.',
    lifts: [
      {
        mechanism: 'a history is as old as what the nodes of its service told',
        file: 'electron/engine/history/history.ts',
        from: "const wholeUntil = () => (profile.kind === 'local' ? readings.wholeUntil() : undefined);",
        to: 'const wholeUntil = (): number | null | undefined => undefined;',
        test: 'test/unit/engine/history/history.test.ts',
        name: 'is no younger than the last answer of the service’s nodes',
      },
      {
        mechanism: 'a list says that its chain is not read',
        file: 'renderer/words/freshness.ts',
        from: "if (heldUp !== null) return { text: `${heldUp}. ${data}`, tone: 'care' };",
        to: '',
        test: 'test/unit/renderer/words/words.test.ts',
        name: 'Base is not read. Data from just now',
      },
    ],
  },
];
