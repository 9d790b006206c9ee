import {
  isUuid,
  type JsonObject,
  type PathStep,
  parseJsonObject,
  placeInWords,
  scanJson,
} from '../../../shared/model/index.ts';
import { OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import {
  ATTESTED_STAMP_HEADER,
  PASSKEY_STAMP_HEADER,
  SESSION_HEADER,
  STAMP_HEADER,
  utf8Decode,
} from '../../../shared/wire/index.ts';
import type { ServiceContext } from '../context.ts';
import { PublicError, publicError, requestInvalid } from '../public-error.ts';
import type { OrganizationRow, UserRow } from '../store/index.ts';
import { claimApiKey, RECOVERY_TYPE } from './api-key.ts';
import { claimAttested } from './attested.ts';
import type { Claim, Credential, Proven } from './claim.ts';
import { claimPasskey } from './passkey.ts';
import { claimReadOnlySession } from './read-only-session.ts';

/** The acting user and the organization: the user's own, or one below it, which the user may only read. */
export interface Actor {
  readonly organization: OrganizationRow;
  readonly user: UserRow;
}

/** The user who stamped a request, and the credential. */
export interface Caller extends Actor, Pick<Proven, 'credential' | 'stamp' | 'use'> {}

export interface AuthenticatedRequest {
  readonly caller: Caller;
  /** The exact bytes that were stamped. */
  readonly bytes: Uint8Array;
  /** The same bytes, decoded. */
  readonly text: string;
  readonly body: JsonObject;
}

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The readers of the headers that identify a caller. The first header that a request has decides. */
const STAMPS: readonly (readonly [header: string, claim: (value: string, context: ServiceContext) => Claim])[] = [
  [STAMP_HEADER, claimApiKey],
  [PASSKEY_STAMP_HEADER, claimPasskey],
  [ATTESTED_STAMP_HEADER, claimAttested],
  [SESSION_HEADER, claimReadOnlySession],
];

/**
 * Looks up the credential that a request claims, before any of its body is read.
 * Throws a PublicError (401) with the public service's words when there is no stamp or nobody has that credential.
 */
export function identify(headers: Headers, context: ServiceContext): Claim {
  for (const [header, claim] of STAMPS) {
    const value = headers[header.toLowerCase()];
    if (typeof value === 'string' && value !== '') return claim(value, context);
  }
  throw publicError(
    'SIGNATURE_MISSING',
    'no valid authentication signature found for request: cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)',
  );
}

/**
 * Finds out who sent these bytes. The stamp is verified over the raw bytes before anything in them is parsed
 * (docs/protocol.md#stamps). Choice (whoami-below): whoever asks a parent organization who they are, or logs in there,
 * means the one below it that has the key. Throws a PublicError with the public service's words: 401 for the stamp, the
 * credential or its age, 400 or 404 for the organization.
 */
export function authenticate(
  claim: Claim,
  bytes: Uint8Array,
  context: ServiceContext & { readonly operation: string },
): AuthenticatedRequest {
  const provenIn = claim.prove(bytes);
  const { text, body } = readBody(bytes);
  const { organizationId } = body;
  if (typeof organizationId !== 'string' || !isUuid(organizationId)) {
    throw publicError('INVALID_ORGANIZATION_ID', `malformed organization ID provided: ${organizationFault(body)}`);
  }
  const { organizations } = context.store;
  const named = organizations.find(organizationId);
  if (named === undefined) throw publicError('ORGANIZATION_NOT_FOUND', 'no organization found with the given ID');
  const inOrAbove = provenIn(named.organizationId) ?? provenIn(named.parentOrganizationId ?? '');
  const below =
    inOrAbove === undefined && MEANING_BELOW.has(context.operation) ? findBelow(named, claim, context) : undefined;
  const organization = below ?? named;
  const proven = inOrAbove ?? provenIn(organization.organizationId);
  const user = proven === undefined ? undefined : organizations.findUser(proven.userId);
  if (proven === undefined || user === undefined) throw claim.unknownIn(named.organizationId);
  const isOwn = user.organizationId === organization.organizationId;
  if (claim.readsOnly === true && !(isOwn && READABLE.has(context.operation)))
    throw publicError('REQUEST_NOT_AUTHORIZED', NOT_READABLE);
  requireRecovery(context.operation, proven.credential);
  return { caller: { organization, user, ...proven }, bytes, text, body };
}

function organizationFault({ organizationId: given }: JsonObject): string {
  if (given === undefined) return 'the body has no organizationId';
  if (typeof given !== 'string') return 'organizationId must be text in double quotes';
  if (given === '') return 'organizationId is empty';
  if (isUuid(given.trim())) return 'organizationId has a space or line break around it; take it away';
  return 'organizationId must be a UUID, as in 3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
}

/**
 * Returns the organization that the body of a stranger names, to repeat it in the refusal. Null when the body cannot be
 * read or names none.
 */
export function organizationNamedIn(bytes: Uint8Array): string | null {
  try {
    const { organizationId } = readBody(bytes).body;
    return typeof organizationId === 'string' && isUuid(organizationId) ? organizationId : null;
  } catch (error) {
    if (error instanceof PublicError) return null;
    throw error;
  }
}

/** Lets a recovery credential do nothing but recover its user. Throws REQUEST_NOT_AUTHORIZED. */
function requireRecovery(operation: string, { type }: Credential): void {
  if (type !== RECOVERY_TYPE || operation === 'whoami' || operation === 'recover_user') return;
  throw publicError(
    'REQUEST_NOT_AUTHORIZED',
    'request not authorized: a recovery credential adds a passkey to its user with recover_user, and does nothing else',
  );
}

/** The queries of a read-only session: all without a secret in the reply. */
const READABLE: ReadonlySet<string> = new Set(
  Object.values<Operation>(OPERATIONS).flatMap(({ kind, name, risk }) =>
    kind === 'query' && risk !== 'secret' ? [name] : [],
  ),
);
const NOT_READABLE =
  'request not authorized: a read-only session only queries its own organization, and reads no secret';

const MEANING_BELOW: ReadonlySet<string> = new Set(['whoami', 'stamp_login', 'create_read_write_session']);

/** The greatest nesting of a body's JSON. The deepest declared request is six levels deep. */
const NESTING = 64;

/** Parses a body. Throws REQUEST_INVALID. */
export function readBody(bytes: Uint8Array): { readonly text: string; readonly body: JsonObject } {
  const text = decodeText(bytes);
  if (isNestedDeeper(bytes, NESTING)) {
    throw requestInvalid(`bad request body: it is nested more than ${NESTING} deep`);
  }
  const body = parseJsonObject(text, (why) => requestInvalid(`bad request body: ${why}`));
  requireDistinct(text);
  return { text, body };
}

/**
 * Throws REQUEST_INVALID for a member that an object has twice. ProtoJSON has no such objects, and readers differ in
 * the value they take, so the stamp would stand for two requests.
 */
function requireDistinct(text: string): void {
  scanJson(text, NESTING, {
    member(path, again) {
      if (again) throw requestInvalid(`bad request body: it has the member ${memberText(path)} twice; send it once`);
    },
    leaf: () => undefined,
    tooDeep: () => undefined,
  });
}

const memberText = (path: readonly PathStep[]) =>
  placeInWords(
    `/${path.map((step) => (step === '' ? '""' : String(step).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  );

/** The one organization below that has the credential. Throws UNAUTHENTICATED when several have. */
function findBelow(
  { organizationId }: OrganizationRow,
  { organizationIds }: Claim,
  { store: { organizations } }: ServiceContext,
): OrganizationRow | undefined {
  const [first, second] = organizationIds.flatMap((id) => {
    const organization = organizations.find(id);
    return organization?.parentOrganizationId === organizationId ? [organization] : [];
  });
  if (second === undefined) return first;
  throw publicError('UNAUTHENTICATED', 'more than one suborg associated with a public key');
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Returns true when JSON text nests lists and objects more than `limit` deep. It does not parse the text. */
function isNestedDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** Returns the position of the quote that ends the string: the first one behind an even number of backslashes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let before = quote;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
  }
  return bytes.length;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8Decode(bytes);
  } catch {
    throw requestInvalid('bad request body: it is not UTF-8 text');
  }
}
