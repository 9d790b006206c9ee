import Type from 'typebox';
import { activity } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, Text } from '../fields.ts';
import { LOGS_IN_CALLER } from './open-session.ts';

/** The user of the session. */
export const sessionUser = {
  organizationId: BytesText('Organization id'),
  organizationName: Text('Organization name'),
  userId: BytesText('User id'),
  username: Text('Username'),
};

export const exampleUser = {
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
