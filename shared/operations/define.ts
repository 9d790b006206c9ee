import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { ServiceErrorCode } from '../errors/index.ts';
import type { TransactionType, VoteSelection } from '../model/enums.ts';
import { Activity } from './activity-fields.ts';
import type { Exports, ExportsEach } from './export-members.ts';
import { Uuid } from './fields.ts';

/** `read` shows, `write` changes or signs, `secret` returns something that only the vault may get. */
export type Risk = 'read' | 'write' | 'secret';

interface Declared<Name extends string> {
  readonly name: Name;
  /** The label of a button or a menu item. */
  readonly title: string;
  /** One sentence for the reference page and the command line. */
  readonly summary: string;
  readonly risk: Risk;
  /** True when the specification lists it, false for an addition that the public service has. */
  readonly specified: boolean;
  /** Paths of reply members that hold something sealed or secret: they reach no row and no log. */
  readonly secretPaths: readonly string[];
  /** Service errors of this operation, beside those of every stamped request. */
  readonly errors: readonly ServiceErrorCode[];
  readonly method: 'POST' | 'GET';
  readonly path: string;
}

interface Asked<Kind, Name extends string, Request extends TSchema, Response extends TSchema> extends Declared<Name> {
  readonly kind: Kind;
  /** The whole body, for a query with its organizationId. */
  readonly request: Request;
  readonly response: Response;
  readonly example: { readonly request: Static<Request>; readonly response: Static<Response> };
}

export type Query<
  Name extends string = string,
  Request extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> = Asked<'query', Name, Request, Response>;

/**
 * A request to the gateway by anybody who knows the id of its configuration: no stamp, and a flat reply
 * (docs/protocol.md#gateway).
 */
export type Gateway<
  Name extends string = string,
  Request extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> = Asked<'gateway', Name, Request, Response>;

/** The members of parameters and of a result that hold the contents to sign, the account and the method. */
export type Signs<Parameter = string, Result = string> =
  | {
      /** One payload. The result itself is its signature. */
      readonly kind: 'payload';
      readonly signWith: Parameter;
      readonly content: Parameter;
      readonly encoding: Parameter;
      readonly hashFunction: Parameter;
    }
  | {
      /** A list of payloads. `signatures` has one for each, in order. */
      readonly kind: 'payloads';
      readonly signWith: Parameter;
      readonly content: Parameter;
      readonly encoding: Parameter;
      readonly hashFunction: Parameter;
      readonly signatures: Result;
    }
  | {
      readonly kind: 'transaction';
      readonly signWith: Parameter;
      readonly content: Parameter;
      readonly type: Parameter;
      readonly signedTransaction: Result;
    };

/** The types of transactions that the service signs and sends in one step. */
export type CarriedType = Extract<
  TransactionType,
  'TRANSACTION_TYPE_SOLANA' | 'TRANSACTION_TYPE_BITCOIN' | 'TRANSACTION_TYPE_TRON'
>;

/** A transaction in the parameters that the service signs and sends. The reply has no signature. */
export interface Carries<Parameter = string> {
  readonly type: CarriedType;
  readonly content: Parameter;
  /** The account, or a list of accounts. */
  readonly signWith: Parameter;
}

/** An Ethereum transaction that the service makes, signs and sends. */
export type Makes<Parameter = string> =
  | {
      /** `listed`: the member `calls` has them. `own`: the parameters are one call. */
      readonly calls: 'listed' | 'own';
      readonly chain: Parameter;
      readonly signWith: Parameter;
      readonly wrapper?: undefined;
    }
  | {
      /** Only the service knows the calls: they are not in the request. */
      readonly calls: 'of the service';
      /** Null when the fee wallet of an earn wrapper signs. */
      readonly signWith: Parameter | null;
      /** The wrapper whose fee wallet signs. */
      readonly wrapper?: Parameter;
    };

/** Turns checked parameters of an earlier version into those of the newest, and the result of the newest into that of the earlier. */
export interface Conversion {
  readonly parameters: (earlier: unknown) => unknown;
  readonly result: (newest: unknown) => unknown;
}

/**
 * Resources of activities in the policy language. All names but OAUTH2_CREDENTIAL, SECRET and VELOCITY_CONTROL are in
 * the public documentation.
 */
export type PolicyResource =
  | 'AUTH'
  | 'CREDENTIAL'
  | 'INVITATION'
  | 'MFA_POLICY'
  | 'ORGANIZATION'
  | 'OAUTH2_CREDENTIAL'
  | 'ON_RAMP_CREDENTIALS'
  | 'OTP'
  | 'POLICY'
  | 'PRIVATE_KEY'
  | 'RECOVERY'
  | 'SECRET'
  | 'SESSION_PROFILE'
  | 'USER'
  | 'SMART_CONTRACT_INTERFACE'
  | 'TVC_APP'
  | 'TVC_DEPLOYMENT'
  | 'VELOCITY_CONTROL'
  | 'WALLET'
  | 'WEBHOOK_ENDPOINT';
export type PolicyAction = 'CREATE' | 'UPDATE' | 'DELETE' | 'SIGN' | 'EXPORT' | 'IMPORT' | 'VERIFY';

/** The authority that may allow an activity. */
export type Governed<Parameter = string> =
  | {
      readonly by: 'policies';
      readonly resource: PolicyResource;
      readonly action: PolicyAction;
      /** The only parameters that a policy may read. A login without a session profile shows an empty id of one. */
      readonly shows: readonly (Parameter | 'sessionProfileId')[];
      /** True for a login of the caller. No policy has to allow it, and no parent organization may request it. */
      readonly logsInCaller?: true;
      /** False for an activity that is decided at once and never kept: its contents would admit their reader. */
      readonly isKeptWaiting?: false;
    }
  /** Only the root quorum can approve it, whatever the policies. */
  | { readonly by: 'root quorum' }
  /** A vote on another activity, by a user who may vote on it. */
  | { readonly by: 'the other activity'; readonly vote: VoteSelection };

/** Governed by policies as this resource and action. Policies see the named parameters. */
export const policies = <const Shows extends readonly string[]>(
  resource: PolicyResource,
  action: PolicyAction,
  ...shows: Shows
) => ({ by: 'policies', resource, action, shows }) as const;

export interface ActivityOperation<
  Name extends string = string,
  Parameters extends TSchema = TSchema,
  Result extends TSchema = TSchema,
> extends Declared<Name> {
  readonly kind: 'activity';
  readonly activityType: string;
  /**
   * The operation at whose path public clients send this older version. Null for the newest, whose own name is the
   * path.
   */
  readonly earlierOf: string | null;
  /** The operation that does the same once, for one that does it several times. A rule that forbids it forbids both. */
  readonly severalOf: string | null;
  /** Converts a request of an earlier version into the newest one. Null for a version with its own handler. */
  readonly conversion: Conversion | null;
  /** Other spellings of the type that public clients send. The service treats them as the same. */
  readonly spellings: readonly string[];
  readonly intentMember: string;
  readonly resultMember: string;
  readonly parameters: Parameters;
  readonly result: Result;
  /** Null when it signs nothing. */
  readonly signs: Signs | null;
  /** Null when it carries no transaction. */
  readonly carries: Carries | null;
  /** Null when the service makes no transaction for it. */
  readonly makes: Makes | null;
  /** Null when it exports no key. */
  readonly exports: Exports | null;
  readonly governed: Governed;
  /**
   * The whole body: the envelope (docs/protocol.md#requests) around `parameters`. Choice (app-proofs):
   * generateAppProofs is let through and gives none.
   */
  readonly request: TSchema;
  readonly response: TSchema;
  readonly example: { readonly parameters: Static<Parameters>; readonly result: Static<Result> };
}

export interface Discovery<Name extends string = string, Response extends TSchema = TSchema> extends Declared<Name> {
  readonly kind: 'discovery';
  readonly request: null;
  readonly response: Response;
  readonly example: { readonly response: Static<Response> };
}

/** The header with the id of the gateway's configuration. */
export const GATEWAY_HEADER = 'X-Auth-Proxy-Config-Id';

export type Operation = Query | ActivityOperation | Discovery | Gateway;

type MemberOf<Schema extends TSchema> = keyof Static<Schema> & string;

type Common = Pick<Declared<string>, 'title' | 'summary' | 'specified'> &
  Partial<Pick<Declared<string>, 'risk' | 'secretPaths' | 'errors'>>;

/** Declares a query. Derives the path from the name and adds the organizationId to the body. */
export function query<const Name extends string, Request extends TProperties, Response extends TSchema>(
  declared: Common & {
    name: Name;
    request: Request;
    response: Response;
    example: { request: Static<TObject<Request>>; response: Static<Response> };
  },
) {
  const request = Type.Object({ organizationId: Uuid('Organization id'), ...declared.request });
  return {
    risk: 'read',
    secretPaths: [],
    errors: [],
    ...declared,
    kind: 'query',
    method: 'POST',
    path: `/public/v1/query/${declared.name}`,
    request,
  } as unknown as Query<Name, typeof request, Response>;
}

/**
 * Declares an activity. Type value and member names follow from the name and its versions (docs/protocol.md#requests):
 * `sign_raw_payload` at version 2 is ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2 and signRawPayloadIntentV2. An older version
 * that public clients still send is an operation of its own, `earlierOf` the newest: they share path and member names,
 * not types.
 */
export function activity<const Name extends string, Parameters extends TSchema, Result extends TSchema>(
  declared: Common & {
    name: Name;
    /** The name in the activity type, if the path has another. */
    typeName?: string;
    earlierOf?: string;
    severalOf?: string;
    version?: number;
    resultVersion?: number;
    spellings?: readonly string[];
    parameters: Parameters;
    result: Result;
    signs?: Signs<MemberOf<Parameters>, MemberOf<Result>>;
    carries?: Carries<MemberOf<Parameters>>;
    makes?: Makes<MemberOf<Parameters>>;
    exports?: Exports<MemberOf<Parameters>, MemberOf<Result>> | ExportsEach<MemberOf<Parameters>, MemberOf<Result>>;
    governed: Governed<MemberOf<Parameters>>;
    example: { parameters: Static<Parameters>; result: Static<Result> };
  },
): ActivityOperation<Name, Parameters, Result> {
  const { version, resultVersion, typeName, ...rest } = declared;
  const name = declared.earlierOf ?? declared.name;
  const typed = typeName ?? name;
  const activityType = `ACTIVITY_TYPE_${typed.toUpperCase()}${version === undefined ? '' : `_V${version}`}`;
  return {
    // Only the target key may open the bundle of an export, so the declaration of an export makes it secret.
    risk: rest.exports === undefined ? 'write' : 'secret',
    secretPaths: rest.exports === undefined ? [] : [rest.exports.bundle],
    errors: [],
    earlierOf: null,
    severalOf: null,
    conversion: null,
    spellings: [],
    signs: null,
    carries: null,
    makes: null,
    exports: null,
    ...rest,
    kind: 'activity',
    method: 'POST',
    path: `/public/v1/submit/${name}`,
    activityType,
    intentMember: `${camelCase(typed)}Intent${version === undefined ? '' : `V${version}`}`,
    resultMember: `${camelCase(typed)}Result${resultVersion === undefined ? '' : `V${resultVersion}`}`,
    request: Type.Object({
      type:
        rest.spellings === undefined
          ? Type.Literal(activityType, { title: 'Type' })
          : Type.Enum([activityType, ...rest.spellings], { title: 'Type' }),
      timestampMs: Type.String({
        title: 'Timestamp',
        kind: 'time',
        pattern: '^[0-9]{1,16}$',
        says: 'milliseconds since 1970 in digits, as in 1745383555000, not a date',
      }),
      organizationId: Uuid('Organization id'),
      parameters: declared.parameters,
    }),
    response: Type.Object({ activity: Activity }),
  };
}

/**
 * Declares an operation of the gateway. Derives the path from the name, unless the API host has an operation of that
 * name.
 */
export function gateway<const Name extends string, Request extends TProperties, Response extends TSchema>(
  declared: Common & {
    name: Name;
    path?: string;
    request: Request;
    response: Response;
    example: { request: Static<TObject<Request>>; response: Static<Response> };
  },
): Gateway<Name, TObject<Request>, Response> {
  const path = `/v1/${declared.name}`;
  const request = Type.Object(declared.request);
  return { risk: 'read', secretPaths: [], errors: [], path, ...declared, kind: 'gateway', method: 'POST', request };
}

/** Declares an unauthenticated discovery document. */
export function discovery<const Name extends string, Response extends TSchema>(
  declared: Common & { name: Name; path: string; response: Response; example: { response: Static<Response> } },
): Discovery<Name, Response> {
  return { risk: 'read', secretPaths: [], errors: [], ...declared, kind: 'discovery', method: 'GET', request: null };
}

/** Spells an operation's name as members and handlers do: `createWallet` for `create_wallet`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
