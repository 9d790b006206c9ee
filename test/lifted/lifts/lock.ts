// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
import type { Claim } from '../lift.ts';

const CONSENTS = 'electron/engine/consent/consents.ts';
const KEEPER_TEST = 'test/unit/engine/vault/vault-keeper.test.ts';
const IDLE = 'electron/main/window/idle-lock.ts';
const SCREEN = 'electron/main/screen-lock/screen-lock.ts';
const SCREEN_TEST = 'test/unit/main/screen-lock/screen-lock.test.ts';
const IDLE_TEST = 'test/unit/main/window/idle-lock.test.ts';

/** The causes and the effects of a lock. */
export const LOCK: readonly Claim[] = [
  {
    id: 'SEAT-07',
    sentence: 'A lock withdraws every question, refuses later answers, and ends every consent that was not used.',
    lifts: [
      {
        mechanism: 'a lock takes questions back',
        file: CONSENTS,
        from: '...(needsVault ? [lock] : []), ',
        to: '',
        test: KEEPER_TEST,
        name: 'takes back the question for changeKey',
      },
      {
        mechanism: 'an answer after a lock counts for nothing',
        file: CONSENTS,
        from: 'if (!needsVault || !lock.aborted) return answer;',
        to: 'if (!needsVault || lock !== undefined) return answer;',
        test: KEEPER_TEST,
        name: 'takes back the question for loadModule',
      },
      {
        mechanism: 'no consent of a batch outlives a lock',
        file: CONSENTS,
        from: '      given = new WeakSet();\n',
        to: '',
        test: 'test/unit/engine/consent/batch-consents.test.ts',
        name: 'allows nothing after a lock, though some lines were stamped before it',
      },
    ],
  },
  {
    id: 'SEAT-08',
    sentence: 'Castellan locks when the machine is idle, when it sleeps, and when its screen is locked.',
    lifts: [
      {
        mechanism: 'nobody at the machine locks',
        file: IDLE,
        from: ' || idleSeconds() >= idleMinutes() * 60',
        to: '',
        test: IDLE_TEST,
        name: 'happens after five minutes without use',
      },
      {
        mechanism: 'nobody at the window locks where the system tells no idle time',
        file: IDLE,
        from: 'isCounted ? Math.min(seconds, windowIdle()) : windowIdle()',
        to: 'Math.min(seconds, windowIdle())',
        test: IDLE_TEST,
        name: 'happens by the window’s own timer where the system always reports zero',
      },
      {
        mechanism: 'sleep locks',
        file: IDLE,
        from: "  monitor.on('suspend', lock);\n",
        to: '',
        test: IDLE_TEST,
        name: 'happens at suspend',
      },
      {
        mechanism: 'a screen that is found locked locks',
        file: IDLE,
        from: 'isLocked || ',
        to: '',
        test: IDLE_TEST,
        name: 'happens when the screen is locked',
      },
      {
        mechanism: 'a screen saver that says that it is on locks',
        file: SCREEN,
        from: "member === 'ActiveChanged' && isTrue",
        to: 'isTrue && false',
        test: SCREEN_TEST,
        name: 'is reported by GNOME',
      },
      {
        mechanism: 'logind’s word for this session locks',
        file: SCREEN,
        from: "member === 'Lock' || ",
        to: '',
        test: SCREEN_TEST,
        name: 'is reported only by logind, for this session',
      },
      {
        mechanism: 'nobody but logind locks over the system’s bus',
        file: SCREEN,
        from: "sender='${LOGIN}',",
        to: '',
        test: SCREEN_TEST,
        name: 'is reported only by logind, for this session',
      },
      {
        mechanism: 'another session’s lock locks nothing here',
        file: SCREEN,
        from: "return `path='${sessions}/${name}'`;",
        to: "return `path_namespace='${sessions}'` + name.slice(name.length);",
        test: SCREEN_TEST,
        name: 'is reported only by logind, for this session',
      },
      {
        mechanism: 'a bus that was started anew is listened to again',
        file: SCREEN,
        from: 'every(AGAIN_AFTER_MS, begin)',
        to: 'every(AGAIN_AFTER_MS, () => undefined)',
        test: SCREEN_TEST,
        name: 'is reported again after a restart of the bus',
      },
    ],
  },
  {
    id: 'SEAT-09',
    sentence: 'A locked window asks only to be unlocked.',
    lifts: [
      {
        mechanism: 'nothing that needs the vault is asked over a locked one',
        file: CONSENTS,
        from: 'if (needsVault && !isOpen())',
        to: 'if (needsVault && isOpen === undefined)',
        test: KEEPER_TEST,
        name: 'takes back the question for changeKey',
      },
    ],
  },
];
