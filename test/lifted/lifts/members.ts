import type { Claim } from '../lift.ts';

const FORBIDDING_TEST = 'test/contract/organizations/forbidding-policies.test.ts';
const SPELLINGS_TEST = 'test/contract/organizations/forbidden-spellings.test.ts';
const POLICIES_TEST = 'test/contract/organizations/policies.test.ts';
const VOTES_TEST = 'test/fault/custody-votes.test.ts';

/** What a user of the local service cannot do, nor who found a code, a token or a stamp. */
export const MEMBERS: readonly Claim[] = [
  {
    id: 'MEMBER-04',
    sentence:
      'A DENY policy wins, also when it fails, runs out of budget or names another version of the activity type.',
    lifts: [
      {
        mechanism: 'a policy that denies wins over those that allow',
        file: 'electron/custody/activities/authorize.ts',
        from: 'if (denying.length === 0) {',
        to: 'if (denying.length >= 0) {',
        test: FORBIDDING_TEST,
        name: 'wins over one that allows',
      },
      {
        mechanism: 'a policy that denies refuses when it fails',
        file: 'electron/custody/policies/decide.ts',
        from: "const refuses = isDenying || error.kind === 'spent';",
        to: "const refuses = isDenying && error.kind === 'spent';",
        test: FORBIDDING_TEST,
        name: 'refuses when it fails',
      },
      {
        mechanism: 'a policy that denies one version of an operation denies all of them',
        file: 'electron/custody/policies/versions.ts',
        from: 'others.map(judged).find(',
        to: 'others.slice(others.length).map(judged).find(',
        test: FORBIDDING_TEST,
        name: 'refuses an earlier version of the type that it names',
      },
      {
        mechanism: 'a decision that takes too much work is refused',
        file: 'electron/custody/policies/decide.ts',
        from: "const refuses = isDenying || error.kind === 'spent';",
        to: 'const refuses = isDenying;',
        test: 'test/unit/custody/policies/decide.test.ts',
        name: 'a decision that takes too much work is refused',
      },
      {
        mechanism: 'an absent member lifts no other comparison of a policy that denies',
        file: 'electron/custody/policies/judge.ts',
        from: "if (error.kind === 'absence') return whenAbsent;",
        to: "if (error.kind === 'absence') return 'inapplicable';",
        test: 'test/unit/custody/policies/judge.test.ts',
        name: 'a rule that forbids',
      },
      {
        mechanism: 'a policy that denies reads every parameter of the request',
        file: 'electron/custody/policies/names.ts',
        from: 'filter((member) => forbids && ',
        to: 'filter((member) => !forbids && ',
        test: FORBIDDING_TEST,
        name: 'is read by a rule that forbids',
      },
      {
        mechanism: 'a digest is refused where a policy denies by its content',
        file: 'electron/custody/policies/raw-content.ts',
        from: 'return isDigest;',
        to: 'return isDigest && false;',
        test: FORBIDDING_TEST,
        name: 'refuses a digest',
      },
      {
        mechanism: 'raw bytes that are divided like a transaction are refused where a policy denies by its content',
        file: 'electron/custody/policies/content.ts',
        from: 'if (isUnreadTransaction(type, raw))',
        to: 'if (isUnreadTransaction(type, raw) && false)',
        test: SPELLINGS_TEST,
        name: 'are refused where a policy denies by content',
      },
      {
        mechanism: 'a policy that denies an identifier denies it in capitals',
        file: 'electron/custody/policies/same-text.ts',
        from: 'CASELESS.test(left)',
        to: '/^0x/.test(left)',
        test: SPELLINGS_TEST,
        name: 'is the same identifier to a policy that denies',
      },
      {
        mechanism: 'a policy that denies a signing key denies it by each of its names',
        file: 'electron/custody/policies/names.ts',
        from: '(forbids ? new SignerName(text, names) : text)',
        to: '(forbids ? text : text)',
        test: SPELLINGS_TEST,
        name: 'is denied by each of its names',
      },
      {
        mechanism: 'an address of a lookup table is refused where a policy denies an address',
        file: 'electron/custody/policies/names.ts',
        from: "given.forbids && type === 'TRANSACTION_TYPE_SOLANA'",
        to: "given.forbids && type === 'TRANSACTION_TYPE_TRON'",
        test: SPELLINGS_TEST,
        name: 'is an address of a lookup table',
      },
      {
        mechanism: 'a transaction for every chain is refused where a policy denies a chain',
        file: 'electron/crypto/transactions/facts/ethereum.ts',
        from: 'facts.chain_id === undefined ?',
        to: 'facts.nothing === 0n ?',
        test: SPELLINGS_TEST,
        name: 'is the chain of a transaction that names none',
      },
      {
        mechanism: 'an authorization for every chain is refused where a policy denies a chain',
        file: 'electron/custody/policies/names.ts',
        from: 'given.forbids ? withoutAnyChain(facts) : facts',
        to: 'given.forbids ? facts : facts',
        test: SPELLINGS_TEST,
        name: 'is the chain of an authorization for chain 0',
      },
      {
        mechanism: 'another interface of a contract lifts no policy that denies',
        file: 'electron/custody/policies/calls.ts',
        from: 'forbids && others.some(',
        to: '!forbids && others.some(',
        test: SPELLINGS_TEST,
        name: 'is a call that two interfaces decode differently',
      },
      {
        mechanism: 'a transaction of Ethereum that is signed as one of Tempo is judged as one of Ethereum',
        file: 'electron/custody/policies/content.ts',
        from: '!TEMPO_FORM.test(content)',
        to: "content === ''",
        test: SPELLINGS_TEST,
        name: 'is judged as one',
      },
    ],
  },
  {
    id: 'MEMBER-05',
    sentence: 'Nothing is allowed but by the root quorum or an ALLOW policy.',
    lifts: [
      {
        mechanism: 'what no policy allows is refused',
        file: 'electron/custody/activities/authorize.ts',
        from: 'if (allowing.length > 0)',
        to: 'if (allowing.length >= 0)',
        test: POLICIES_TEST,
        name: 'is refused in the public words',
      },
      {
        mechanism: 'no policy governs what only the root quorum approves',
        file: 'electron/custody/activities/authorize.ts',
        from: "if (governed.by !== 'policies') {",
        to: "if (governed.by !== 'policies' && rootVotes > 0) {",
        test: POLICIES_TEST,
        name: 'never govern what only the root quorum approves',
      },
      {
        mechanism: 'each secret of a batch is decided for itself',
        file: 'electron/custody/policies/subject.ts',
        from: '|| !Array.isArray(parameters.secrets)) return [subject];',
        to: '|| Array.isArray(parameters.secrets)) return [subject];',
        test: 'test/contract/keys/secrets.test.ts',
        name: 'a batch only when each of its secrets may go',
      },
    ],
  },
  {
    id: 'MEMBER-06',
    sentence: 'A transaction that the service composes is judged by the calls it makes.',
    lifts: [
      {
        mechanism: 'a transaction that the service makes is judged by its calls',
        file: 'electron/custody/policies/names.ts',
        from: 'if (made !== undefined) return {',
        to: 'if (made === null) return {',
        test: FORBIDDING_TEST,
        name: 'judges each call of a transaction that the service makes',
      },
    ],
  },
  {
    id: 'MEMBER-07',
    sentence: 'A vote counts only with a valid stamp of a user who passed MFA.',
    lifts: [
      {
        mechanism: 'the stamp of a vote is verified when it is counted',
        file: 'electron/custody/authentication/api-key.ts',
        from: ' || !verifyStamp(stamp, utf8Encode(message))) return undefined;',
        to: ' || message.length < 0) return undefined;',
        test: VOTES_TEST,
        name: 'that user’s key and the proposer’s stamp',
      },
      {
        mechanism: 'an activity waits for what MFA asks',
        file: 'electron/custody/policies/mfa.ts',
        from: 'satisfied: satisfiedMethods.every((method) => method !== undefined),',
        to: 'satisfied: true,',
        test: 'test/contract/authentication/mfa.test.ts',
        name: 'waits, even of a root user, until it was shown',
      },
    ],
  },
];
