/**
 * Credentials at login providers and payment providers. This service keeps them and connects to no provider, so nothing uses them
 * here. A secret stays encrypted as it came.
 */
import Type, { type Static } from 'typebox';
import { OAUTH2_PROVIDERS, ON_RAMP_PROVIDERS } from '../../model/enums.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EnumText, Timestamp, Uuid } from '../fields.ts';

const KEPT = 'This service connects to no provider, so nothing uses it here.';

/** A text of a provider: an id, or a secret that is encrypted to the service. */
const Given = (title: string) =>
  Type.String({
    title,
    kind: 'bytes',
    minLength: 1,
    maxLength: 10_000,
    pattern: '^[!-~]+$',
    says: 'text without blanks and control characters',
  });

const times = { createdAt: Timestamp('Created at'), updatedAt: Timestamp('Updated at') };
const exampleTimes = {
  organizationId: EXAMPLE.organizationId,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

/** Choice (oauth2-policies): policies see OAuth 2.0 credentials as a resource of their own. The public documents name none. */
const OAUTH2 = 'OAUTH2_CREDENTIAL';

const oauth2Members = {
  provider: Type.Enum(OAUTH2_PROVIDERS, { title: 'Provider' }),
  clientId: Given('Client id'),
  encryptedClientSecret: Given('Encrypted client secret'),
};
const oauth2Named = { oauth2CredentialId: Uuid('OAuth 2.0 credential id') };
const oauth2Id = { oauth2CredentialId: BytesText('OAuth 2.0 credential id') };
const Oauth2Credential = Type.Object(
  {
    ...oauth2Id,
    organizationId: BytesText('Organization id'),
    provider: EnumText('Provider', OAUTH2_PROVIDERS),
    clientId: BytesText('Client id'),
    encryptedClientSecret: BytesText('Encrypted client secret'),
    ...times,
  },
  { title: 'OAuth 2.0 credential' },
);
export type Oauth2Credential = Static<typeof Oauth2Credential>;

const exampleOauth2 = {
  provider: 'OAUTH2_PROVIDER_DISCORD',
  clientId: '1234567890',
  encryptedClientSecret: '00a1b2c3',
} as const;
const exampleOauth2Id = { oauth2CredentialId: EXAMPLE.providerId };

export const createOauth2Credential = activity({
  name: 'create_oauth2_credential',
  spellings: ['ACTIVITY_TYPE_CREATE_OAUTH2CREDENTIAL'],
  title: 'Create OAuth 2.0 credential',
  summary: `Stores the credential of an application at a login provider. ${KEPT}`,
  specified: false,
  governed: policies(OAUTH2, 'CREATE'),
  parameters: Type.Object(oauth2Members),
  result: Type.Object(oauth2Id),
  example: { parameters: exampleOauth2, result: exampleOauth2Id },
});

export const updateOauth2Credential = activity({
  name: 'update_oauth2_credential',
  spellings: ['ACTIVITY_TYPE_UPDATE_OAUTH2CREDENTIAL'],
  title: 'Update OAuth 2.0 credential',
  summary: 'Replaces the credential of an application at a login provider.',
  specified: false,
  governed: policies(OAUTH2, 'UPDATE'),
  parameters: Type.Object({ ...oauth2Named, ...oauth2Members }),
  result: Type.Object(oauth2Id),
  example: { parameters: { ...exampleOauth2Id, ...exampleOauth2 }, result: exampleOauth2Id },
});

export const deleteOauth2Credential = activity({
  name: 'delete_oauth2_credential',
  spellings: ['ACTIVITY_TYPE_DELETE_OAUTH2CREDENTIAL'],
  title: 'Delete OAuth 2.0 credential',
  summary: 'Deletes the credential of an application at a login provider.',
  specified: false,
  governed: policies(OAUTH2, 'DELETE'),
  parameters: Type.Object(oauth2Named),
  result: Type.Object(oauth2Id),
  example: { parameters: exampleOauth2Id, result: exampleOauth2Id },
});

export const getOauth2Credential = query({
  name: 'get_oauth2_credential',
  title: 'OAuth 2.0 credential',
  summary: 'Shows the credential of an application at a login provider. Its secret is encrypted.',
  specified: false,
  request: oauth2Named,
  response: Type.Object({ oauth2Credential: Oauth2Credential }),
  example: {
    request: exampleOauth2Id,
    response: { oauth2Credential: { ...exampleOauth2Id, ...exampleOauth2, ...exampleTimes } },
  },
});

export const listOauth2Credentials = query({
  name: 'list_oauth2_credentials',
  title: 'OAuth 2.0 credentials',
  summary: 'Lists the credentials of applications at login providers. Their secrets are encrypted.',
  specified: false,
  request: {},
  response: Type.Object({ oauth2Credentials: Type.Array(Oauth2Credential, { title: 'OAuth 2.0 credentials' }) }),
  example: {
    request: {},
    response: { oauth2Credentials: [{ ...exampleOauth2Id, ...exampleOauth2, ...exampleTimes }] },
  },
});

const ON_RAMP = 'ON_RAMP_CREDENTIALS';

const onRampMembers = {
  onrampProvider: Type.Enum(ON_RAMP_PROVIDERS, { title: 'On-ramp provider' }),
  projectId: Type.Optional(Given('Project id')),
  publishableApiKey: Given('Publishable API key'),
  encryptedSecretApiKey: Given('Encrypted secret API key'),
  encryptedPrivateApiKey: Type.Optional(Given('Encrypted private API key')),
};
/** The public interface spells the id in two ways. */
const onRampNamed = { fiatOnrampCredentialId: Uuid('Fiat on-ramp credential id') };
const onRampId = { fiatOnRampCredentialId: BytesText('Fiat on-ramp credential id') };
const sandboxMode = Type.Optional(Type.Boolean({ title: 'Sandbox mode' }));
const FiatOnRampCredential = Type.Object(
  {
    fiatOnrampCredentialId: BytesText('Fiat on-ramp credential id'),
    organizationId: BytesText('Organization id'),
    onrampProvider: EnumText('On-ramp provider', ON_RAMP_PROVIDERS),
    projectId: Type.Optional(BytesText('Project id')),
    publishableApiKey: BytesText('Publishable API key'),
    encryptedSecretApiKey: BytesText('Encrypted secret API key'),
    encryptedPrivateApiKey: Type.Optional(BytesText('Encrypted private API key')),
    sandboxMode,
    ...times,
  },
  { title: 'Fiat on-ramp credential' },
);
export type FiatOnRampCredential = Static<typeof FiatOnRampCredential>;

const exampleOnRamp = {
  onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY',
  publishableApiKey: 'pk_test_123',
  encryptedSecretApiKey: '2CLELAizbYK4xzt5wdo8',
} as const;
const exampleOnRampId = { fiatOnRampCredentialId: EXAMPLE.providerId };
const exampleOnRampNamed = { fiatOnrampCredentialId: EXAMPLE.providerId };

export const createFiatOnRampCredential = activity({
  name: 'create_fiat_on_ramp_credential',
  title: 'Create fiat on-ramp credential',
  summary: `Stores the credential of an account at a payment provider. ${KEPT}`,
  specified: false,
  governed: policies(ON_RAMP, 'CREATE'),
  parameters: Type.Object({ ...onRampMembers, sandboxMode }),
  result: Type.Object(onRampId),
  example: { parameters: { ...exampleOnRamp, sandboxMode: true }, result: exampleOnRampId },
});

export const updateFiatOnRampCredential = activity({
  name: 'update_fiat_on_ramp_credential',
  title: 'Update fiat on-ramp credential',
  summary: 'Replaces the credential of an account at a payment provider. Its sandbox mode stays.',
  specified: false,
  governed: policies(ON_RAMP, 'UPDATE'),
  parameters: Type.Object({ ...onRampNamed, ...onRampMembers }),
  result: Type.Object(onRampId),
  example: { parameters: { ...exampleOnRampNamed, ...exampleOnRamp }, result: exampleOnRampId },
});

export const deleteFiatOnRampCredential = activity({
  name: 'delete_fiat_on_ramp_credential',
  title: 'Delete fiat on-ramp credential',
  summary: 'Deletes the credential of an account at a payment provider.',
  specified: false,
  governed: policies(ON_RAMP, 'DELETE'),
  parameters: Type.Object(onRampNamed),
  result: Type.Object(onRampId),
  example: { parameters: exampleOnRampNamed, result: exampleOnRampId },
});

export const listFiatOnRampCredentials = query({
  name: 'list_fiat_on_ramp_credentials',
  title: 'Fiat on-ramp credentials',
  summary: 'Lists the credentials of accounts at payment providers. Their secrets are encrypted.',
  specified: false,
  request: {},
  response: Type.Object({
    fiatOnRampCredentials: Type.Array(FiatOnRampCredential, { title: 'Fiat on-ramp credentials' }),
  }),
  example: {
    request: {},
    response: { fiatOnRampCredentials: [{ ...exampleOnRampNamed, ...exampleOnRamp, ...exampleTimes }] },
  },
});
