import Type from 'typebox';
import { LIMITS } from '../model/limits.ts';
import { activity, policies, query } from './define.ts';
import { EXAMPLE } from './example.ts';
import {
  BytesText,
  EmailAddress,
  ExpirationSeconds,
  Label,
  P256PublicKey,
  TargetPublicKey,
  Text,
  Timestamp,
  Uuid,
} from './fields.ts';

/** A P-256 key, compressed or not, that will stamp during a session. */
export const SessionKey = P256PublicKey('Public key');

/** The parameters of the new session, in every login. */
export const sessionParams = {
  publicKey: SessionKey,
  expirationSeconds: ExpirationSeconds,
  invalidateExisting: Type.Optional(
    Type.Boolean({ title: 'Invalidate existing', help: 'ends the sessions that the user has' }),
  ),
  sessionProfileId: Type.Optional(Uuid('Session profile id', 'what limits the session')),
};

/** The token of a session (PROTOCOL 7.1). It describes the session. The session's key stamps requests. */
export const Session = Type.Object({ session: BytesText('Session') });

const LOGS_IN_CALLER = { ...policies('AUTH', 'CREATE', 'sessionProfileId'), logsInCaller: true } as const;

export const stampLogin = activity({
  name: 'stamp_login',
  title: 'Log in with a stamp',
  summary: 'Starts a session of the stamping user: another key of the user that expires.',
  specified: false,
  governed: LOGS_IN_CALLER,
  parameters: Type.Object(sessionParams),
  result: Session,
  example: {
    parameters: { publicKey: EXAMPLE.publicKey, expirationSeconds: '900' },
    result: { session: EXAMPLE.session },
  },
});

const sealedSession = {
  targetPublicKey: TargetPublicKey,
  apiKeyName: Type.Optional(Label('API key name')),
  expirationSeconds: ExpirationSeconds,
};
/** The user of the session. */
const sessionUser = {
  organizationId: BytesText('Organization id'),
  organizationName: Text('Organization name'),
  userId: BytesText('User id'),
  username: Text('Username'),
};
const exampleUser = {
  organizationId: EXAMPLE.organizationId,
  organizationName: 'Treasury',
  userId: EXAMPLE.userId,
  username: 'Operator',
};

export const createReadOnlySession = activity({
  name: 'create_read_only_session',
  title: 'Create read-only session',
  summary: 'Makes a token that queries as the stamping user for fifteen minutes. Clients send it as X-Session.',
  specified: false,
  governed: LOGS_IN_CALLER,
  risk: 'secret',
  secretPaths: ['session'],
  parameters: Type.Object({}),
  result: Type.Object({
    ...sessionUser,
    session: BytesText('Session'),
    sessionExpiry: Type.String({ title: 'Session expiry', kind: 'amount' }),
  }),
  example: { parameters: {}, result: { ...exampleUser, session: EXAMPLE.session, sessionExpiry: '1745384455' } },
});

const readWriteSession = {
  specified: false,
  governed: LOGS_IN_CALLER,
  risk: 'secret',
  secretPaths: ['credentialBundle'],
  result: Type.Object({
    ...sessionUser,
    apiKeyId: BytesText('API key id'),
    credentialBundle: BytesText('Credential bundle'),
  }),
} as const;
const exampleSession = {
  ...exampleUser,
  apiKeyId: EXAMPLE.apiKeyId,
  credentialBundle: EXAMPLE.session,
};

export const createReadWriteSession = activity({
  ...readWriteSession,
  name: 'create_read_write_session',
  version: 2,
  resultVersion: 2,
  title: 'Create read-write session',
  summary: 'Makes a key of the stamping user that expires, and returns it sealed to a target key.',
  parameters: Type.Object({
    ...sealedSession,
    userId: Type.Optional(Uuid('User id', 'the user who stamps')),
    invalidateExisting: sessionParams.invalidateExisting,
  }),
  example: { parameters: { targetPublicKey: EXAMPLE.targetPublicKey }, result: exampleSession },
});

export const createReadWriteSessionV1 = activity({
  ...readWriteSession,
  name: 'create_read_write_session_v1',
  earlierOf: 'create_read_write_session',
  title: 'Create read-write session, version 1',
  summary: 'Makes a key of the stamping user, named by email, that expires, in the form of older public clients.',
  parameters: Type.Object({ ...sealedSession, email: EmailAddress('Email') }),
  example: {
    parameters: { targetPublicKey: EXAMPLE.targetPublicKey, email: 'operator@example.com' },
    result: exampleSession,
  },
});

const exampleProfile = {
  sessionProfileName: 'Signing only',
  scope: "activity.action == 'SIGN'",
  expirationSeconds: '600',
  notes: '',
};
const exampleReply = {
  ...exampleProfile,
  sessionProfileId: EXAMPLE.sessionProfileId,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

export const createSessionProfile = activity({
  name: 'create_session_profile',
  title: 'Create session profile',
  summary: 'Makes a session profile: a limit on the permissions and duration of sessions. It never changes.',
  specified: true,
  governed: policies('SESSION_PROFILE', 'CREATE'),
  parameters: Type.Object({
    sessionProfileName: Label('Session profile name'),
    scope: Type.String({
      title: 'Scope',
      help: 'in the policy language; each activity of the session must match it',
      minLength: 1,
      maxLength: LIMITS.expression,
    }),
    expirationSeconds: ExpirationSeconds,
    notes: Type.Optional(Type.String({ title: 'Notes', maxLength: 10_000 })),
  }),
  result: Type.Object({ sessionProfileId: BytesText('Session profile id') }),
  example: { parameters: exampleProfile, result: { sessionProfileId: EXAMPLE.sessionProfileId } },
});

const SessionProfile = Type.Object(
  {
    sessionProfileId: BytesText('Session profile id'),
    sessionProfileName: Text('Session profile name'),
    scope: Text('Scope'),
    expirationSeconds: Type.Optional(Type.String({ title: 'Expiration seconds', kind: 'amount' })),
    notes: Type.Optional(Text('Notes')),
    createdAt: Timestamp('Created at'),
    updatedAt: Timestamp('Updated at'),
  },
  { title: 'Session profile' },
);

export const getSessionProfile = query({
  name: 'get_session_profile',
  title: 'Session profile',
  summary: 'Shows one session profile of the organization or of its parent.',
  specified: false,
  request: { sessionProfileId: Uuid('Session profile id') },
  response: Type.Object({ sessionProfile: SessionProfile }),
  example: {
    request: { sessionProfileId: EXAMPLE.sessionProfileId },
    response: { sessionProfile: exampleReply },
  },
});

export const getSessionProfiles = query({
  name: 'get_session_profiles',
  title: 'Session profiles',
  summary: 'Lists the session profiles of the organization and of its parent.',
  specified: false,
  request: {},
  response: Type.Object({ sessionProfiles: Type.Array(SessionProfile, { title: 'Session profiles' }) }),
  example: { request: {}, response: { sessionProfiles: [exampleReply] } },
});
