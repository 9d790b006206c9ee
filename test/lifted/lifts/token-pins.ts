import type { Claim } from '../lift.ts';

const PIN = 'electron/engine/tokens/token-pin.ts';
const PIN_TEST = 'test/unit/engine/tokens/token-pin.test.ts';
const KEPT = 'electron/engine/tokens/kept-pins.ts';
const LOGIN = 'electron/engine/tokens/token-login.ts';
const KEPT_TEST = 'test/unit/engine/tokens/kept-pins.test.ts';

/** The PINs of PKCS#11 tokens. */
export const TOKEN_PINS: readonly Claim[] = [
  {
    id: 'PROGRAM-05',
    sentence:
      'A token’s PIN is typed in the trusted window, tried once for each answer, and wiped. A lock withdraws it.',
    lifts: [
      {
        mechanism: 'a PIN that comes after a lock goes to no token',
        file: 'electron/engine/consent/consents.ts',
        from: 'if (!needsVault || !lock.aborted) return answer;',
        to: 'if (!needsVault || lock !== undefined) return answer;',
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
        file: 'electron/engine/stamping/stamper.ts',
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
        name: 'signs with an always-asking key only after its PIN, and keeps the approval for another try',
      },
    ],
  },
  {
    id: 'PROGRAM-06',
    sentence: 'A PIN is stored in the keychain only if the operator chose so. A wrong PIN is never tried twice.',
    lifts: [
      {
        mechanism: 'a PIN is kept where the operator chose that in the trusted window',
        file: PIN,
        from: "isKept: keepable && keep === 'keychain'",
        to: 'isKept: keepable',
        test: KEPT_TEST,
        name: 'is not kept unless the operator asks for that',
      },
      {
        mechanism: 'a kept PIN that is wrong is dropped at once',
        file: LOGIN,
        from: 'await keptPins.forget(place).catch(ports.report);',
        to: 'keptPins.confirm(place);',
        test: KEPT_TEST,
        name: 'is dropped and reported at once when the kept one is wrong, and never tried twice',
      },
      {
        mechanism: 'a kept PIN counts as dropped while it is tried',
        file: KEPT,
        from: 'if (pin !== null) note(place, false);',
        to: '',
        test: KEPT_TEST,
        name: 'counts as dropped while it is tried, so that no crash has it tried twice',
      },
      {
        mechanism: 'a kept PIN is not tried where its token remembers a wrong one',
        file: LOGIN,
        from: "keeps || token.pin !== 'ready' ? null",
        to: 'keeps ? null',
        test: KEPT_TEST,
        name: 'is not tried where the token remembers a wrong one: a kept PIN locks nothing',
      },
      {
        mechanism: 'a kept PIN is for one token of one module',
        file: KEPT,
        from: 'JSON.stringify([module, label, serial])',
        to: 'JSON.stringify([module, label, serial].slice(3))',
        test: KEPT_TEST,
        name: 'is looked for of that token and module alone',
      },
      {
        mechanism: 'a kept PIN goes with the last key of its token',
        file: KEPT,
        from: 'if (pinKept === true && keysOf(token).every((other) => other.id === id)) await forget(token);',
        to: '',
        test: KEPT_TEST,
        name: 'goes with the last key of its token',
      },
    ],
  },
];
