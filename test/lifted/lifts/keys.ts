import type { Claim } from '../lift.ts';

const TRIES = 'electron/engine/vault/tries.ts';
const TRIES_TEST = 'test/unit/engine/vault/tries.test.ts';
const KEYSTORE = 'electron/vault/keystore.ts';
const KEYSTORE_TEST = 'test/unit/vault/keystore.test.ts';
const HANDOVER = 'electron/custody/keys/master-handover.ts';
const HANDOVER_TEST = 'test/unit/custody/keys/master-handover.test.ts';
const UNLOCK = 'electron/engine/vault/unlock.ts';
const UNLOCK_TEST = 'test/unit/engine/vault/unlock.test.ts';

/** Where keys are, how they are kept and what is wiped. */
export const KEYS: readonly Claim[] = [
  {
    id: 'DISK-02',
    sentence: 'Private keys and seeds are byte arrays that their owner wipes after use.',
    lifts: [
      {
        mechanism: 'a key that is not the one of the address is wiped',
        file: 'electron/vault/opened-bundles.ts',
        from: '      plaintext.fill(0);',
        to: '      void plaintext;',
        test: 'test/unit/vault/process.test.ts',
        name: 'holds each loaded or opened key exactly once',
      },
      {
        mechanism: 'the vault wipes a master key that it handed over',
        file: 'electron/vault/master-keys.ts',
        from: 'master.fill(0);',
        to: '',
        test: 'test/unit/vault/process.test.ts',
        name: 'holds each loaded or opened key exactly once',
      },
      {
        mechanism: 'the local service wipes what came to it of its master key',
        file: HANDOVER,
        from: 'master?.fill(0);',
        to: '',
        test: HANDOVER_TEST,
        name: 'is wiped when its service did not start, and what opened it before that',
      },
      {
        mechanism: 'the local service wipes what opens its master key before it uses that',
        file: HANDOVER,
        from: 'if (offered !== undefined) memory.release(offered);',
        to: '',
        test: HANDOVER_TEST,
        name: 'is wiped when its service started, and what opened it before that',
      },
      {
        mechanism: 'main wipes a key from a file that it lent to the vault',
        file: UNLOCK,
        from: 'store: null, privateKey });\n  } finally {\n    privateKey.fill(0);',
        to: 'store: null, privateKey });\n  } finally {',
        test: UNLOCK_TEST,
        name: 'was lent and is wiped when the vault refuses it',
      },
      {
        mechanism: 'main wipes an imported key when the vault has it',
        file: UNLOCK,
        from: '    return await keep(store, key, imported);\n  } finally {\n    privateKey.fill(0);',
        to: '    return await keep(store, key, imported);\n  } finally {',
        test: UNLOCK_TEST,
        name: 'was imported and is wiped when the vault has it',
      },
      {
        mechanism: 'a secret that moves into locked memory is wiped where it came from',
        file: 'electron/hardening/secret-memory.ts',
        from: 'secret.fill(0);',
        to: '',
        test: 'test/unit/vault/secret-memory.test.ts',
        name: 'a secret moves in, its source is wiped',
      },
      {
        mechanism: 'what is forgotten is wiped in locked memory',
        file: 'electron/hardening/secret-memory.ts',
        from: 'view.fill(0);',
        to: '',
        test: 'test/unit/vault/secret-memory.test.ts',
        name: 'a secret moves in, its source is wiped',
      },
      {
        mechanism: 'the vault wipes an opened bundle that is closed',
        file: 'electron/vault/opened-bundles.ts',
        from: 'if (plaintext !== undefined) memory.release(plaintext);',
        to: '',
        test: 'test/unit/vault/bundles.test.ts',
        name: 'again and again until it is forgotten',
      },
      {
        mechanism: 'the vault wipes a target key that is forgotten',
        file: 'electron/vault/key-table.ts',
        from: 'end: () => memory.release(held) };',
        to: 'end: () => undefined };',
        test: 'test/unit/vault/keys.test.ts',
        name: 'forgetting wipes the target key from the vault’s memory',
      },
      {
        mechanism: 'the vault wipes a key of secp256k1 that is forgotten',
        file: 'electron/crypto/stamps.ts',
        from: 'if (held !== null) memory.release(held);',
        to: '',
        test: 'test/unit/vault/schemes.test.ts',
        name: 'lies in locked memory while it is loaded, and is wiped from there',
      },
      {
        mechanism: 'the local service wipes its master key when it stops',
        file: 'electron/custody/keys/keyring.ts',
        from: 'memory.release(masterKey);',
        to: '',
        test: 'test/unit/custody/keys/keyring.test.ts',
        name: 'wipes its own key when it is closed',
      },
      {
        mechanism: 'the local service wipes a key that it opened to sign with',
        file: 'electron/custody/keys/keyring.ts',
        from: 'plaintext.fill(0);',
        to: '',
        test: 'test/unit/custody/keys/keyring.test.ts',
        name: 'wipes the plaintext after use',
      },
      {
        mechanism: 'a secret that was handed to another process is wiped',
        file: 'shared/processes/answer.ts',
        from: 'wipeSecrets(message.input, input);',
        to: '',
        test: 'test/unit/shared/processes/answer.test.ts',
        name: 'reach their reader and are wiped when it was answered',
      },
    ],
  },
  {
    id: 'SEAT-03',
    sentence: 'A key store that lost its header, or does not answer, is not unlocked without a question.',
    lifts: [
      {
        mechanism:
          'a store that keeps keys and has lost its header, or does not answer, is not taken for one that asks for nothing',
        file: 'electron/engine/vault/vault-keeper.ts',
        from: "const header = await stores.header(kind);\n        if (header === null) throw headerLost(stores.backend(kind), kind === 'keychain' && index.keychainId() === null);\n        header.fill(0);",
        to: '(await stores.header(kind).catch(() => null))?.fill(0);',
        test: 'test/unit/engine/vault/lost-header.test.ts',
        name: 'is not unlocked without it where',
      },
    ],
  },
  {
    id: 'SEAT-04',
    sentence: 'Wrong PINs are counted across restarts and delay the next try.',
    lifts: [
      {
        mechanism: 'a try of a PIN is counted before it is made',
        file: TRIES,
        from: '    await record.write(written({ count, at: clock.now() }));\n',
        to: '',
        test: TRIES_TEST,
        name: 'wait after three wrong ones, also after a restart',
      },
      {
        mechanism: 'a try that comes too soon is not made',
        file: TRIES,
        from: 'if (waiting !== null) throw',
        to: "if (waiting === '') throw",
        test: TRIES_TEST,
        name: 'wait after three wrong ones, also after a restart',
      },
      {
        mechanism: 'a clock that is set back has the wait begin anew',
        file: TRIES,
        from: 'Math.max(0, now - before.at)',
        to: 'Math.abs(now - before.at)',
        test: TRIES_TEST,
        name: 'wait no shorter when the clock is set back',
      },
      {
        mechanism: 'tries of a PIN that nobody can read are many',
        file: TRIES,
        from: 'return parse(bytes) ?? { count: UNREADABLE_COUNT, at: clock.now() };',
        to: 'return parse(bytes);',
        test: TRIES_TEST,
        name: 'wait as long as they can when nobody can read',
      },
    ],
  },
  {
    id: 'SEAT-05',
    sentence:
      'The keys in the keychain need the PIN or security key that was chosen for them, and each reveal needs it again.',
    lifts: [
      {
        mechanism: 'a store that is open shows its passphrase to be right before it is put under another',
        file: KEYSTORE,
        from: '      await prove(store, given);\n      const { wrappingKey } = requireOpen(store);',
        to: '      const { wrappingKey } = requireOpen(store);',
        test: KEYSTORE_TEST,
        name: 'is not put under another one, or none, without its own (keychain)',
      },
      {
        mechanism: 'a store that is open is not opened anew by another header',
        file: KEYSTORE,
        from: '        await prove(store, given);\n        return writeHeaderOf',
        to: '        return writeHeaderOf',
        test: KEYSTORE_TEST,
        name: 'stays open after a wrong one, and shows no other what opens it',
      },
      {
        mechanism: 'the vault asks for the PIN again before it reveals',
        file: 'electron/vault/vault.ts',
        from: 'if (store !== null) await keystore.prove(store, given);',
        to: '',
        test: 'test/unit/vault/bundles.test.ts',
        name: 'needs the PIN again, although the vault is unlocked',
      },
      {
        mechanism: 'a passphrase file that says it has no passphrase is refused',
        file: 'electron/vault/keystore-header.ts',
        from: "header.length === PLAIN_BYTES && store === 'keychain')",
        to: 'header.length === PLAIN_BYTES)',
        test: KEYSTORE_TEST,
        name: 'is never without a passphrase, whatever its header says',
      },
    ],
  },
  {
    id: 'DISK-03',
    sentence: 'API keys are kept by the OS keychain, or sealed in a passphrase file with scrypt and AES-256-GCM.',
    lifts: [
      {
        mechanism: 'the vault seals a key before main keeps it',
        file: 'electron/vault/vault.ts',
        from: 'keystore.seal(store, privateKey, keyPlace(named.purpose, id, asks))',
        to: 'copySecret(privateKey)',
        test: 'test/unit/vault/keys.test.ts',
        name: 'which nothing that is kept shows (keychain)',
      },
      {
        mechanism: 'a sealed key is bound to its purpose and id',
        file: 'electron/vault/key-place.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source’s text
        from: '=> `key|${purpose}|${id}${',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source’s text
        to: "=> `${purpose === id ? '' : 'key'}${",
        test: 'test/unit/vault/keystore.test.ts',
        name: 'opens no key under another name or purpose, or changed',
      },
      {
        mechanism: 'each passphrase file has a salt of its own',
        file: 'electron/vault/ways.ts',
        from: 'randomBytes(SALT_BYTES)',
        to: 'new Uint8Array(SALT_BYTES)',
        test: 'test/unit/vault/keystore.test.ts',
        name: 'has a header that costs 2^17, with a random salt',
      },
      {
        mechanism: 'the vault refuses a kept key that is another than the registered one',
        file: 'electron/vault/vault.ts',
        from: 'if (spelled(use, loaded) !== registered) {',
        to: 'if (loaded.length < 0 && registered) {',
        test: 'test/unit/vault/keys.test.ts',
        name: 'another key is refused and not kept',
      },
    ],
  },
  {
    id: 'PROGRAM-01',
    sentence: 'A lock ends the processes of the vault and of the local service.',
    lifts: [
      {
        mechanism: 'locking ends the process that has the keys',
        file: 'electron/engine/vault/vault-keeper.ts',
        from: '    consents.lock();\n    ending?.handle.kill();',
        to: '    consents.lock();',
        test: 'test/unit/engine/vault/vault-keeper.test.ts',
        name: 'ends its process when it is locked',
      },
      {
        mechanism: 'a lock during an unlock wins',
        file: 'electron/engine/vault/vault-keeper.ts',
        from: 'if (current !== vault) throw new AppError',
        to: 'if (current !== vault && vault === undefined) throw new AppError',
        test: 'test/unit/engine/vault/vault-keeper.test.ts',
        name: 'stays locked when the answer of its process comes after a lock',
      },
      {
        mechanism: 'locking ends the local service',
        file: 'electron/engine/service/service-keeper.ts',
        from: 'lock: () => letGo()?.kill(),',
        to: 'lock: () => void letGo(),',
        test: 'test/unit/engine/service/service-keeper.test.ts',
        name: 'ends when the vault is locked',
      },
      {
        mechanism: 'a vault that dies takes the local service with it',
        file: 'electron/engine/flows/lock/vault-control.ts',
        from: '  vault.onStop(lockOthers);\n',
        to: '',
        test: 'test/unit/engine/vault/vault-keeper.test.ts',
        name: 'ends the local service too when the vault dies by itself',
      },
      {
        mechanism: 'nothing but unlocking starts the service of a locked vault',
        file: 'electron/engine/stamping/sender.ts',
        from: 'await vault.open();\n      return requestUrl',
        to: 'return requestUrl',
        test: 'test/unit/engine/service/service-keeper.test.ts',
        name: 'ends when the vault is locked, and nothing but unlocking starts it again',
      },
    ],
  },
  {
    id: 'SEAT-06',
    sentence: 'The local service outlives a lock only where the operator confirmed `--keep-serving`.',
    lifts: [
      {
        mechanism: 'the service goes on only where the operator confirmed that it does',
        file: 'electron/engine/flows/lock/vault-control.ts',
        from: 'if (!profiles.keepsServing()) service.lock();',
        to: 'if (profiles.local()?.keepServing !== true) service.lock();',
        test: 'test/unit/engine/profiles/confirmed.test.ts',
        name: 'does not have the local service go on while the vault is locked, nor start',
      },
      {
        mechanism: 'the command line takes the word',
        file: 'electron/cli/commands/profile.ts',
        from: "keepServing: keepServing === 'on'",
        to: 'keepServing: false',
        test: 'test/unit/cli/commands.test.ts',
        name: 'profile set turns on or off what a profile allows: --keep-serving on',
      },
    ],
  },
];
