import type { Claim } from '../lift.ts';

const ERRORS_TEST = 'test/contract/wire/errors.test.ts';
const STAND_INS_TEST = 'test/contract/organizations/forbidden-stand-ins.test.ts';
const ADVISE = 'shared/policy-language/findings/advise.ts';
const ADVISE_TEST = 'test/unit/shared/policy-language/advise.test.ts';

/** The single reading of a request, and the findings of a policy before it binds. */
export const POLICIES: readonly Claim[] = [
  {
    id: 'USER-500',
    sentence: 'The service refuses a request body with a member twice, or with a content coding.',
    lifts: [
      {
        mechanism: 'a member that an object has twice is refused',
        file: 'electron/custody/authentication/authenticate.ts',
        from: '  requireDistinct(text);\n',
        to: '',
        test: ERRORS_TEST,
        name: 'with a member twice',
      },
      {
        mechanism: 'a body in a content coding is refused',
        file: 'electron/custody/http/serve-one.ts',
        from: '(preflight(head) ?? refusedEncoding(head) ?? site.admit(head))',
        to: '(preflight(head) ?? site.admit(head))',
        test: ERRORS_TEST,
        name: 'in the content coding gzip',
      },
    ],
  },
  {
    id: 'MEMBER-500',
    sentence:
      'A deny policy about a chain also refuses transactions that name no network and are only said to be of another one.',
    lifts: [
      {
        mechanism: 'the network of a transaction that names none is unknown',
        file: 'electron/custody/policies/forbidden-facts.ts',
        from: 'if (!UNNAMED_NETWORKS.has(namespace)) return',
        to: "if (namespace !== '') return",
        test: STAND_INS_TEST,
        name: 'may be another network',
      },
      {
        mechanism: 'each parameter that names a chain is read as the chain',
        file: 'shared/policy-language/members.ts',
        from: ", caip2: 'chain' }",
        to: ' }',
        test: STAND_INS_TEST,
        name: 'is judged for each request that names one',
      },
    ],
  },
  {
    id: 'MEMBER-501',
    sentence:
      'Castellan names a policy that binds less than it seems to, and sends none that the service refuses unasked.',
    lifts: [
      {
        mechanism: 'a consensus that counts keys is named',
        file: 'shared/policy-language/findings/one-person.ts',
        from: 'if (keys === undefined) return [];',
        to: 'if (keys !== undefined) return [];',
        test: ADVISE_TEST,
        name: 'a count of keys names the count of people',
      },
      {
        mechanism: 'a denial that leaves changes of its key open is named',
        file: ADVISE,
        from: 'return index === 0 ? [about(',
        to: 'return index < 0 ? [about(',
        test: ADVISE_TEST,
        name: 'alone leaves changes of the wallet open',
      },
      {
        mechanism: 'a faulty expression is refused before anything is prepared',
        file: 'electron/cli/commands/call.ts',
        from: "if (operation.kind === 'activity' && !options.confirm) requireSoundExpressions(json);",
        to: '',
        test: 'test/unit/cli/call.test.ts',
        name: 'with a faulty expression is wrong usage',
      },
    ],
  },
];
