import type { Claim } from '../lift.ts';

const KEEPER = 'electron/engine/tokens/token-keeper.ts';
const KEEPER_TEST = 'test/unit/engine/tokens/token-keeper.test.ts';
const CHOICE = 'electron/engine/tokens/token-choice.ts';
const CHOICE_TEST = 'test/unit/engine/tokens/token-choice.test.ts';
const PIN = 'electron/engine/tokens/token-pin.ts';
const AGREEMENT_TEST = 'test/contract/tokens/agreement.test.ts';
const TARGETS_TEST = 'test/unit/engine/tokens/token-targets.test.ts';
const SERVICE = 'electron/token/service.ts';
const SIGN = 'electron/token/sign.ts';
const SIGN_TEST = 'test/unit/token/sign.test.ts';

/** Keys on PKCS#11 tokens, and the vendors' code that reaches them. */
export const TOKENS: readonly Claim[] = [
  {
    id: 'DISK-06',
    sentence: 'A local service can be bound to one token. Without the token, it does not start.',
    lifts: [
      {
        mechanism: 'where the vault on this machine opens is confirmed with its profile',
        file: 'electron/engine/profiles/confirmed.ts',
        from: '...(masterKeyOn && { masterKeyOn })',
        to: '',
        test: 'test/unit/engine/service/token-service.test.ts',
        name: 'loads no module that the list of keys was made to name, and opens without no token',
      },
      {
        mechanism: 'a service that opens with a token is started with the one that was named alone',
        file: 'electron/engine/tokens/token-master.ts',
        from: 'requireNamed(sealedTo.token, at, directory);',
        to: '',
        test: 'test/unit/engine/service/token-service.test.ts',
        name: 'starts with nothing else, and loads no module that was not named',
      },
      {
        mechanism: 'what opens it is kept for its folder, as its store keeps keys',
        file: 'electron/vault/master-keys.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source’s text
        from: 'export const tokenMasterPlace = (id: string) => `token master|${id}`;',
        to: "export const tokenMasterPlace = (id: string) => (id === '' ? '' : 'token master');",
        test: 'test/unit/vault/master-keys.test.ts',
        name: 'is refused when its stored text was changed or belongs to another folder',
      },
      {
        mechanism: 'what waits for a token is opened once',
        file: 'electron/vault/token-openings.ts',
        from: 'agreed?.fill(0);\n        forget(openingId);',
        to: 'agreed?.fill(0);',
        test: 'test/unit/vault/master-keys.test.ts',
        name: 'is opened once, only with the token’s answer',
      },
    ],
  },
  {
    id: 'DISK-07',
    sentence:
      'An export can be sealed to a key inside a token. The token opens one approved bundle for each PIN entry.',
    lifts: [
      {
        mechanism: 'a token agrees on what was approved to be opened alone',
        file: SERVICE,
        from: 'approvals.allowOpening(approval, info);',
        to: 'if (approval.counter < 1) approvals.allowOpening(approval, info);',
        test: AGREEMENT_TEST,
        name: 'needs its own approval, once, and accepts no approval of a signature',
      },
      {
        mechanism: 'an approval to sign opens nothing, and the other way round',
        file: 'electron/approvals/approval-check.ts',
        from: "if (!kinds.includes(approval.kind)) throw refused('it is for something else');",
        to: '',
        test: AGREEMENT_TEST,
        name: 'needs its own approval, once, and accepts no approval of a signature',
      },
      {
        mechanism: 'the PIN is proven for each bundle, also while the token is open',
        file: 'electron/token/sessions.ts',
        from: 'if (isLoggedIn(session)) module.C_Logout(session);',
        to: 'if (isLoggedIn(session)) return;',
        test: AGREEMENT_TEST,
        name: 'asks for the PIN each time, even while the token is logged in',
      },
      {
        mechanism: 'a token is given no point that is not on the curve',
        file: 'electron/token/agree.ts',
        from: 'Buffer.from(hexDecode(p256Uncompress(hexEncode(point))))',
        to: 'Buffer.from(point)',
        test: AGREEMENT_TEST,
        name: 'refuses a point that is not on the curve',
      },
      {
        mechanism: 'a key of a token is for one purpose',
        file: 'electron/token/keys.ts',
        from: '    { type: names[USES[purpose]], value: true },\n',
        to: '',
        test: AGREEMENT_TEST,
        name: 'signs nothing, and a signing key computes no shared secret',
      },
      {
        mechanism: 'what a token gives for a bundle is sealed to the vault’s key for it alone',
        file: SERVICE,
        from: 'return hpkeSeal({ recipientPublic: sealTo, plaintext: agreed, info });',
        to: 'return { encappedPublic: sealTo, ciphertext: Uint8Array.from([...agreed, ...agreed.subarray(16)]) };',
        test: AGREEMENT_TEST,
        name: 'computes the shared secret on the token and returns it sealed to the given key',
      },
      {
        mechanism: 'a target key is destroyed on its token when what it opened is closed',
        file: 'electron/engine/keyring/keyring.ts',
        from: "key.purpose === 'target' && !(await tokens.destroyTarget(key))",
        to: "key.purpose === 'audit'",
        test: TARGETS_TEST,
        name: 'is opened in the vault with the PIN each time, and its key destroyed there when it is closed',
      },
      {
        mechanism: 'one that could not be destroyed is destroyed when its token is in use again',
        file: 'electron/engine/keyring/export-targets.ts',
        from: 'tokens.onLogin(() => void sweep().catch(ports.report));',
        to: '',
        test: TARGETS_TEST,
        name: 'opens nothing any more when it was locked meanwhile',
      },
      {
        mechanism: 'the module of a target key is one that stamps for the profile, or one that is allowed now',
        file: 'electron/engine/exports/exports.ts',
        from: 'await choices.allow(module);',
        to: '',
        test: TARGETS_TEST,
        name: 'is one that stamps for the profile, or the operator is asked before it is loaded and given a PIN',
      },
      {
        mechanism: 'a command names the module of a target key',
        file: 'electron/engine/exports/bundle-opener.ts',
        from: '    requireModule(target, module);\n',
        to: '',
        test: TARGETS_TEST,
        name: 'is named by a command: neither none nor another one is loaded',
      },
    ],
  },
  {
    id: 'PROGRAM-07',
    sentence:
      'Each vendor’s PKCS#11 module runs in a separate process without other keys, and needs the same approvals to sign.',
    lifts: [
      {
        mechanism: 'a token process stamps only what was approved',
        file: 'electron/token/service.ts',
        from: 'const giveBack = running.approvals.use(approval, body);',
        to: 'const giveBack = () => undefined;',
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'stamps only the approved bytes, once',
      },
      {
        mechanism: 'a token process signs with the registered key alone',
        file: 'electron/token/service.ts',
        from: 'facts.publicKey === publicKey);',
        to: 'facts.publicKey !== publicKey || facts.publicKey === publicKey);',
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'opens a key only under its registered public key',
      },
      {
        mechanism: 'a key of a token stamps in a way of its own curve alone',
        file: SERVICE,
        from: 'if (STAMP_SCHEMES[key.scheme].called !== facts.curve)',
        to: "if (facts.keyId === '')",
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'makes a key for SIGNATURE_SCHEME_TK_API_ED25519',
      },
      {
        mechanism: 'the memory of a token process is read by no other program',
        file: 'electron/hardening/harden.ts',
        from: 'native.prctl(PR_SET_DUMPABLE, 0) === 0',
        to: 'true',
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'cannot be read by another program of the user',
      },
      {
        mechanism: 'a token process gets of the environment what modules read alone',
        file: 'electron/main/children.ts',
        from: 'PASSED_ON[entry].flatMap(',
        to: 'Object.keys(environment).flatMap(',
        test: 'test/unit/main/processes.test.ts',
        name: 'passes only the variables that token modules read',
      },
      {
        mechanism: 'a signature of a token is verified before it is given out',
        file: SIGN,
        from: 'if (stamp !== undefined && verifyStamp(stamp, body)) return stamp;',
        to: 'if (stamp !== undefined) return stamp;',
        test: SIGN_TEST,
        name: 'is not given out when it is one of something else',
      },
      {
        mechanism: 'a key that asks for the PIN each time signs nothing without it',
        file: SIGN,
        from: 'if (isAsked && pin === null)',
        to: 'if (isAsked && pin === undefined)',
        test: SIGN_TEST,
        name: 'is not started without the PIN',
      },
      {
        mechanism: 'locking ends the processes that know a PIN',
        file: KEEPER,
        from: 'for (const { handle } of running.values()) handle.kill();',
        to: '',
        test: KEEPER_TEST,
        name: 'is at hand no more when the vault is locked',
      },
      {
        mechanism: 'a vault that ends by itself takes the processes that know a PIN with it',
        file: 'electron/engine/engine.ts',
        from: 'vault.onDeath(() => tokens.lock());',
        to: '',
        test: KEEPER_TEST,
        name: 'is not left logged in when the vault’s process ends by itself',
      },
      {
        mechanism: 'main wipes a PIN when the token has it',
        file: PIN,
        from: '} finally {\n          pin.fill(0);',
        to: '} finally {\n          void pin;',
        test: KEEPER_TEST,
        name: 'has its PIN asked once for each process, and wiped',
      },
    ],
  },
  {
    id: 'PAGE-12',
    sentence: 'A token’s module is loaded, and its key used, only after an answer in the trusted window.',
    lifts: [
      {
        mechanism: 'a module is loaded after the operator’s answer',
        file: CHOICE,
        from: "await consents.ask({ kind: 'loadModule', path: module, name });",
        to: 'void name;',
        test: CHOICE_TEST,
        name: 'is loaded after the operator’s answer alone, who is asked once',
      },
      {
        mechanism: 'a module is not loaded while the vault is locked',
        file: CHOICE,
        from: 'if (profiles.current() !== null) await vault.open();',
        to: '',
        test: CHOICE_TEST,
        name: 'is not loaded while the vault is locked',
      },
      {
        mechanism: 'a key of a token is taken into use after the operator’s answer',
        file: 'electron/engine/flows/setup.ts',
        from: "await consents.ask({ kind: 'tokenKey', profile: askedProfile(profile), ...askedTokenKey(chosen) });",
        to: '',
        test: CHOICE_TEST,
        name: 'is made for the current profile after the operator’s answer alone',
      },
    ],
  },
  {
    id: 'FILES-12',
    sentence: 'The operator’s confirmation of a key covers its module. A module that others can change is not loaded.',
    lifts: [
      {
        mechanism: 'the module of a key is part of what was confirmed',
        file: 'electron/engine/profiles/confirmed.ts',
        from: "if (key.store !== 'pkcs11') return named;",
        to: "if (key.store !== 'pkcs11' || named !== '') return named;",
        test: KEEPER_TEST,
        name: 'is not used through another module than the one that was confirmed',
      },
      {
        mechanism: 'a module that others may change is not loaded',
        file: 'electron/storage/files/safe-way.ts',
        from: 'if (found !== undefined && !isSafe(found)) return step;',
        to: '',
        test: KEEPER_TEST,
        name: 'is not used through a module that others may change',
      },
      {
        mechanism: 'a module in a folder that others may change is not loaded',
        file: 'electron/engine/tokens/token-modules.ts',
        from: 'if (step === null) return null;',
        to: "if (step !== '') return null;",
        test: KEEPER_TEST,
        name: 'is not made through a module in a folder that others may change',
      },
    ],
  },
  {
    id: 'PROGRAM-08',
    sentence: 'A hanging module stops no other module.',
    lifts: [
      {
        mechanism: 'each module has a mutex of its own',
        file: KEEPER,
        from: 'const own = mutexes.get(module) ?? createMutex();',
        to: "const own = mutexes.get('') ?? mutexes.set('', createMutex()).get('') ?? createMutex();",
        test: KEEPER_TEST,
        name: 'a module that hangs holds up no other',
      },
      {
        mechanism: 'one PIN is asked for at a time',
        file: PIN,
        from: 'exclusive(() => askNow(asked, refused, signal))',
        to: 'askNow(asked, refused, signal)',
        test: KEEPER_TEST,
        name: 'one PIN is asked for at a time',
      },
      {
        mechanism: 'what a module finds has an end',
        file: 'electron/token/keys.ts',
        from: 'if (found.length > MOST_FOUND)',
        to: 'if (found.length > 64 * MOST_FOUND)',
        test: 'test/unit/token/keys.test.ts',
        name: 'a module with endless keys is read only up to a limit',
      },
    ],
  },
];
