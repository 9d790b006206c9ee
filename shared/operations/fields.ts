import Type, { type Static } from 'typebox';
import {
  ADDRESS_FORMATS,
  API_KEY_CURVES,
  AUTHENTICATOR_TRANSPORTS,
  CREDENTIAL_TYPES,
  CURVES,
  EFFECTS,
  PATH_FORMATS,
  TAG_TYPES,
} from '../model/enums.ts';
import type { ValueKind } from '../model/rows.ts';
import { UUID_PATTERN } from '../model/uuid.ts';
import type { NamedKind } from './schema.ts';

/**
 * Field schemas that several resources share. Forms, rows and references show `title`, `help` and
 * `kind`.
 * Every member has a title, and one member has the same title everywhere.
 */

const kind = (value: ValueKind) => ({ kind: value });

export const Text = (title: string) => Type.String({ title });
/** Hex, or another text that is for machines. */
export const BytesText = (title: string) => Type.String({ title, ...kind('bytes') });
/** An address or account of a chain. */
export const AddressText = (title: string) => Type.String({ title, ...kind('address') });
/** A hash, which is nobody's address. */
export const HashText = (title: string) => Type.String({ title, ...kind('hash') });
/** A public key. */
export const KeyText = (title: string) => Type.String({ title, ...kind('key') });
/**
 * A value of a list, in a reply. Replies are read tolerantly, so that a newer server's value is shown and not refused.
 */
export const EnumText = (title: string, examples: readonly string[]) =>
  Type.String({ title, ...kind('enum'), examples });

/** An id in a request. */
export const Uuid = (title: string, help?: string, names?: NamedKind) =>
  Type.String({
    title,
    ...kind('bytes'),
    ...(help === undefined ? {} : { help }),
    ...(names === undefined ? {} : { names }),
    pattern: UUID_PATTERN,
    says: 'an id of 36 characters, as in 3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  });

/** The rules for labels are not public: 1 to 255 characters, none of them a control character. */
export const Label = (title: string) =>
  Type.String({
    title,
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    says: 'text without line breaks and control characters',
  });

export const Timestamp = (title: string) =>
  Type.Object(
    {
      seconds: Type.String({ title: 'Seconds', ...kind('time') }),
      nanos: Type.String({ title: 'Nanos', ...kind('amount') }),
    },
    { title },
  );
const createdAt = Timestamp('Created at');
export const times = { createdAt, updatedAt: Timestamp('Updated at') };
/** The origin of wallets and private keys. A key that has left the service, or came from outside, is a risk. */
const origin = {
  ...times,
  exported: Type.Boolean({ title: 'Exported' }),
  imported: Type.Boolean({ title: 'Imported' }),
};

export const PaginationOptions = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        title: 'Limit',
        help: '1 to 100, 10 when absent',
        pattern: '^([1-9][0-9]?|100)$',
        says: 'a number from 1 to 100, as text',
      }),
    ),
    before: Type.Optional(Type.String({ title: 'Before', help: 'objects before this id', maxLength: 1024 })),
    after: Type.Optional(Type.String({ title: 'After', help: 'objects after this id', maxLength: 1024 })),
  },
  { title: 'Page' },
);

export const WalletAccountParams = Type.Object({
  curve: Type.Enum(CURVES, { title: 'Curve' }),
  pathFormat: Type.Enum(PATH_FORMATS, { title: 'Path format' }),
  path: Type.String({ title: 'Path', ...kind('bytes'), minLength: 1, maxLength: 255 }),
  addressFormat: Type.Enum(ADDRESS_FORMATS, { title: 'Address format' }),
  name: Type.Optional(Label('Name')),
});
export type WalletAccountParams = Static<typeof WalletAccountParams>;
/** Choice (accounts-per-activity): the most accounts of one activity, so that its one transaction stays short. */
export const WalletAccountsParams = (minItems: 0 | 1) =>
  Type.Array(WalletAccountParams, { title: 'Accounts', minItems, maxItems: 1000 });

export const Addresses = Type.Array(AddressText('Address'), { title: 'Addresses' });

export const Wallet = Type.Object(
  {
    walletId: BytesText('Wallet id'),
    walletName: Text('Wallet name'),
    ...origin,
  },
  { title: 'Wallet details' },
);
export type Wallet = Static<typeof Wallet>;

export const WalletAccount = Type.Object(
  {
    walletAccountId: BytesText('Wallet account id'),
    organizationId: BytesText('Organization id'),
    walletId: BytesText('Wallet id'),
    curve: EnumText('Curve', CURVES),
    pathFormat: EnumText('Path format', PATH_FORMATS),
    path: BytesText('Path'),
    addressFormat: EnumText('Address format', ADDRESS_FORMATS),
    address: AddressText('Address'),
    ...times,
    publicKey: Type.Optional(KeyText('Public key')),
    walletDetails: Type.Optional(Wallet),
    name: Type.Optional(Text('Name')),
    caip2Prefix: Type.Optional(BytesText('CAIP-2 prefix')),
  },
  { title: 'Account' },
);
export type WalletAccount = Static<typeof WalletAccount>;

/** Formats of a private key's addresses, each once. */
export const AddressFormats = Type.Array(Type.Enum(ADDRESS_FORMATS), {
  title: 'Address formats',
  maxItems: ADDRESS_FORMATS.length,
});

/** One address of a private key. */
export const KeyAddress = Type.Object({
  format: Type.Optional(EnumText('Format', ADDRESS_FORMATS)),
  address: Type.Optional(AddressText('Address')),
});
export type KeyAddress = Static<typeof KeyAddress>;
export const KeyAddresses = Type.Array(KeyAddress, { title: 'Addresses' });

export const PrivateKey = Type.Object(
  {
    privateKeyId: BytesText('Private key id'),
    publicKey: KeyText('Public key'),
    privateKeyName: Text('Private key name'),
    curve: EnumText('Curve', CURVES),
    addresses: KeyAddresses,
    privateKeyTags: Type.Array(BytesText('Tag'), { title: 'Private key tags' }),
    ...origin,
  },
  { title: 'Private key' },
);
export type PrivateKey = Static<typeof PrivateKey>;

/** Without it, only exported keys are deleted. */
export const DeleteWithoutExport = Type.Optional(
  Type.Boolean({
    title: 'Delete without export',
    help: 'also keys that were never exported, which are then lost permanently',
  }),
);

/** A P-256 point, compressed or not. */
export const P256PublicKey = (title: string) =>
  Type.String({
    title,
    ...kind('key'),
    pattern: '^([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$',
    says: 'a public key of 66 or 130 hexadecimal digits',
  });
export const TargetPublicKey = P256PublicKey('Target public key');
export const ExportBundle = BytesText('Export bundle');

export const ApiKey = Type.Object(
  {
    credential: Type.Object(
      {
        publicKey: KeyText('Public key'),
        type: EnumText('Type', CREDENTIAL_TYPES),
        sessionProfileId: Type.Optional(BytesText('Session profile id')),
      },
      { title: 'Credential' },
    ),
    apiKeyId: BytesText('API key id'),
    apiKeyName: Text('API key name'),
    ...times,
    expirationSeconds: Type.Optional(Type.String({ title: 'Lifetime in seconds', ...kind('duration') })),
  },
  { title: 'API key' },
);
export type ApiKey = Static<typeof ApiKey>;

/** The lifetime of a key, in seconds. Without it, the key is valid until it is deleted. */
export const ExpirationSeconds = Type.Optional(
  Type.String({
    title: 'Lifetime in seconds',
    ...kind('duration'),
    pattern: '^[1-9][0-9]{0,9}$',
    says: 'a whole number of seconds from 1 to 9999999999, as text',
  }),
);
/** A key that a user will stamp with. The request's check also verifies that it is a key of its curve. */
export const ApiKeyParams = Type.Object({
  apiKeyName: Label('API key name'),
  publicKey: Type.String({
    title: 'Public key',
    ...kind('key'),
    pattern: '^[0-9a-fA-F]{64,130}$',
    says: 'a public key of 64 to 130 hexadecimal digits',
  }),
  curveType: Type.Enum(API_KEY_CURVES, { title: 'Curve type' }),
  expirationSeconds: ExpirationSeconds,
});
export type ApiKeyParams = Static<typeof ApiKeyParams>;

/** An API key of a request that names no curve. */
export const P256ApiKeyParams = Type.Object({
  apiKeyName: Label('API key name'),
  publicKey: P256PublicKey('Public key'),
  expirationSeconds: ExpirationSeconds,
});

/** A passkey as a browser registers it. Its texts are base64url. */
export const AuthenticatorParams = Type.Object({
  authenticatorName: Label('Authenticator name'),
  challenge: Type.String({ title: 'Challenge', ...kind('bytes'), minLength: 1, maxLength: 256 }),
  attestation: Type.Object(
    {
      credentialId: Type.String({ title: 'Credential id', ...kind('bytes'), minLength: 1, maxLength: 256 }),
      clientDataJson: Type.String({ title: 'Client data', ...kind('bytes'), minLength: 1, maxLength: 16_384 }),
      attestationObject: Type.String({
        title: 'Attestation object',
        ...kind('bytes'),
        minLength: 1,
        maxLength: 65_536,
      }),
      transports: Type.Array(Type.Enum(AUTHENTICATOR_TRANSPORTS), {
        title: 'Transports',
        maxItems: AUTHENTICATOR_TRANSPORTS.length,
      }),
    },
    { title: 'Attestation' },
  ),
});
export type AuthenticatorParams = Static<typeof AuthenticatorParams>;

export const EmailAddress = (title: string) =>
  Type.String({ title, maxLength: 255, pattern: '^[^@\\s]+@[^@\\s]+$', says: 'an email address' });
/** Empty for a user without one. */
export const UserEmail = Type.String({
  title: 'User email',
  maxLength: 255,
  pattern: '^([^@\\s]+@[^@\\s]+)?$',
  says: 'an email address, or empty',
});
export const UserPhoneNumber = Type.String({
  title: 'User phone number',
  help: 'E.164: +491701234567',
  pattern: '^(\\+[1-9][0-9]{1,14})?$',
  says: 'a phone number with + and its country code, or empty',
});
export const Email = Type.Optional(UserEmail);
export const PhoneNumber = Type.Optional(UserPhoneNumber);

/** Ids in a request, any number of them. */
export const Ids = (title: string) => Type.Array(Uuid('Id'), { title, maxItems: 100 });
/** At least one id. The request applies to all of them or to none. */
export const SomeIds = (title: string) => Type.Array(Uuid('Id'), { title, minItems: 1, maxItems: 100 });
/** Ids in a reply. */
export const IdTexts = (title: string) => Type.Array(BytesText('Id'), { title });

export const Authenticator = Type.Object(
  {
    transports: Type.Array(Type.String(), { title: 'Transports' }),
    attestationType: Text('Attestation type'),
    aaguid: BytesText('AAGUID'),
    credentialId: BytesText('Credential id'),
    model: Text('Model'),
    credential: Type.Object(
      { publicKey: KeyText('Public key'), type: EnumText('Type', CREDENTIAL_TYPES) },
      { title: 'Credential' },
    ),
    authenticatorId: BytesText('Authenticator id'),
    authenticatorName: Text('Authenticator name'),
    ...times,
  },
  { title: 'Authenticator' },
);
export type Authenticator = Static<typeof Authenticator>;

export const OauthProvider = Type.Object(
  {
    providerId: BytesText('Provider id'),
    providerName: Text('Provider name'),
    issuer: Text('Issuer'),
    audience: Text('Audience'),
    subject: Text('Subject'),
    ...times,
  },
  { title: 'OAuth provider' },
);
export type OauthProvider = Static<typeof OauthProvider>;

export const User = Type.Object(
  {
    userId: BytesText('User id'),
    userName: Text('User name'),
    userEmail: Type.Optional(Text('User email')),
    userPhoneNumber: Type.Optional(Text('User phone number')),
    authenticators: Type.Array(Authenticator, { title: 'Authenticators' }),
    apiKeys: Type.Array(ApiKey, { title: 'API keys' }),
    userTags: IdTexts('User tags'),
    oauthProviders: Type.Array(OauthProvider, { title: 'OAuth providers' }),
    ...times,
    mfaPolicies: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { title: 'MFA policies' })),
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

export const Tag = Type.Object(
  { tagId: BytesText('Tag id'), tagName: Text('Tag name'), tagType: EnumText('Tag type', TAG_TYPES), ...times },
  { title: 'Tag' },
);
export type Tag = Static<typeof Tag>;

export const Policy = Type.Object(
  {
    policyId: BytesText('Policy id'),
    policyName: Text('Policy name'),
    effect: EnumText('Effect', EFFECTS),
    ...times,
    notes: Text('Notes'),
    consensus: Text('Consensus'),
    condition: Text('Condition'),
    time: Type.Optional(Text('Time')),
  },
  { title: 'Policy' },
);
export type Policy = Static<typeof Policy>;
