import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { EFFECTS, VELOCITY_SCOPES } from './enums.ts';
import { LocalizedText } from './localized.ts';
import { NamedId } from './names.ts';

const TextOrNull = Nullable(Type.String());
/** Milliseconds since the epoch. Null when the service does not report it. */
const Moment = Nullable(Type.Number());
const Ids = Type.Array(Type.String());

/** The parts of an organization that are read one by one. */
export const ORGANIZATION_PARTS = [
  'users',
  'tags',
  'policies',
  'limits',
  'configuration',
  'subOrganizations',
  'sessionProfiles',
  'secrets',
  'apps',
  'factors',
] as const;
export type OrganizationPart = (typeof ORGANIZATION_PARTS)[number];

const PartState = Closed({
  /** When the rows were last read from the service. */
  readAt: Moment,
  /** The reason why the last attempt failed, or why rows are missing. Null for none. */
  problem: Nullable(LocalizedText),
  /** True when only a part of the rows was read. Else the rows of a failed attempt are older. */
  isCut: Type.Optional(Type.Boolean()),
});

const MemberKey = Closed({
  id: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  /** A credential type of the interface. */
  type: Type.String(),
  sessionProfileId: TextOrNull,
  createdAt: Moment,
  /** Null for a key without an end. Absent where the service states an end that cannot be read. */
  expiresAt: Type.Optional(Moment),
  /**
   * The last use on this machine, null before the first. Absent for a key that is not kept here: no service reports
   * when a key was used.
   */
  usedAt: Type.Optional(Moment),
});
const MemberPasskey = Closed({
  id: Type.String(),
  name: Type.String(),
  model: Type.String(),
  aaguid: Type.String(),
  credentialId: Type.String(),
  createdAt: Moment,
});
const MemberProvider = Closed({
  id: Type.String(),
  name: Type.String(),
  issuer: Type.String(),
  audience: Type.String(),
  subject: Type.String(),
  createdAt: Moment,
});

export const Member = Closed({
  id: Type.String(),
  name: Type.String(),
  email: TextOrNull,
  phone: TextOrNull,
  tagIds: Ids,
  keys: Type.Array(MemberKey),
  passkeys: Type.Array(MemberPasskey),
  providers: Type.Array(MemberProvider),
  createdAt: Moment,
});
export type Member = Static<typeof Member>;

/** A private key that belongs to no wallet. */
const KeyNamed = Closed({ id: Type.String(), name: Type.String() });

export const OrganizationTag = Closed({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['user', 'private key']),
  /** The private keys with the tag. Empty for a tag of users, null where the service lists no private keys. */
  privateKeys: Nullable(Type.Array(KeyNamed)),
  createdAt: Moment,
});
export type OrganizationTag = Static<typeof OrganizationTag>;

export const OrganizationPolicy = Closed({
  id: Type.String(),
  name: Type.String(),
  effect: Type.Enum(EFFECTS),
  /** The effect as the service states it, where this program does not know it. `effect` is then Deny. */
  unknownEffect: Type.Optional(Type.String()),
  /** Empty for an expression that always holds. */
  consensus: Type.String(),
  condition: Type.String(),
  time: Type.String(),
  notes: Type.String(),
  createdAt: Moment,
});
export type OrganizationPolicy = Static<typeof OrganizationPolicy>;

export const SecondFactor = Closed({
  id: Type.String(),
  userId: Type.String(),
  name: Type.String(),
  condition: Type.String(),
  /** Every step is needed, by any of its methods. */
  steps: Type.Array(Type.Array(Closed({ type: Type.String(), id: TextOrNull }))),
  order: Type.Integer(),
  notes: Type.String(),
  createdAt: Moment,
});
export type SecondFactor = Static<typeof SecondFactor>;

const SessionLimit = Closed({
  id: Type.String(),
  name: Type.String(),
  scope: Type.String(),
  /** Null for the default. Absent where the service states a lifetime that cannot be read. */
  seconds: Type.Optional(Nullable(Type.Number())),
  notes: Type.String(),
  createdAt: Moment,
});

/** The used amount of one owner of a limit. Amounts are decimal numbers in the unit of the limit. */
const LimitUse = Closed({
  scope: Type.Enum(VELOCITY_SCOPES),
  /** Null while nobody has used it. */
  scopeId: TextOrNull,
  /** Null where the service names nobody. */
  scopeName: TextOrNull,
  used: Type.String(),
  /** Null for a comparison without a largest total. */
  remaining: TextOrNull,
  since: Moment,
  /** The amount that leaves the window next, and when. Null when none does. */
  nextAmount: TextOrNull,
  nextAt: Moment,
  emptyAt: Moment,
});
export type LimitUse = Static<typeof LimitUse>;

/** A limit over time: a velocity control of the interface. */
export const OverTimeLimit = Closed({
  id: Type.String(),
  name: Type.String(),
  /** Policies name it as `controls.` and this. */
  identifier: Type.String(),
  /** A method and an operator of the interface, or others that this program does not know. */
  method: Type.String(),
  operator: Type.String(),
  threshold: Type.String(),
  /** “ETH”, “transfers of ETH” or “activities”. */
  unit: Type.String(),
  /** The assets with their chains. Empty for activities. */
  assets: Type.String(),
  definition: Type.Array(Closed({ caip19: Type.String(), decimals: Type.String() })),
  /** The activity types that count. Empty for all. */
  types: Type.Array(Type.String()),
  /** Null for a window without an end. */
  seconds: TextOrNull,
  scope: Type.Enum(['organization', 'user', 'wallet']),
  createdAt: Moment,
  /** The most used first. Null for a service that does not report it. */
  uses: Nullable(Type.Array(LimitUse)),
  /** True when owners with a smaller use than the listed ones may be missing from `uses`. */
  hasUnlisted: Type.Boolean(),
});
export type OverTimeLimit = Static<typeof OverTimeLimit>;

/** A stored secret without its content. */
export const StoredSecret = Closed({
  id: Type.String(),
  /** Null for a secret without a name. */
  name: TextOrNull,
  properties: Type.Array(Closed({ key: Type.String(), value: Type.String() })),
  createdAt: Moment,
});
export type StoredSecret = Static<typeof StoredSecret>;

const OperatorSet = Closed({ name: Type.String(), threshold: Type.Integer(), operators: Ids });

/** One image of a verifiable application. */
export const AppDeployment = Closed({
  id: Type.String(),
  image: Type.String(),
  /** The version of the enclave's operating system. */
  version: Type.String(),
  /** The digest of the program that the manifest states. Null when the manifest states none. */
  digest: TextOrNull,
  path: Type.String(),
  arguments: Ids,
  isDebug: Type.Boolean(),
  isDeleted: Type.Boolean(),
  approvals: Type.Integer(),
  createdAt: Moment,
});
export type AppDeployment = Static<typeof AppDeployment>;

/** A verifiable application: a program that runs in a secure enclave of the service. */
export const VerifiableApp = Closed({
  id: Type.String(),
  name: Type.String(),
  quorumKey: Type.String(),
  /** Empty for none. */
  domain: Type.String(),
  liveDeploymentId: TextOrNull,
  hasEgress: Type.Boolean(),
  allowsDebug: Type.Boolean(),
  manifestSet: OperatorSet,
  shareSet: OperatorSet,
  createdAt: Moment,
  /** Null when they could not be read. */
  deployments: Nullable(Type.Array(AppDeployment)),
  /** The reason why the deployments could not be read. Null for none. */
  problem: Nullable(LocalizedText),
});
export type VerifiableApp = Static<typeof VerifiableApp>;

/** The content of an organization as its service last reported it. */
export const OrganizationContent = Closed({
  id: Type.String(),
  name: Type.String(),
  /** The user of the key that reads. Null before the first read. */
  me: TextOrNull,
  users: Type.Array(Member),
  tags: Type.Array(OrganizationTag),
  /** The private keys that a tag can have. Null where the service lists none, absent before they were read. */
  privateKeys: Type.Optional(Nullable(Type.Array(KeyNamed))),
  policies: Type.Array(OrganizationPolicy),
  limits: Type.Array(OverTimeLimit),
  quorum: Nullable(Closed({ threshold: Type.Integer(), userIds: Ids })),
  features: Type.Array(Closed({ name: Type.String(), value: Type.String() })),
  subOrganizations: Type.Array(Closed({ id: Type.String(), name: TextOrNull })),
  sessionProfiles: Type.Array(SessionLimit),
  secrets: Type.Array(StoredSecret),
  apps: Type.Array(VerifiableApp),
  factors: Type.Array(SecondFactor),
  /** Names of other things that an expression names by id, such as wallets. */
  named: Type.Array(NamedId),
  parts: Closed({
    users: PartState,
    tags: PartState,
    policies: PartState,
    limits: PartState,
    configuration: PartState,
    subOrganizations: PartState,
    sessionProfiles: PartState,
    secrets: PartState,
    apps: PartState,
    factors: PartState,
  }),
});
export type OrganizationContent = Static<typeof OrganizationContent>;
