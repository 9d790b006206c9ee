/** Explains a transaction, a payload, a bundle or an activity without a request to sign it, from the exact bytes. */
import { AppError, sentence } from '../../shared/errors/index.ts';
import {
  type Description,
  isJsonObject,
  type JsonObject,
  type Meaning,
  ownMember,
  type PathStep,
  parseJsonObject,
  scanJson,
} from '../../shared/model/index.ts';
import { findActivityByType, OPERATIONS } from '../../shared/operations/index.ts';
import type { InputOf, VaultMessages } from '../../shared/processes/index.ts';
import { formatFingerprint, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import { care, danger, findFormatsOf, information, sha256 } from '../crypto/index.ts';
import { explainBundle } from './bundle-claims.ts';
import { checkInterface, type Interfaces, openInterfaces } from './calls/interfaces.ts';
import { decodeContent } from './decode-content.ts';
import { describeBody, hiddenIn, hiddenWithin, inOrder, judge } from './describe.ts';
import { labelWords, writePath } from './member-words.ts';

type Input = InputOf<VaultMessages, 'inspect'>;

const MAXIMUM_DEPTH = 64;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Explains bytes that are said to be `as`. The given interfaces explain contracts first, then the kept ones. Unreadable
 * contents are `unreadable`, with the reason. Throws INVALID_INPUT only for bytes that are not UTF-8, unusable
 * interfaces, or an invalid signer. Spaces and line ends around a text are ignored, but in a message they count.
 */
export async function inspect(
  { bytes, as, interfaces: given = [] }: Input,
  kept: Interfaces,
): Promise<Meaning | Description> {
  const text = utf8Decode(bytes, 'What was given');
  for (const each of given) checkInterface(each);
  checkSigner(as);
  const own = openInterfaces(given);
  const interfaces: Interfaces = (chain, address) => [...own(chain, address), ...kept(chain, address)];
  try {
    switch (as.kind) {
      case 'transaction':
        return describeContent(
          as,
          {
            unsignedTransaction: text.trim(),
            type: as.type,
            signWith: as.signWith,
          },
          interfaces,
        );
      case 'payload': {
        const payload = as.encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' ? text : text.trim();
        const described = describeContent(
          as,
          {
            payload,
            encoding: as.encoding,
            signWith: as.signWith,
          },
          interfaces,
        );
        return {
          ...described,
          findings: [
            ...described.findings,
            ...hiddenIn('payload', payload, 'Payload'),
            ...hiddenWithin(described.decoded, [payload]),
          ],
        };
      }
      case 'bundle':
        return explainBundle(text.trim(), as.signerKey);
      case 'activity':
        return describeActivity(text, bytes, interfaces);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...undescribed(as.kind), judged: 'unreadable', findings: [danger(error.message)] };
  }
}

/** A signer is an address of some chain, or a private key by its id. */
function checkSigner(as: Input['as']): void {
  const signWith = 'signWith' in as ? as.signWith : null;
  if (signWith === null || UUID.test(signWith) || findFormatsOf(signWith).length > 0) return;
  throw new AppError(
    'INVALID_INPUT',
    'The signer is neither an address of a known chain nor the id of a private key. Nothing was explained. Check its spelling.',
  );
}

function undescribed(kind: Input['as']['kind']): Description {
  return {
    headline: `The effect of this ${kind} is unknown`,
    decoded: null,
    judged: 'whole',
    mark: null,
    findings: [],
  };
}

/** Explains contents as a body that asks to sign them would. */
function describeContent(
  { kind, atMs }: { readonly kind: 'transaction' | 'payload'; readonly atMs: number },
  parameters: JsonObject,
  interfaces: Interfaces,
): Description {
  const operation = kind === 'transaction' ? OPERATIONS.sign_transaction : OPERATIONS.sign_raw_payload;
  const { headline, decoded, unreadable, loud, findings } = decodeContent(operation, parameters, { interfaces, atMs });
  const described = undescribed(kind);
  const found = [...loud, ...inOrder(findings)];
  return { headline: headline ?? described.headline, decoded, ...judge(unreadable, found), findings: found };
}

/**
 * Explains a body to be stamped, or an activity from a service's answer. An activity is explained by the bytes that
 * made it if they are in it, else by its intent.
 */
function describeActivity(text: string, bytes: Uint8Array, interfaces: Interfaces): Meaning {
  const root = parseJsonObject(
    text,
    (why) =>
      new AppError(
        'INVALID_INPUT',
        sentence`The activity cannot be read, because ${why}. Nothing was explained. Check the program that wrote it.`,
      ),
  );
  const inner = ownMember(root, 'activity');
  const activity = isJsonObject(inner) ? inner : root;
  const intent = ownMember(activity, 'intent');
  if (!isJsonObject(intent)) return describeBody(bytes, interfaces);
  const fingerprint = ownMember(activity, 'fingerprint');
  const votes = votesOf(activity);
  const stamped = votes.find((body) => formatFingerprint(sha256(body)) === fingerprint);
  if (stamped !== undefined) {
    const meaning = describeBody(stamped, interfaces);
    const differing = differingIn(requestOf(activity, intent), JSON.parse(utf8Decode(stamped)) as JsonObject);
    return {
      ...meaning,
      findings: [
        ...(differing === null
          ? []
          : [
              danger(
                `The service shows ${labelWords(requestSchema(activity), differing)} differently from the stamped request. Castellan shows the stamped one. Ask the operator of the service.`,
                { field: writePath(differing) },
              ),
            ]),
        ...meaning.findings,
        information('Checked: these bytes match the fingerprint of the activity.', {
          field: 'fingerprint',
        }),
      ],
    };
  }
  const meaning = describeBody(utf8Encode(JSON.stringify(requestOf(activity, intent))), interfaces);
  const isTwofold = hasRepeats(text);
  return {
    ...meaning,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : '',
    decoded: isTwofold ? null : meaning.decoded,
    ...(isTwofold ? judge(true, []) : {}),
    findings: [
      ...(isTwofold ? [danger('It has the same member twice in one object, so it has two meanings.')] : []),
      ...(votes.length === 0
        ? []
        : [
            danger(
              'No stamped request has this fingerprint. The contents come from the service alone, and the activity may be different.',
              { field: 'fingerprint' },
            ),
          ]),
      ...meaning.findings,
      ...(votes.length === 0
        ? [
            care('The contents come from the service alone: the stamped bytes are missing, so nothing proves them.', {
              field: 'intent',
            }),
          ]
        : []),
    ],
  };
}

/**
 * The first member of a request that a service shows differently from its stamped bytes. Null for none. Empty or false
 * members may be left out, and a number may be written as text.
 */
function differingIn(shown: JsonObject, stamped: JsonObject): readonly PathStep[] | null {
  const differing = (one: unknown, other: unknown, path: readonly PathStep[], depth: number): typeof path | null => {
    if (one === other || one === null || one === undefined || one === '' || one === false || one === 0) return null;
    if (typeof one !== 'object') return typeof other !== 'object' && String(one) === String(other) ? null : path;
    const members = Object.entries(one);
    if (members.length === 0) return null;
    const isList = Array.isArray(one);
    if (typeof other !== 'object' || other === null || isList !== Array.isArray(other) || depth === 0) return path;
    if (isList && members.length !== Object.keys(other).length) return path;
    for (const [name, value] of members) {
      const place = [...path, isList ? Number(name) : name];
      const found = differing(value, ownMember(other as JsonObject, name), place, depth - 1);
      if (found !== null) return found;
    }
    return null;
  };
  for (const name of ['organizationId', 'parameters']) {
    const found = differing(ownMember(shown, name), ownMember(stamped, name), [name], MAXIMUM_DEPTH);
    if (found !== null) return found;
  }
  return typeIn(shown) === typeIn(stamped) ? null : ['type'];
}

/** Returns the schema of the requests of an activity's type. Null for an unknown type. */
function requestSchema(activity: JsonObject) {
  const type = ownMember(activity, 'type');
  return (typeof type === 'string' ? findActivityByType(type)?.request : undefined) ?? null;
}

/** The operation of a request, whichever way its type is spelled. */
function typeIn(request: JsonObject): unknown {
  const type = ownMember(request, 'type');
  return (typeof type === 'string' ? findActivityByType(type)?.name : undefined) ?? type;
}

function votesOf(activity: JsonObject): Uint8Array<ArrayBuffer>[] {
  const votes = ownMember(activity, 'votes');
  return (Array.isArray(votes) ? (votes as readonly unknown[]) : []).flatMap((vote) => {
    const message = isJsonObject(vote) ? ownMember(vote, 'message') : undefined;
    return typeof message === 'string' ? [utf8Encode(message)] : [];
  });
}

/** The request that asks for that intent. */
function requestOf(activity: JsonObject, intent: JsonObject): JsonObject {
  const type = ownMember(activity, 'type');
  const member = typeof type === 'string' ? findActivityByType(type)?.intentMember : undefined;
  const [only] = Object.values(intent);
  return {
    type,
    timestampMs: '0',
    organizationId: ownMember(activity, 'organizationId'),
    parameters: (member === undefined ? undefined : ownMember(intent, member)) ?? only,
  };
}

function hasRepeats(text: string): boolean {
  let repeats = false;
  scanJson(text, MAXIMUM_DEPTH, {
    leaf: () => undefined,
    member(_path, again) {
      repeats ||= again;
    },
    tooDeep: () => undefined,
  });
  return repeats;
}
