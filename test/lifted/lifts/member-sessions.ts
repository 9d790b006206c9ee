import type { Claim } from '../lift.ts';

const READ_ONLY_TEST = 'test/contract/authentication/read-only-sessions.test.ts';
const READ_ONLY = 'electron/custody/authentication/read-only-session.ts';
const SESSIONS_TEST = 'test/contract/authentication/sessions.test.ts';
const ALLOWLISTS_TEST = 'test/contract/organizations/ip-allowlists.test.ts';

/** Limits of a session or a key of a user of the local service. */
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
        name: 'also applies to the gateway, which needs no stamp',
      },
      {
        mechanism: 'the IP allowlist of an API key binds the sessions that the key opens',
        file: 'electron/custody/handlers/sessions/open-session.ts',
        from: 'return openedWith === null ? undefined : ipAllowlists.find(organizationId, openedWith);',
        to: 'return openedWith === null ? undefined : ipAllowlists.find(organizationId, null) && undefined;',
        test: ALLOWLISTS_TEST,
        name: 'of an API key also applies to its sessions and to their sessions',
      },
      {
        mechanism: 'the IP allowlist of an API key ends with the key',
        file: 'electron/custody/store/organizations/organizations.ts',
        from: 'removed === undefined ? undefined : removeAllowlist.get(removed)',
        to: 'removed && undefined',
        test: ALLOWLISTS_TEST,
        name: 'of an API key is deleted with the key',
      },
    ],
  },
  {
    id: 'MEMBER-08',
    sentence: 'A session expires, stays within its profile, and creates no credential with more rights.',
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
        name: 'lets its session create no credential, whatever its scope',
      },
      {
        mechanism: 'a profile makes a session shorter',
        file: 'electron/custody/handlers/sessions/open-session.ts',
        from: 'Math.min(...limits)',
        to: 'Math.max(...limits)',
        test: SESSIONS_TEST,
        name: 'is named by token and key, and can only shorten a session',
      },
    ],
  },
  {
    id: 'MEMBER-19',
    sentence:
      'A read-only session only queries its own organization, reads no code, and ends with the key that opened it.',
    lifts: [
      {
        mechanism: 'a read-only session makes no activity',
        file: 'electron/custody/authentication/authenticate.ts',
        from: '!(isOwn && READABLE.has(context.operation))',
        to: '!isOwn',
        test: READ_ONLY_TEST,
        name: 'can create no activity, cast no vote and read no code',
      },
      {
        mechanism: 'a read-only session reads its own organization alone',
        file: 'electron/custody/authentication/authenticate.ts',
        from: '(isOwn && READABLE',
        to: '(READABLE',
        test: READ_ONLY_TEST,
        name: 'cannot read sub-organizations',
      },
      {
        mechanism: 'a read-only session ends with its time',
        file: READ_ONLY,
        from: 'if (now() >= claims.exp * 1000)',
        to: 'if (now() < 0)',
        test: READ_ONLY_TEST,
        name: 'ends after fifteen minutes',
      },
      {
        mechanism: 'a read-only session ends with the key that opened it',
        file: READ_ONLY,
        from: 'one.publicKey === publicKey && !isExpired(one, now)',
        to: 'one.publicKey !== publicKey || !isExpired(one, now)',
        test: READ_ONLY_TEST,
        name: 'ends when the key that opened it is deleted',
      },
      {
        mechanism: 'the token of a read-only session is one of this service',
        file: 'electron/custody/authentication/signed-token.ts',
        from: "decoded(signature), 'ieee-p1363')) return null;",
        to: "decoded(signature), 'ieee-p1363') && first === '') return null;",
        test: READ_ONLY_TEST,
        name: 'is refused with a changed token or another session’s token',
      },
    ],
  },
];
