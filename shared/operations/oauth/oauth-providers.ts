import Type, { type Static } from 'typebox';
import { LIMITS } from '../../model/limits.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { IdTexts, Label, OauthProvider, SomeIds, Uuid } from '../fields.ts';
import { Session, sessionParams } from '../sessions/open-session.ts';

/** A JWT that an OpenID Connect issuer made. */
export const OidcToken = Type.String({ title: 'OIDC token', kind: 'token', minLength: 1, maxLength: LIMITS.oidcToken });
/** An identity at an issuer: proven by a token, or claimed (one of both). */
export const OauthProviderParams = Type.Object({
  providerName: Label('Provider name'),
  oidcToken: Type.Optional(OidcToken),
  oidcClaims: Type.Optional(
    Type.Object(
      {
        iss: Type.String({ title: 'Issuer', minLength: 1, maxLength: 2048 }),
        sub: Type.String({ title: 'Subject', minLength: 1, maxLength: 255 }),
        aud: Type.String({ title: 'Audience', minLength: 1, maxLength: 255 }),
      },
      { title: 'OIDC claims' },
    ),
  ),
});
export type OauthProviderParams = Static<typeof OauthProviderParams>;

const exampleProvider = {
  providerId: EXAMPLE.providerId,
  providerName: 'Issuer',
  issuer: 'https://issuer.example.com',
  audience: 'castellan',
  subject: '1234',
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

export const createOauthProviders = activity({
  name: 'create_oauth_providers',
  version: 2,
  resultVersion: 2,
  title: 'Create OAuth providers',
  summary: 'Registers identities at OpenID Connect issuers that a user may log in with.',
  specified: true,
  governed: policies('CREDENTIAL', 'CREATE'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    oauthProviders: Type.Array(OauthProviderParams, { title: 'OAuth providers', minItems: 1, maxItems: 10 }),
  }),
  result: Type.Object({ providerIds: IdTexts('Provider ids') }),
  example: {
    parameters: {
      userId: EXAMPLE.userId,
      oauthProviders: [
        { providerName: 'Issuer', oidcClaims: { iss: 'https://issuer.example.com', sub: '1234', aud: 'castellan' } },
      ],
    },
    result: { providerIds: [EXAMPLE.providerId] },
  },
});

export const deleteOauthProviders = activity({
  name: 'delete_oauth_providers',
  title: 'Delete OAuth providers',
  summary: 'Removes identities of a user. Nobody can log in with them afterwards.',
  specified: false,
  governed: policies('CREDENTIAL', 'DELETE'),
  parameters: Type.Object({ userId: Uuid('User id'), providerIds: SomeIds('Provider ids') }),
  result: Type.Object({ providerIds: IdTexts('Provider ids') }),
  example: {
    parameters: { userId: EXAMPLE.userId, providerIds: [EXAMPLE.providerId] },
    result: { providerIds: [EXAMPLE.providerId] },
  },
});

export const getOauthProviders = query({
  name: 'get_oauth_providers',
  title: 'OAuth providers',
  summary: 'Lists the OAuth providers of one user, or of all users of the organization.',
  specified: false,
  request: { userId: Type.Optional(Uuid('User id')) },
  response: Type.Object({ oauthProviders: Type.Array(OauthProvider, { title: 'OAuth providers' }) }),
  example: { request: {}, response: { oauthProviders: [exampleProvider] } },
});

export const oauthLogin = activity({
  name: 'oauth_login',
  title: 'Log in with an OIDC token',
  summary:
    'Starts a session of the user whose identity a token proves. The nonce of the token binds it to the key of the session.',
  specified: true,
  governed: policies('AUTH', 'CREATE', 'sessionProfileId'),
  parameters: Type.Object({ oidcToken: OidcToken, ...sessionParams }),
  result: Session,
  example: {
    parameters: { oidcToken: EXAMPLE.session, publicKey: EXAMPLE.publicKey },
    result: { session: EXAMPLE.session },
  },
});
