import type { Claim } from '../lift.ts';

const SESSIONS_TEST = 'test/contract/authentication/sessions.test.ts';
const ALLOWLISTS_TEST = 'test/contract/organizations/ip-allowlists.test.ts';

/** What limits a session or a key of a user of the local service. */
export const MEMBER_SESSIONS: readonly Claim[] = [
  {
    id: 'MEMBER-03',
    sentence: 'A request from an address outside the IP allowlist is refused.',
    lifts: [
      {
        mechanism: 'the IP allowlist is asked for each stamped request',
        file: 'electron/custody/http/router.ts',
        from: 'requireAllowedAddress(user.organizationId, credential.publicKey, source, context);',
        to: '',
        test: ALLOWLISTS_TEST,
        name: 'refuses requests from other addresses',
      },
      {
        mechanism: 'the IP allowlist is asked for each request to the gateway',
        file: 'electron/custody/http/router.ts',
        from: 'requireAllowedAddress(organization.organizationId, null, source, context);',
        to: '',
        test: ALLOWLISTS_TEST,
        name: 'holds for the gateway',
      },
      {
        mechanism: 'the IP allowlist of an API key binds the sessions that the key opens',
        file: 'electron/custody/handlers/sessions/open-session.ts',
        from: 'return openedWith === null ? undefined : ipAllowlists.find(organizationId, openedWith);',
        to: 'return openedWith === null ? undefined : ipAllowlists.find(organizationId, null) && undefined;',
        test: ALLOWLISTS_TEST,
        name: 'binds the sessions that the key opens',
      },
      {
        mechanism: 'the IP allowlist of an API key ends with the key',
        file: 'electron/custody/store/organizations.ts',
        from: 'removed === undefined ? undefined : removeAllowlist.get(removed)',
        to: 'removed && undefined',
        test: ALLOWLISTS_TEST,
        name: 'ends with the key',
      },
    ],
  },
  {
    id: 'MEMBER-08',
    sentence:
      'A session ends with its time, does no more than its profile allows, and makes no credential that does more.',
    lifts: [
      {
        mechanism: 'a key whose time is over stamps nothing',
        file: 'electron/custody/authentication/api-key.ts',
        from: 'if (isExpired(apiKey, now())) throw expired(apiKey);',
        to: 'if (isExpired(apiKey, 0)) throw expired(apiKey);',
        test: 'test/unit/custody/authentication/expiry.test.ts',
        name: 'is refused afterwards',
      },
      {
        mechanism: 'the scope of a session is asked first',
        file: 'electron/custody/activities/authorize.ts',
        from: 'if (newest !== undefined && !isInScope(subject, newest, context))',
        to: 'if (newest !== undefined && !isInScope && !context)',
        test: SESSIONS_TEST,
        name: 'limits what the session may do, even of a root user',
      },
      {
        mechanism: 'a session with a profile makes no credential',
        file: 'electron/custody/policies/decide.ts',
        from: 'if (makesCredential(subject)) return false;',
        to: '',
        test: SESSIONS_TEST,
        name: 'lets its session make no credential',
      },
      {
        mechanism: 'a profile makes a session shorter',
        file: 'electron/custody/handlers/sessions/open-session.ts',
        from: 'Math.min(...limits)',
        to: 'Math.max(...limits)',
        test: SESSIONS_TEST,
        name: 'makes sessions shorter, never longer',
      },
    ],
  },
];
