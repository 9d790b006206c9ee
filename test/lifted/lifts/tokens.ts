import type { Claim } from '../lift.ts';

const KEEPER = 'electron/engine/keys/token-keeper.ts';
const KEEPER_TEST = 'test/unit/engine/keys/token-keeper.test.ts';
const CHOICE = 'electron/engine/keys/token-choice.ts';
const CHOICE_TEST = 'test/unit/engine/keys/token-choice.test.ts';
const PIN = 'electron/engine/keys/token-pin.ts';
const PIN_TEST = 'test/unit/engine/keys/token-pin.test.ts';
const SIGN = 'electron/token/sign.ts';
const SIGN_TEST = 'test/unit/token/sign.test.ts';

/** Keys on PKCS#11 tokens, and the vendors' code that reaches them. */
export const TOKENS: readonly Claim[] = [
  {
    claims: [
      'a process of its own for each vendor’s module, with no other key in it, signs there by the same approvals',
    ],
    lifts: [
      {
        mechanism: 'a token process stamps only what was approved',
        file: 'electron/token/service.ts',
        from: 'const giveBack = running.approvals.use(approval, body);',
        to: 'const giveBack = () => undefined;',
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'stamps exactly what was approved, once',
      },
      {
        mechanism: 'a token process signs with the registered key alone',
        file: 'electron/token/service.ts',
        from: 'facts.publicKey === publicKey);',
        to: 'facts.publicKey !== publicKey || facts.publicKey === publicKey);',
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'does not open a key under another public key than the registered one',
      },
      {
        mechanism: 'the memory of a token process is read by no other program',
        file: 'electron/hardening/harden.ts',
        from: 'native.prctl(PR_SET_DUMPABLE, 0) === 0',
        to: 'true',
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'is read by no other program of the user',
      },
      {
        mechanism: 'a token process gets of the environment what modules read alone',
        file: 'electron/main/children.ts',
        from: 'PASSED_ON[entry].flatMap(',
        to: 'Object.keys(environment).flatMap(',
        test: 'test/unit/main/processes.test.ts',
        name: 'gives the module of a token what such modules read, and nothing else',
      },
      {
        mechanism: 'a signature of a token is verified before it is given out',
        file: SIGN,
        from: 'answered.length === 2 * HALF && p256Verify(facts.publicKey, message, signature)',
        to: 'answered.length === 2 * HALF || p256Verify(facts.publicKey, message, signature)',
        test: SIGN_TEST,
        name: 'is not given out when it is one of something else',
      },
      {
        mechanism: 'a key that asks for the PIN each time signs nothing without it',
        file: SIGN,
        from: 'if (isAsked && pin === null)',
        to: 'if (isAsked && pin === undefined)',
        test: SIGN_TEST,
        name: 'is not even begun without that PIN',
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
    claims: [
      'the PIN of a token is typed in the trusted window alone, tried once for each answer, wiped, and taken back by a lock',
    ],
    lifts: [
      {
        mechanism: 'a PIN that comes after a lock goes to no token',
        file: PIN,
        from: 'if (!signal.aborted) return passphrase;',
        to: 'if (signal !== null) return passphrase;',
        test: PIN_TEST,
        name: 'is not given one that comes after a lock',
      },
      {
        mechanism: 'a token’s PIN is tried once for each answer',
        file: PIN,
        from: 'entered = undefined;',
        to: 'entered = Uint8Array.from(pin);',
        test: PIN_TEST,
        name: 'is asked for again after a wrong one, with what the token says of tries',
      },
      {
        mechanism: 'a PIN that is asked for each time is entered before the stamp is recorded',
        file: 'electron/engine/keys/stamper.ts',
        from: 'const pin = await tokens.pinFor(key);',
        to: 'const pin = new Uint8Array(0);',
        test: PIN_TEST,
        name: 'records nothing when none is entered',
      },
      {
        mechanism: 'an approval is new again only where the token took the PIN for a wrong one',
        file: 'electron/token/service.ts',
        from: "if (error instanceof AppError && error.code === 'PIN_WRONG') giveBack();",
        to: 'giveBack();',
        test: 'test/contract/tokens/token-process.test.ts',
        name: 'signs with a key that asks each time only by its PIN, and keeps the approval for the next try',
      },
    ],
  },
  {
    claims: ['no module of a token is loaded, and no key of one taken into use, without an answer'],
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
        file: 'electron/engine/profiles/setup.ts',
        from: "await consents.ask({ kind: 'tokenKey', profile: askedProfile(profile), ...askedTokenKey(chosen) });",
        to: '',
        test: CHOICE_TEST,
        name: 'is made for the current profile after the operator’s answer alone',
      },
    ],
  },
  {
    claims: [
      'a key’s token and module are part of what was confirmed, and a module that others may change is not loaded',
    ],
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
        file: 'electron/engine/keys/token-modules.ts',
        from: '(found.mode & OTHERS_WRITE) === 0) return null;',
        to: '(found.mode & OTHERS_WRITE) >= 0) return null;',
        test: KEEPER_TEST,
        name: 'is not used through a module that others may change',
      },
    ],
  },
];
