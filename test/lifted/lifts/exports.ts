import type { Claim } from '../lift.ts';

const TARGETS_TEST = 'test/unit/engine/keys/export-targets.test.ts';
const TARGETS = 'electron/engine/keys/export-targets.ts';
const EXPORTS = 'electron/engine/exports.ts';

/** What ends a key that opens an export. */
export const EXPORTING: readonly Claim[] = [
  {
    claims: [
      'The key that opened it is destroyed when it is closed, unless you keep that for a while',
      'the key that opens an export ends when what it opened is closed, or after the time you chose',
    ],
    lifts: [
      {
        mechanism: 'the key of an export is destroyed when what it opened is closed',
        file: EXPORTS,
        from: '.finally(() => targets.close(target))',
        to: '',
        test: TARGETS_TEST,
        name: 'is destroyed when what it opened is closed, and the activity says when',
      },
      {
        mechanism: 'what becomes of the key is written down before anything is shown',
        file: EXPORTS,
        from: "targets.mark(target, revealed.answer.keep);\n        await consents.ask({ kind: 'secret', ...about, holds: proof.holds, secret }, signal);",
        to: "await consents.ask({ kind: 'secret', ...about, holds: proof.holds, secret }, signal);\n        targets.mark(target, revealed.answer.keep);",
        test: TARGETS_TEST,
        name: 'is destroyed at the next start when the program ended while it was shown',
      },
      {
        mechanism: 'a key whose time is over opens nothing',
        file: TARGETS,
        from: 'match(key) && !isOver(key)',
        to: 'match(key)',
        test: TARGETS_TEST,
        name: 'is destroyed at the next start when the program ended while it was shown',
      },
      {
        mechanism: 'a start destroys the keys whose time is over',
        file: TARGETS,
        from: '  startWatching();\n  let wasUnlocked',
        to: '  let wasUnlocked',
        test: TARGETS_TEST,
        name: 'that is over when the program starts is destroyed then',
      },
      {
        mechanism: 'a key is destroyed when its time is over while the program runs',
        file: TARGETS,
        from: 'index.endKey(key.id, ports.clock.now() + KEPT_FOR[keep]);\n      startWatching();',
        to: 'index.endKey(key.id, ports.clock.now() + KEPT_FOR[keep]);',
        test: TARGETS_TEST,
        name: 'out of the vault, and destroyed when that is over',
      },
      {
        mechanism: 'a key that is kept leaves the vault',
        file: TARGETS,
        from: 'else await vault.forget(key.id);',
        to: '',
        test: TARGETS_TEST,
        name: 'out of the vault, and destroyed when that is over',
      },
      {
        mechanism: 'a time that was chosen is not made longer',
        file: TARGETS,
        from: 'if (keep !== null && key.until !== undefined) return;',
        to: '',
        test: TARGETS_TEST,
        name: 'is kept no longer than was chosen, whatever is answered later',
      },
    ],
  },
];
