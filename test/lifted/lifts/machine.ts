import type { Claim } from '../lift.ts';

const RULES_TEST = 'test/unit/main/security/rules.test.ts';
const GUARDED_TEST = 'test/fault/custody-guarded.test.ts';
const OWN_FILES = 'electron/cli/own-files.ts';
const SERVE_TEST = 'test/unit/cli/serve.test.ts';
const SECRET_GUARD = 'renderer/app/secret-guard.ts';
const SECRET_GUARD_TEST = 'test/unit/renderer/app/secret-guard.test.ts';
const SECRETS_TEST = 'test/unit/engine/stamping/secrets.test.ts';
const STATE_FILE_TEST = 'test/unit/storage/files/state-file.test.ts';

/** Limits of other processes and users of the machine and of the network. Secrets that are never written down. */
export const MACHINE: readonly Claim[] = [
  {
    id: 'PROGRAM-02',
    sentence:
      'On Linux, no other program of the user can read the memory of processes that hold keys. These processes write no core dump.',
    lifts: [
      {
        mechanism: 'the memory of the processes that hold keys cannot be read by others',
        file: 'electron/hardening/harden.ts',
        from: 'native.prctl(PR_SET_DUMPABLE, 0) === 0',
        to: 'true',
        test: 'test/unit/vault/process.test.ts',
        name: 'cannot be read by other processes after hardening',
      },
      {
        mechanism: 'the local service is read by no other program of the user',
        file: 'electron/hardening/harden.ts',
        from: 'native.prctl(PR_SET_DUMPABLE, 0) === 0',
        to: 'true',
        test: GUARDED_TEST,
        name: 'is hardened before it gets a key, and cannot be read by another program of the user',
      },
      {
        mechanism: 'the processes that hold keys write no core',
        file: 'electron/hardening/harden.ts',
        from: 'native.setLimit(RLIMIT_CORE, 0) === 0',
        to: 'true',
        test: GUARDED_TEST,
        name: 'is hardened before it gets a key, and cannot be read by another program of the user',
      },
      {
        mechanism: 'the process that holds keys reaches no network and starts nothing',
        file: 'electron/hardening/confinement.ts',
        from: 'Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });',
        to: 'void refuse;',
        test: 'test/unit/vault/process.test.ts',
        name: 'reaches no network and starts no process',
      },
      {
        mechanism: 'no key goes to a local service that is not hardened yet',
        file: 'electron/engine/service/custody-process.ts',
        from: "handle.call('harden', {}).then(() => handle.call('offerKey', {}))",
        to: "handle.call('offerKey', {})",
        test: 'test/unit/engine/service/service-keeper.test.ts',
        name: 'is hardened before it is given a key',
      },
    ],
  },
  {
    id: 'PROGRAM-03',
    sentence:
      'A release opens no inspector, ignores `NODE_OPTIONS`, does not run as plain Node and takes no debugging switch.',
    lifts: [
      {
        mechanism: 'the program of a checkout has its fuses set',
        file: 'scripts/lib/fuses.mjs',
        from: "process.platform === 'linux' ? join(folder, 'castellan') : executable",
        to: "process.platform === '' ? join(folder, 'castellan') : executable",
        test: 'test/contract/cli/debuggers.test.ts',
        name: 'by ELECTRON_RUN_AS_NODE',
      },
      {
        mechanism: 'switches of others are taken off',
        file: 'electron/main/security/devtools.ts',
        from: '!KEPT.has(name.toLowerCase())',
        to: 'KEPT.size === 0',
        test: RULES_TEST,
        name: 'are removed except those of the launcher',
      },
    ],
  },
  {
    id: 'USER-01',
    sentence: 'State files and folders of another user, or that others can access, are refused.',
    lifts: [
      {
        mechanism: 'a passphrase file of another user is refused',
        file: OWN_FILES,
        from: 'if (found.uid !== user)',
        to: 'if (found.uid < 0)',
        test: 'test/unit/cli/secrets.test.ts',
        name: 'of another user is refused, even a private one',
      },
      {
        mechanism: 'a passphrase file that others may read is refused',
        file: OWN_FILES,
        from: 'if ((found.mode & OTHERS) !== 0)',
        to: 'if ((found.mode & OTHERS) < 0)',
        test: 'test/unit/cli/secrets.test.ts',
        name: 'that others may read or change',
      },
      {
        mechanism: 'a folder of another user is not served from',
        file: OWN_FILES,
        from: 'if (found !== undefined && found.uid !== user)',
        to: 'if (found !== undefined && found.uid < 0)',
        test: SERVE_TEST,
        name: 'refuses a folder of another user',
      },
      {
        mechanism: 'a folder that others may write to is not served from',
        file: OWN_FILES,
        from: 'if (found !== undefined && (found.mode & OTHERS_WRITE) !== 0)',
        to: 'if (found !== undefined && (found.mode & OTHERS_WRITE) < 0)',
        test: SERVE_TEST,
        name: 'refuses a folder that others may write to',
      },
      {
        mechanism: 'a folder whose way others may change is not served from',
        file: OWN_FILES,
        from: 'if (step !== null)',
        to: "if (step === '')",
        test: SERVE_TEST,
        name: 'refuses a folder that lies below one that others may write to',
      },
      {
        mechanism: 'the state folder is made private',
        file: 'electron/main/paths.ts',
        from: 'chmodSync(folder, 0o700);',
        to: 'void chmodSync;',
        test: 'test/unit/main/paths.test.ts',
        name: 'makes them private, including existing ones',
      },
      {
        mechanism: 'a passphrase store that others may read is refused',
        file: 'electron/storage/files/atomic-file.ts',
        from: 'if (options.private && POSIX && (state.mode & 0o077) !== 0) {',
        to: 'if (options.private && POSIX && (state.mode & 0o077) < 0) {',
        test: 'test/unit/storage/keychain/keystore-file.test.ts',
        name: 'that others can read is refused with the command that fixes it',
      },
    ],
  },
  {
    id: 'USER-02',
    sentence: 'Links to files of another user are refused.',
    lifts: [
      {
        mechanism: 'nothing is read or replaced through a link to a file of another user',
        file: 'electron/storage/files/atomic-file.ts',
        from: 'if (POSIX && statSync(target).uid !== process.getuid?.())',
        to: 'if (POSIX && statSync(target).uid < 0)',
        test: STATE_FILE_TEST,
        name: 'behind a link to another user’s file is neither read nor replaced',
      },
      {
        mechanism: 'set-up removes nothing of another user',
        file: 'scripts/lib/paths.mjs',
        from: 'if (isOwnFolder(path)) rmSync',
        to: 'rmSync',
        test: 'test/unit/scripts/paths.test.ts',
        name: 'removes nothing through a link and nothing of another user',
      },
    ],
  },
  {
    id: 'FILES-02',
    sentence: 'A damaged state file is refused as a whole.',
    lifts: [
      {
        mechanism: 'a state file with a wrong member is refused',
        file: 'electron/storage/files/state-file.ts',
        from: 'if (!Value.Check(schema, content)) {',
        to: 'if (!Value.Check(schema, content) && content === null) {',
        test: STATE_FILE_TEST,
        name: 'that holds a member of the wrong type is damaged, named and kept',
      },
    ],
  },
  {
    id: 'SERVICE-07',
    sentence: 'No text of a service can control the terminal.',
    lifts: [
      {
        mechanism: 'control characters are made visible on standard error',
        file: 'electron/cli/index.ts',
        from: 'given.stderr(visibleText(text, true))',
        to: 'given.stderr(text)',
        test: 'test/unit/cli/submit.test.ts',
        name: 'shows any explanation without controlling the terminal',
      },
      {
        mechanism: 'control characters are made visible in the words of `inspect`',
        file: 'electron/cli/commands/inspect.ts',
        from: 'host.stdout(visibleText(',
        to: 'host.stdout(String(',
        test: 'test/unit/cli/inspect.test.ts',
        name: 'shows undecodable content completely, JSON as text:',
      },
      {
        mechanism: 'control characters are made visible on standard output',
        file: 'electron/cli/context.ts',
        from: 'spellHidden(JSON.stringify(value), escaped, true)',
        to: 'JSON.stringify(value)',
        test: 'test/unit/cli/submit.test.ts',
        name: 'cannot control the terminal, nor run when it is pasted',
      },
      {
        mechanism: 'control characters are made visible in tables and lines',
        file: 'electron/cli/result-text.ts',
        from: 'return visibleText(String(value));',
        to: 'return String(value);',
        test: 'test/unit/cli/result-text.test.ts',
        name: 'shows control, invisible and line-forging characters visibly',
      },
    ],
  },
  {
    id: 'DISK-04',
    sentence: 'Secrets are redacted in the log.',
    lifts: [
      {
        mechanism: 'what looks like a secret is taken out of the log',
        file: 'electron/main/logger.ts',
        from: 'redact(detail)',
        to: 'detail',
        test: 'test/unit/main/logger.test.ts',
        name: 'redacts free text',
      },
      {
        mechanism: 'what looks like a key is known for one',
        file: 'electron/main/redactor.ts',
        from: "clean = clean.replace(shape, '[redacted]');",
        to: 'void shape;',
        test: 'test/unit/main/redactor.test.ts',
        name: 'redactor',
      },
    ],
  },
  {
    id: 'SLIP-03',
    sentence: 'A request that contains a private key or seed phrase is refused and not stored.',
    lifts: [
      {
        mechanism: 'no private key enters a request',
        file: 'electron/engine/requests/requests.ts',
        from: 'refuseSecrets(requireOperation(operation), parameters, hexIsNoKey);',
        to: 'void refuseSecrets;',
        test: SECRETS_TEST,
        name: 'is refused and never kept',
      },
      {
        mechanism: 'a phrase is found beside other words of its list',
        file: 'shared/secrets/index.ts',
        from: 'if (run.length < length) break;',
        to: 'if (run.length !== length) continue;',
        test: 'test/unit/shared/secrets/secrets.test.ts',
        name: 'is found after a label, before words, and twice',
      },
      {
        mechanism: 'no private key is stamped as bytes',
        file: 'electron/engine/requests/requests.ts',
        from: 'refuseSecretBytes(body);',
        to: 'void refuseSecretBytes;',
        test: SECRETS_TEST,
        name: 'is refused and never kept',
      },
    ],
  },
  {
    id: 'SLIP-04',
    sentence: 'Castellan asks once about a text of 64 hexadecimal digits, because it may be a private key.',
    lifts: [
      {
        mechanism: 'text that may be a private key is asked about',
        file: 'electron/engine/stamping/secrets.ts',
        from: 'if (hexIsNoKey === true || ',
        to: 'if (hexIsNoKey !== false || ',
        test: SECRETS_TEST,
        name: 'is asked about when it is text of 64 hexadecimal digits',
      },
    ],
  },
  {
    id: 'SLIP-05',
    sentence: 'No field of the page accepts a seed phrase or private key that is pasted, typed or dropped.',
    lifts: [
      {
        mechanism: 'a secret that is pasted or dropped never enters',
        file: SECRET_GUARD,
        from: 'event.preventDefault();',
        to: '',
        test: SECRET_GUARD_TEST,
        name: 'refuses a dropped phrase, and leaves the clipboard',
      },
      {
        mechanism: 'a field whose text has become a secret is emptied',
        file: SECRET_GUARD,
        from: "if (event.type === 'input') field.setRangeText('', 0, field.value.length);",
        to: '',
        test: SECRET_GUARD_TEST,
        name: 'is cleared when its text becomes a phrase',
      },
    ],
  },
  {
    id: 'SLIP-06',
    sentence: 'Castellan empties the clipboard after a secret was pasted from it.',
    lifts: [
      {
        mechanism: 'the clipboard is emptied that a secret was pasted from',
        file: 'renderer/parts/secret.ts',
        from: 'if (pasted) void',
        to: 'if (!pasted) void',
        test: SECRET_GUARD_TEST,
        name: 'refuses a pasted phrase, and the clipboard is cleared',
      },
      {
        mechanism: 'the clipboard is emptied, and what the middle button pastes',
        file: 'electron/main/window/clipboard.ts',
        from: 'await Promise.all(all.map((held) => held.clear()));',
        to: 'await clipboard.clear();',
        test: 'test/unit/main/window/clipboard.test.ts',
        name: 'is emptied together with the primary selection, where there is one',
      },
    ],
  },
];
