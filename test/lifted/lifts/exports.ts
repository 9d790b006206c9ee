import type { Claim } from '../lift.ts';

const TARGETS_TEST = 'test/unit/engine/keyring/export-targets.test.ts';
const TARGETS = 'electron/engine/keyring/export-targets.ts';
const EXPORTS_TEST = 'test/unit/engine/exports/exports.test.ts';
const SHOWING = 'electron/engine/exports/showing.ts';

/** The end of a key that opens an export, and the only reader of its result. */
export const EXPORTING: readonly Claim[] = [
  {
    id: 'MAIN-01',
    sentence: 'The vault seals the master key of a local service to a key that the service made for that one start.',
    lifts: [
      {
        mechanism: 'the vault seals the master key that it hands over',
        file: 'electron/vault/master-keys.ts',
        from: 'return hpkeSeal({ recipientPublic: sealTo, plaintext: master, info: MASTER_INFO });',
        to: 'return { ...hpkeSeal({ recipientPublic: sealTo, plaintext: master }), ciphertext: Uint8Array.from([...master, ...new Uint8Array(16)]) };',
        test: 'test/unit/vault/master-keys.test.ts',
        name: 'leaves the vault sealed to its service’s valid key only',
      },
      {
        mechanism: 'what opened one master key opens no other',
        file: 'electron/custody/keys/master-handover.ts',
        from: 'offered = undefined;',
        to: '',
        test: 'test/unit/custody/keys/master-handover.test.ts',
        name: 'opens with the key that was offered for it, once',
      },
    ],
  },
  {
    id: 'MAIN-02',
    sentence:
      'The vault seals a revealed key to the window that shows it, so main relays a revealed key but cannot read it.',
    lifts: [
      {
        mechanism: 'the vault seals what it reveals',
        file: 'electron/vault/opened-bundles.ts',
        from: 'return hpkeSeal({ recipientPublic: to, plaintext: secret, info: revealInfo(format, proof) });',
        to: 'return { encappedPublic: new Uint8Array(to), ciphertext: new Uint8Array(secret) };',
        test: EXPORTS_TEST,
        name: 'what is revealed goes to the window sealed, which opens it',
      },
      {
        mechanism: 'the vault seals what it reveals for what was proven and in the form that was asked for',
        file: 'electron/vault/opened-bundles.ts',
        from: ', info: revealInfo(format, proof) });',
        to: ' });',
        test: 'test/unit/vault/bundles.test.ts',
        name: 'sealed to the named key, with its proof and in the requested form',
      },
      {
        mechanism: 'the window opens what was revealed as what was proven there',
        file: 'shared/wire/reveal.ts',
        from: "['castellan reveal v1', format, ...proven]",
        to: "['castellan reveal v1']",
        test: 'test/unit/shared/reveal/reveal.test.ts',
        name: 'is not opened as what was shown when it is another address',
      },
      {
        mechanism: 'nothing is revealed without a key to seal it to',
        file: SHOWING,
        from: 'if (to === null) throw',
        to: 'if (to === undefined) throw',
        test: EXPORTS_TEST,
        name: 'nothing is revealed to nobody',
      },
    ],
  },
  {
    id: 'DISK-01',
    sentence: 'The key that opened an export is destroyed when the export is closed, or after the time that you chose.',
    lifts: [
      {
        mechanism: 'the key of an export is destroyed when what it opened is closed',
        file: SHOWING,
        from: '.finally(() => targets.close(target))',
        to: '',
        test: TARGETS_TEST,
        name: 'is destroyed when what it opened is closed, and the activity says when',
      },
      {
        mechanism: 'what becomes of the key is written down before anything is shown',
        file: SHOWING,
        from: "end(answer.keep);\n      try {\n        await consents.ask({ kind: 'secret', ...about, holds: proof.holds, sealed }, signal);",
        to: "try {\n        await consents.ask({ kind: 'secret', ...about, holds: proof.holds, sealed }, signal);\n        end(answer.keep);",
        test: TARGETS_TEST,
        name: 'is destroyed at the next start when the program ended while it was shown',
      },
      {
        mechanism: 'the key of several exports stays until the last of them was revealed',
        file: SHOWING,
        from: 'if (isLastOfTarget) targets.mark(target, keep);',
        to: 'targets.mark(target, keep);',
        test: 'test/unit/engine/exports/several-exports.test.ts',
        name: 'several secrets of one request have one target key, and are revealed one after the other',
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
