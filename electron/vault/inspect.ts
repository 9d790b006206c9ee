/** What is looked at without being asked to sign it: a transaction, a payload, a bundle or an activity, from the very bytes. */
import { AppError } from '../../shared/errors/index.ts';
import {
  isJsonObject,
  type JsonObject,
  type Meaning,
  ownMember,
  parseJsonObject,
  scanJson,
  type Told,
} from '../../shared/model/index.ts';
import { findActivityByType, OPERATIONS } from '../../shared/operations/index.ts';
import type { InputOf, VaultMessages } from '../../shared/processes/index.ts';
import { formatFingerprint, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import { care, danger, information, sha256 } from '../crypto/index.ts';
import { tellBundle } from './bundle-claims.ts';
import { checkInterface, type Interfaces, openInterfaces } from './calls/interfaces.ts';
import { decodeContent } from './decode-content.ts';
import { describeBody, hiddenIn, inOrder, judge } from './describe.ts';

type Input = InputOf<VaultMessages, 'inspect'>;

const MAXIMUM_DEPTH = 64;

/**
 * What the bytes say that are said to be `as`. Whatever cannot be read is told too, as `unreadable` with the reason; only bytes
 * that are not UTF-8, and interfaces that cannot be used, throw (INVALID_INPUT). Spaces and line ends around a text are no part of it, but of a message they are.
 */
export async function inspect({ bytes, as, interfaces: given = [] }: Input): Promise<Meaning | Told> {
  const text = utf8Decode(bytes, 'What was given');
  for (const each of given) checkInterface(each);
  const interfaces = openInterfaces(given);
  try {
    switch (as.kind) {
      case 'transaction':
        return tellContent(
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
        const told = tellContent(
          as,
          {
            payload,
            encoding: as.encoding,
            signWith: as.signWith,
          },
          interfaces,
        );
        return { ...told, findings: [...told.findings, ...hiddenIn('payload', payload)] };
      }
      case 'bundle':
        return tellBundle(text.trim(), as.signerKey);
      case 'activity':
        return tellActivity(text, bytes, interfaces);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...untold(as.kind), judged: 'unreadable', findings: [danger(error.message)] };
  }
}

function untold(kind: Input['as']['kind']): Told {
  return {
    headline: `What this ${kind} does cannot be told`,
    decoded: null,
    judged: 'whole',
    mark: null,
    findings: [],
  };
}

/** The same that a body tells that asks to sign it. */
function tellContent(
  { kind, atMs = null }: { readonly kind: 'transaction' | 'payload'; readonly atMs?: number | null },
  parameters: JsonObject,
  interfaces: Interfaces,
): Told {
  const operation = kind === 'transaction' ? OPERATIONS.sign_transaction : OPERATIONS.sign_raw_payload;
  const { headline, decoded, unreadable, loud, findings } = decodeContent(operation, parameters, { interfaces, atMs });
  const told = untold(kind);
  const found = [...loud, ...inOrder(findings)];
  return { headline: headline ?? told.headline, decoded, ...judge(unreadable, found), findings: found };
}

/** A body that is to be stamped, or an activity as a service answers it: by the bytes that made it where they are in it, else by its intent. */
function tellActivity(text: string, bytes: Uint8Array, interfaces: Interfaces): Meaning {
  const root = parseJsonObject(
    text,
    (why) => new AppError('INVALID_INPUT', `The activity cannot be read, because ${why}. Check what made it.`),
  );
  const inner = ownMember(root, 'activity');
  const activity = isJsonObject(inner) ? inner : root;
  const intent = ownMember(activity, 'intent');
  if (!isJsonObject(intent)) return describeBody(bytes, interfaces);
  const fingerprint = ownMember(activity, 'fingerprint');
  const stamped = votesOf(activity).find((body) => formatFingerprint(sha256(body)) === fingerprint);
  if (stamped !== undefined) {
    const meaning = describeBody(stamped, interfaces);
    return {
      ...meaning,
      findings: [
        ...meaning.findings,
        information('Its fingerprint is the hash of the bytes that somebody stamped, and these were read.', {
          field: 'fingerprint',
        }),
      ],
    };
  }
  const meaning = describeBody(bodyOf(activity, intent), interfaces);
  const isTwofold = hasRepeats(text);
  return {
    ...meaning,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : '',
    decoded: isTwofold ? null : meaning.decoded,
    ...(isTwofold ? judge(true, []) : {}),
    findings: [
      ...(isTwofold ? [danger('It has the same member twice in one object, so it can be read in two ways.')] : []),
      ...meaning.findings,
      care('This is what a service says of it: the bytes that were stamped are not in it, so nothing proves it.', {
        field: 'intent',
      }),
    ],
  };
}

function votesOf(activity: JsonObject): Uint8Array<ArrayBuffer>[] {
  const votes = ownMember(activity, 'votes');
  return (Array.isArray(votes) ? (votes as readonly unknown[]) : []).flatMap((vote) => {
    const message = isJsonObject(vote) ? ownMember(vote, 'message') : undefined;
    return typeof message === 'string' ? [utf8Encode(message)] : [];
  });
}

/** The body that asks for that intent. */
function bodyOf(activity: JsonObject, intent: JsonObject): Uint8Array<ArrayBuffer> {
  const type = ownMember(activity, 'type');
  const member = typeof type === 'string' ? findActivityByType(type)?.intentMember : undefined;
  const [only] = Object.values(intent);
  return utf8Encode(
    JSON.stringify({
      type,
      timestampMs: '0',
      organizationId: ownMember(activity, 'organizationId'),
      parameters: (member === undefined ? undefined : ownMember(intent, member)) ?? only,
    }),
  );
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
