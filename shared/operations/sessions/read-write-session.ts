import Type from 'typebox';
import { activity } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EmailAddress, ExpirationSeconds, Label, TargetPublicKey, Uuid } from '../fields.ts';
import { LOGS_IN_CALLER, sessionParams } from './open-session.ts';
import { exampleUser, sessionUser } from './read-only-session.ts';

const sealedSession = {
  targetPublicKey: TargetPublicKey,
  apiKeyName: Type.Optional(Label('API key name')),
  expirationSeconds: ExpirationSeconds,
};

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
