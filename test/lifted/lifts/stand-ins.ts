import type { Claim } from '../lift.ts';

const STAND_INS_TEST = 'test/contract/organizations/forbidden-stand-ins.test.ts';
const KEYS_TEST = 'test/contract/organizations/forbidden-keys.test.ts';
const MOVES_TEST = 'test/unit/custody/policies/solana-moves.test.ts';

/** A user of the local service who sends content that stands for other content, or other names for the same. */
export const STAND_INS: readonly Claim[] = [
  {
    id: 'MEMBER-301',
    sentence: 'A DENY policy about typed data refuses a message that carries only a hash of other typed data.',
    lifts: [
      {
        mechanism: 'a message that stands for typed data is judged as hidden typed data too',
        file: 'electron/custody/policies/versions.ts',
        from: 'isAgainst(itself.verdict) ? undefined : otherwise(type)',
        to: 'isAgainst(itself.verdict) ? undefined : otherwise && undefined',
        test: STAND_INS_TEST,
        name: 'is refused where a policy denies by content: a message of a Safe',
      },
      {
        mechanism: 'a comparison of texts alone does not rule the policy out',
        file: 'electron/custody/policies/decide.ts',
        from: 'isRuledOut(parsed) && isOtherRuledOut()(parsed)',
        to: 'isRuledOut(parsed)',
        test: STAND_INS_TEST,
        name: 'is refused where a policy denies by content: a message of a Safe',
      },
      {
        mechanism: 'a hash in a personal message stands for typed data',
        file: 'electron/crypto/payloads/stand-ins.ts',
        from: ': !isText(message);',
        to: ': false;',
        test: STAND_INS_TEST,
        name: 'is refused where a policy denies by content: a hash in a personal message',
      },
    ],
  },
  {
    id: 'MEMBER-302',
    sentence: 'Policies about transfers of Solana count each instruction that can move lamports or tokens.',
    lifts: [
      {
        mechanism: 'a policy that allows reads the completed lists too',
        file: 'electron/custody/policies/names.ts',
        from: 'const tx = withEveryTransfer(withCalls(facts, type, given));',
        to: 'const called = withCalls(facts, type, given); const tx = given.forbids ? withEveryTransfer(called) : called;',
        test: STAND_INS_TEST,
        name: 'does not allow what moves past the list',
      },
      {
        mechanism: 'a program that gets a signature or a writable account is opaque',
        file: 'electron/custody/policies/solana-moves.ts',
        from: 'mayMove(String(key), given) ? unknownIn(BOTH) : {}',
        to: 'mayMove(String(key), given) && {} ? {} : {}',
        test: MOVES_TEST,
        name: 'is opaque: a signature for another program',
      },
    ],
  },
  {
    id: 'MEMBER-303',
    sentence: 'A DENY policy about a key, a type or digits holds for each of their names and spellings.',
    lifts: [
      {
        mechanism: 'a key is denied by every address that it can have',
        file: 'electron/custody/policies/forbidden-facts.ts',
        from: 'ADDRESS_TABLE[format].curves.includes(curve));',
        to: 'ADDRESS_TABLE[format].curves.includes(curve) && format === signer.addressFormat);',
        test: STAND_INS_TEST,
        name: 'another account of a key',
      },
      {
        mechanism: 'the type of the activity is recognised by its meaning',
        file: 'electron/custody/policies/guards.ts',
        from: '!guards.some(isType)',
        to: "!guards.some((guard) => isType(guard) && guard.path === 'activity.type')",
        test: STAND_INS_TEST,
        name: 'denies each version of a type that stands in parentheses',
      },
      {
        mechanism: 'parts of hexadecimal digits are equal in any letter case',
        file: 'electron/custody/policies/special-text.ts',
        from: 'whole instanceof HexText || ',
        to: 'whole === null || ',
        test: STAND_INS_TEST,
        name: 'denies digits in any letter case',
      },
    ],
  },
  {
    id: 'MEMBER-304',
    sentence: 'A DENY policy about a wallet or account holds for every operation that uses or gives away its key.',
    lifts: [
      {
        mechanism: 'the fee wallet of an earn wrapper is the signing key of the operations on it',
        file: 'electron/custody/policies/content.ts',
        from: 'makes?.wrapper === undefined',
        to: 'makes?.wrapper !== null',
        test: KEYS_TEST,
        name: 'when the wrapper is deployed and when it is used',
      },
      {
        mechanism: 'a comparison with an account of an exported wallet is opaque',
        file: 'electron/custody/policies/names.ts',
        from: 'forbids ? exportedAccounts(subject, context) : undefined',
        to: 'forbids && false ? exportedAccounts(subject, context) : undefined',
        test: KEYS_TEST,
        name: 'is denied when it is left out',
      },
      {
        mechanism: 'the key that an export is encrypted to is denied in both of its forms',
        file: 'electron/custody/policies/names.ts',
        from: 'if (forbids && member === KEY_MEMBER) return keyName;',
        to: 'if (!forbids && member === KEY_MEMBER) return keyName;',
        test: KEYS_TEST,
        name: 'is denied in each form by a policy that has it compressed',
      },
      {
        mechanism: 'SHA-256 of a digest or an assertion under a P-256 key is opaque to Tempo',
        file: 'electron/custody/policies/raw-content.ts',
        from: 'return isDigest || isAssertion(bytes);',
        to: 'return isDigest && isAssertion(bytes);',
        test: KEYS_TEST,
        name: 'is opaque to a policy that denies Tempo transactions',
      },
    ],
  },
];
