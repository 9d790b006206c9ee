import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { LIMITS, parseJsonObject, placeInWords, scanJson } from '../../../shared/model/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { CONTAINER_KINDS, type ContainerKind, type ContentOf } from './kinds.ts';

const FORMAT = 'castellan-container';
const VERSION = 1;

/** The characters of the longest container: a request of the longest kind, whose body JSON writes with escapes. */
export const MAXIMUM_CONTAINER = 2 * LIMITS.body;
/** Deeper than any content of a container. */
const MAXIMUM_DEPTH = 16;

/** Content of a container, and its digest. */
export interface Container<Kind extends ContainerKind = ContainerKind> {
  readonly kind: Kind;
  readonly content: ContentOf<Kind>;
  /** The SHA-256 of kind and content in hexadecimal, as `writeContainer` writes it. */
  readonly digest: string;
}

/**
 * Returns the text of a container (docs/formats.md): one line of JSON. Equal content gives equal text. The digest finds
 * damage. It proves no sender. Throws TOO_LARGE.
 */
export function writeContainer<Kind extends ContainerKind>(kind: Kind, content: ContentOf<Kind>): string {
  const text = written(kind, content);
  if (text.length <= MAXIMUM_CONTAINER) return text;
  throw new AppError(
    'TOO_LARGE',
    sentence`The container would be longer than ${MAXIMUM_CONTAINER} characters. It was not written. Put less into it.`,
  );
}

/**
 * Reads a container of any of the wanted kinds. Throws INVALID_INPUT for every other text, and names the fault. Content
 * is only well formed: nothing in it is proven.
 */
export function readContainer<Kind extends ContainerKind>(text: string, ...wanted: readonly Kind[]): Container<Kind> {
  if (text.length > MAXIMUM_CONTAINER) throw refused(`it is longer than ${MAXIMUM_CONTAINER} characters`);
  const { format, version, kind, sha256: digest, content } = parseJsonObject(text, refused);
  const again = duplicateIn(text);
  if (again !== null) throw refused(again);
  if (format !== FORMAT) throw refused(`it is not marked as a ${FORMAT}`);
  if (typeof version !== 'number') throw refused('it has no version');
  if (version !== VERSION) throw wrongVersion(version);
  if (!isKind(kind)) throw refused('its kind is unknown');
  if (!isOneOf(kind, wanted)) throw otherKind(kind);
  if (digest !== digestOf(kind, content)) throw refused('its digest does not fit its content, so it was changed');
  const { content: schema }: { content: TSchema } = CONTAINER_KINDS[kind];
  if (!Value.Check(schema, content)) {
    const [problem] = Value.Errors(schema, content);
    throw refused(`${placeInWords(problem?.instancePath ?? '')} of its content has a wrong form`);
  }
  if (text !== written(kind, content)) throw refused('it was written anew by another program');
  return { kind, content: content as ContentOf<Kind>, digest };
}

/** True for a text that calls itself a container, of whatever version. */
export const isContainer = (text: string): boolean => text.startsWith(`{"format":"${FORMAT}"`);

/** The SHA-256 of a container's kind and content, in hexadecimal. */
export const digestOf = (kind: ContainerKind, content: unknown): string =>
  hexEncode(sha256(utf8Encode(`${FORMAT} ${VERSION} ${kind}\n${JSON.stringify(content)}`)));

const CODE_DIGITS = 20;

/**
 * Returns the part of a digest that a person compares: 80 bits in groups of four digits. Another content with this code
 * takes 2^80 tries.
 *
 * @example
 * checkCode('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff');
 * // '0011 2233 4455 6677 8899'
 */
export const checkCode = (digest: string): string =>
  digest.slice(0, CODE_DIGITS).replaceAll(/.{4}(?=.)/g, (group) => `${group} `);

/** True when the typed text is the check code of a digest, in any letter case and with any spaces. */
export const isCheckCode = (typed: string, digest: string): boolean =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase() === digest.slice(0, CODE_DIGITS);

const written = (kind: ContainerKind, content: unknown): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, kind, sha256: digestOf(kind, content), content })}\n`;

const isKind = (kind: unknown): kind is ContainerKind =>
  typeof kind === 'string' && Object.hasOwn(CONTAINER_KINDS, kind);

const isOneOf = <Kind extends ContainerKind>(kind: ContainerKind, wanted: readonly Kind[]): kind is Kind =>
  (wanted as readonly ContainerKind[]).includes(kind);

/** `JSON.parse` drops the first of two equal members. Returns the reason to refuse them, or null. */
function duplicateIn(text: string): string | null {
  let why: string | null = null;
  scanJson(text, MAXIMUM_DEPTH, {
    leaf: () => undefined,
    member: (path, again) => {
      if (again) why ??= `it has the member ${placeInWords(`/${path.join('/')}`).slice(0, MAXIMUM_NAME)} twice`;
    },
    tooDeep: () => {
      why ??= `it is nested more than ${MAXIMUM_DEPTH} deep`;
    },
  });
  return why;
}

const MAXIMUM_NAME = 80;

function refused(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The file is not a container that can be used: ${why}. Nothing was read from it. Carry the file again, as Castellan wrote it.`,
  );
}

function wrongVersion(version: number): AppError {
  return version > VERSION
    ? new AppError(
        'INVALID_INPUT',
        sentence`A newer Castellan wrote this container (version ${version}, this one reads version ${VERSION}). Nothing was read from it. Install the newer Castellan on this machine too.`,
      )
    : refused(`its version is not ${VERSION}`);
}

function otherKind(kind: ContainerKind): AppError {
  const { title, use } = CONTAINER_KINDS[kind];
  return new AppError(
    'INVALID_INPUT',
    sentence`The file holds ${title}, which this step does not take. Nothing was read from it. ${use}`,
  );
}
