import Type, { type Static } from 'typebox';
import {
  ACTIVITY_STATUSES,
  ADDRESS_FORMATS,
  CREDENTIAL_TYPES,
  CURVES,
  PATH_FORMATS,
  VOTE_SELECTIONS,
} from '../model/enums.ts';
import { UUID_PATTERN } from '../model/uuid.ts';

/** Field schemas that several resources share (SPEC section 2). `title` and `help` are what forms and references show. */

export const Uuid = (title: string, help?: string) =>
  Type.String({
    title,
    ...(help === undefined ? {} : { help }),
    pattern: UUID_PATTERN,
  });

/** The private label rules are unknown (PROTOCOL 12): 1 to 255 characters, none of them a control character. */
export const Label = (title: string) =>
  Type.String({ title, minLength: 1, maxLength: 255, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

export const TimestampField = Type.Object({ seconds: Type.String(), nanos: Type.String() });

export const PaginationOptions = Type.Object(
  {
    limit: Type.Optional(
      Type.String({ title: 'Limit', help: '1 to 100, 10 when absent', pattern: '^([1-9][0-9]?|100)$' }),
    ),
    before: Type.Optional(Type.String({ title: 'Before', help: 'objects before this id' })),
    after: Type.Optional(Type.String({ title: 'After', help: 'objects after this id' })),
  },
  { title: 'Page' },
);

export const WalletAccountParams = Type.Object({
  curve: Type.Enum(CURVES, { title: 'Curve' }),
  pathFormat: Type.Enum(PATH_FORMATS, { title: 'Path format' }),
  path: Type.String({ title: 'Path', minLength: 1, maxLength: 255 }),
  addressFormat: Type.Enum(ADDRESS_FORMATS, { title: 'Address format' }),
  name: Type.Optional(Label('Name')),
});
export type WalletAccountParams = Static<typeof WalletAccountParams>;

export const Wallet = Type.Object({
  walletId: Type.String(),
  walletName: Type.String(),
  createdAt: TimestampField,
  updatedAt: TimestampField,
  exported: Type.Boolean(),
  imported: Type.Boolean(),
});
export type Wallet = Static<typeof Wallet>;

/** Replies are read tolerantly: enumerated members are plain strings there, so that a newer server's value is shown, not refused. */
export const WalletAccount = Type.Object({
  walletAccountId: Type.String(),
  organizationId: Type.String(),
  walletId: Type.String(),
  curve: Type.String({ examples: CURVES }),
  pathFormat: Type.String({ examples: PATH_FORMATS }),
  path: Type.String(),
  addressFormat: Type.String({ examples: ADDRESS_FORMATS }),
  address: Type.String(),
  createdAt: TimestampField,
  updatedAt: TimestampField,
  publicKey: Type.Optional(Type.String()),
  walletDetails: Type.Optional(Wallet),
  name: Type.Optional(Type.String()),
  caip2Prefix: Type.Optional(Type.String()),
});
export type WalletAccount = Static<typeof WalletAccount>;

/** Formats of a private key's addresses, each once. */
export const AddressFormats = Type.Array(Type.Enum(ADDRESS_FORMATS), {
  title: 'Address formats',
  maxItems: ADDRESS_FORMATS.length,
});

/** One address of a private key. */
export const KeyAddress = Type.Object({
  format: Type.Optional(Type.String({ examples: ADDRESS_FORMATS })),
  address: Type.Optional(Type.String()),
});
export type KeyAddress = Static<typeof KeyAddress>;

export const PrivateKey = Type.Object({
  privateKeyId: Type.String(),
  publicKey: Type.String(),
  privateKeyName: Type.String(),
  curve: Type.String({ examples: CURVES }),
  addresses: Type.Array(KeyAddress),
  privateKeyTags: Type.Array(Type.String()),
  createdAt: TimestampField,
  updatedAt: TimestampField,
  exported: Type.Boolean(),
  imported: Type.Boolean(),
});
export type PrivateKey = Static<typeof PrivateKey>;

/** A P-256 point, compressed or not. */
export const TargetPublicKey = Type.String({
  title: 'Target key',
  pattern: '^([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$',
});

export const ApiKey = Type.Object({
  credential: Type.Object({
    publicKey: Type.String(),
    type: Type.String({ examples: CREDENTIAL_TYPES }),
    sessionProfileId: Type.Optional(Type.String()),
  }),
  apiKeyId: Type.String(),
  apiKeyName: Type.String(),
  createdAt: TimestampField,
  updatedAt: TimestampField,
  expirationSeconds: Type.Optional(Type.String()),
});
export type ApiKey = Static<typeof ApiKey>;

/** createdAt and updatedAt of an activity: a string in SPEC's dialect, a timestamp object in the public one (PROTOCOL 3). */
export const ActivityTime = Type.Union([Type.String(), TimestampField]);

export const Vote = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  activityId: Type.String(),
  selection: Type.String({ examples: VOTE_SELECTIONS }),
  message: Type.String(),
  publicKey: Type.String(),
  signature: Type.String(),
  scheme: Type.String(),
  createdAt: TimestampField,
});
export type Vote = Static<typeof Vote>;

export const Activity = Type.Object({
  id: Type.String(),
  organizationId: Type.String(),
  status: Type.String({ examples: ACTIVITY_STATUSES }),
  type: Type.String(),
  intent: Type.Record(Type.String(), Type.Unknown()),
  result: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  votes: Type.Array(Vote),
  fingerprint: Type.String(),
  canApprove: Type.Boolean(),
  canReject: Type.Boolean(),
  createdAt: ActivityTime,
  updatedAt: ActivityTime,
  failure: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});
export type Activity = Static<typeof Activity>;
