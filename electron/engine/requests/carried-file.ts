import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  ellipsized,
  isJsonObject,
  type JsonObject,
  type ProfileRow,
  parseJsonObject,
} from '../../../shared/model/index.ts';
import { type ActivityOperation, OPERATIONS } from '../../../shared/operations/index.ts';
import {
  decodePasskeyStamp,
  decodeStamp,
  PASSKEY_STAMP_HEADER,
  STAMP_HEADER,
  utf8Encode,
} from '../../../shared/wire/index.ts';
import { requestUrl } from '../../client/index.ts';
import { verifyStamp } from '../../crypto/index.ts';
import type { StampHeader } from '../consent/approvals.ts';

const MEMBERS = ['method', 'url', 'headers', 'body'];
/** Headers that say nothing of the request. */
const PLAIN_HEADERS = ['accept', 'content-type'];

/** A stamped activity in a file. Its stamp fits its bytes, unless a passkey made it. */
export interface CarriedFile {
  readonly operation: ActivityOperation;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly stamp: StampHeader;
  /** The public key of the stamp in hex. Null for a passkey, whose stamp only the service can verify. */
  readonly stampedBy: string | null;
  /** The time in the request, in milliseconds since the epoch. */
  readonly madeAt: number;
}

type Service = Pick<ProfileRow, 'name' | 'kind' | 'baseUrl' | 'organizationId'>;

/**
 * Reads `{"method","url","headers","body"}`, as `castellan call OPERATION --dry-run` prints it, for the service and
 * organization of a profile. Throws INVALID_INPUT, which names the wrong part.
 */
export function readCarriedFile(text: string, profile: Service): CarriedFile {
  const { headers, ...request } = readRequest(parseJsonObject(text, refused), profile, refused);
  return { ...request, ...readStamp(headers, request.body) };
}

/** The content of a container with a request to stamp. Throws INVALID_INPUT, which names the wrong part. */
export function readRequestToStamp(content: JsonObject, profile: Service): Omit<CarriedFile, 'stamp' | 'stampedBy'> {
  const { headers, ...request } = readRequest(content, profile, refusedToStamp);
  const other = Object.keys(headers).find((name) => !PLAIN_HEADERS.includes(name.toLowerCase()));
  if (other !== undefined) throw refusedToStamp(`it has the header ${shortly(other)} already`);
  return request;
}

type Refuse = (why: string) => AppError;

/** The parts of a request whose stamp is not read yet. */
function readRequest(
  { method, url, headers, body: written, ...rest }: JsonObject,
  profile: Service,
  refused: Refuse,
): Omit<CarriedFile, 'stamp' | 'stampedBy'> & { readonly headers: JsonObject } {
  const [other] = Object.keys(rest);
  if (other !== undefined) throw refused(`it has a member ${shortly(other)} besides ${MEMBERS.join(', ')}`);
  if (method !== 'POST') throw refused(`its method is ${shortly(method)}, and a request has POST`);
  if (typeof url !== 'string') throw refused('it has no URL');
  if (typeof written !== 'string') throw refused('its body is not text');
  if (!isJsonObject(headers)) throw refused('it has no headers');
  const operation = operationOf(url, profile, refused);
  const request = parseJsonObject(written, (why) => refused(`its body is unusable: ${why}`));
  if (request.type !== operation.activityType)
    throw refused(`its body has the type ${shortly(request.type)}, and its URL is for ${operation.activityType}`);
  if (request.organizationId !== profile.organizationId)
    throw refused(
      `it is for the organization ${shortly(request.organizationId)}, and the profile “${profile.name}” is for ${profile.organizationId}`,
    );
  if (typeof request.timestampMs !== 'string' || !/^\d{1,15}$/.test(request.timestampMs))
    throw refused('its body has no time in milliseconds in `timestampMs`');
  return { operation, body: utf8Encode(written), madeAt: Number(request.timestampMs), headers };
}

/** Returns the one stamp of the headers. Throws for a stamp that does not fit the bytes. */
function readStamp(
  headers: JsonObject,
  body: Uint8Array,
): { readonly stamp: StampHeader; readonly stampedBy: string | null } {
  const named = Object.entries(headers).filter(([name]) => !PLAIN_HEADERS.includes(name.toLowerCase()));
  const [[name = '', value] = [], second] = named;
  if (second !== undefined) throw refused(`it has the header ${shortly(second[0])} beside ${shortly(name)}`);
  const header = [STAMP_HEADER, PASSKEY_STAMP_HEADER].find((known) => known.toLowerCase() === name.toLowerCase());
  if (header === undefined || typeof value !== 'string')
    throw refused(`it has no stamp in ${STAMP_HEADER} or ${PASSKEY_STAMP_HEADER}`);
  const stamp = { name: header, value };
  if (header === PASSKEY_STAMP_HEADER) {
    decodePasskeyStamp(value);
    return { stamp, stampedBy: null };
  }
  const read = decodeStamp(value);
  if (!verifyStamp(read, body)) throw refused('its stamp does not fit its body, so one of them was changed');
  return { stamp, stampedBy: read.publicKey };
}

/** The local service has another port after a restart, so its path alone decides. */
function operationOf(url: string, profile: Service, refused: Refuse): ActivityOperation {
  for (const operation of Object.values(OPERATIONS)) {
    if (operation.kind !== 'activity') continue;
    const isSame =
      profile.kind === 'local'
        ? URL.canParse(url) && new URL(url).pathname === operation.path
        : url === requestUrl(profile.baseUrl ?? '', operation.path);
    if (isSame) return operation;
  }
  throw refused(`its URL ${shortly(url)} is no activity at the service of the profile “${profile.name}”`);
}

const MAXIMUM_SHOWN = 80;

/** Writes a value of the file as JSON, cut after 80 characters. */
function shortly(value: unknown): string {
  return ellipsized(JSON.stringify(value) ?? 'missing', MAXIMUM_SHOWN);
}

function refused(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The file is not a stamped request for this profile: ${why}. Nothing was sent. Make it with \`castellan call OPERATION --dry-run\`.`,
  );
}

function refusedToStamp(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The file is not a request to stamp for this profile: ${why}. Nothing was stamped. Make it with \`castellan call OPERATION --to-stamp FILE\`.`,
  );
}
