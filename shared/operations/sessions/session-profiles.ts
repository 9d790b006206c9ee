import Type from 'typebox';
import { LIMITS } from '../../model/limits.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, ExpirationSeconds, Label, Text, Timestamp, Uuid } from '../fields.ts';

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
      help: 'in the policy language. Each activity of the session must match it',
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
    expirationSeconds: Type.Optional(Type.String({ title: 'Lifetime in seconds', kind: 'duration' })),
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
