import Type from 'typebox';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { Authenticator, AuthenticatorParams, IdTexts, SomeIds, Uuid } from '../fields.ts';

const exampleAuthenticator = {
  transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
  attestationType: 'none',
  aaguid: '00000000-0000-0000-0000-000000000000',
  credentialId: 'AQIDBAUGBwgJCgsMDQ4PEA',
  model: '',
  credential: { publicKey: 'pQECAyYgASFYI…', type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
  authenticatorId: EXAMPLE.authenticatorId,
  authenticatorName: 'Laptop',
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

/** A registration of the credential above, with the public key of the private key 1. */
export const exampleParams: AuthenticatorParams = {
  authenticatorName: 'Laptop',
  challenge: 'Y2hhbGxlbmdl',
  attestation: {
    credentialId: 'AQIDBAUGBwgJCgsMDQ4PEA',
    clientDataJson:
      'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiWTJoaGJHeGxibWRsIiwib3JpZ2luIjoiaHR0cDovL2xvY2FsaG9zdCJ9',
    attestationObject:
      'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAECAwQFBgcICQoLDA0ODxClAQIDJiABIVggaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpYiWCBP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q',
    transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
  },
};

export const getAuthenticator = query({
  name: 'get_authenticator',
  title: 'Authenticator',
  summary: 'Shows one passkey of the organization.',
  specified: false,
  request: { authenticatorId: Uuid('Authenticator id') },
  response: Type.Object({ authenticator: Authenticator }),
  example: {
    request: { authenticatorId: EXAMPLE.authenticatorId },
    response: { authenticator: exampleAuthenticator },
  },
});

export const getAuthenticators = query({
  name: 'get_authenticators',
  title: 'Authenticators',
  summary: 'Lists the passkeys of a user.',
  specified: false,
  request: { userId: Uuid('User id') },
  response: Type.Object({ authenticators: Type.Array(Authenticator, { title: 'Authenticators' }) }),
  example: { request: { userId: EXAMPLE.userId }, response: { authenticators: [exampleAuthenticator] } },
});

export const createAuthenticators = activity({
  name: 'create_authenticators',
  version: 2,
  title: 'Create authenticators',
  summary: 'Registers passkeys of a user.',
  specified: false,
  governed: policies('CREDENTIAL', 'CREATE'),
  parameters: Type.Object({
    authenticators: Type.Array(AuthenticatorParams, { title: 'Authenticators', minItems: 1, maxItems: 10 }),
    userId: Uuid('User id'),
  }),
  result: Type.Object({ authenticatorIds: IdTexts('Authenticator ids') }),
  example: {
    parameters: { userId: EXAMPLE.userId, authenticators: [exampleParams] },
    result: { authenticatorIds: [EXAMPLE.authenticatorId] },
  },
});

export const deleteAuthenticators = activity({
  name: 'delete_authenticators',
  title: 'Delete authenticators',
  summary: 'Removes passkeys of a user.',
  specified: false,
  governed: policies('CREDENTIAL', 'DELETE'),
  parameters: Type.Object({ userId: Uuid('User id'), authenticatorIds: SomeIds('Authenticator ids') }),
  result: Type.Object({ authenticatorIds: IdTexts('Authenticator ids') }),
  example: {
    parameters: { userId: EXAMPLE.userId, authenticatorIds: [EXAMPLE.authenticatorId] },
    result: { authenticatorIds: [EXAMPLE.authenticatorId] },
  },
});
