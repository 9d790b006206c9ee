// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
import type { Claim } from '../lift.ts';

const SEARCHES = 'electron/custody/chains/history/searches.ts';
const TEST = 'test/unit/custody/chains/history/readings.test.ts';

/** What is shown of how far a service has read its chains. */
export const READINGS: readonly Claim[] = [
  {
    claims: ['reading back waits where you pause it, also after a restart'],
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
    claims: ['nothing is called up to date that no node told'],
    lifts: [
      {
        mechanism: 'a history is as old as what the nodes of its service told',
        file: 'electron/engine/history/history.ts',
        from: "const wholeUntil = () => (profile.kind === 'local' ? readings.wholeUntil() : undefined);",
        to: 'const wholeUntil = (): number | null | undefined => undefined;',
        test: 'test/unit/engine/history/history.test.ts',
        name: 'is no younger than what the nodes of the service had told it',
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
