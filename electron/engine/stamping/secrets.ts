import { AppError, sentence } from '../../../shared/errors/index.ts';
import { isJsonObject, type PathStep } from '../../../shared/model/index.ts';
import { type Operation, placeIn } from '../../../shared/operations/index.ts';
import { findSecret, nothingKept, SECRET_NAMES } from '../../../shared/secrets/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';

/**
 * Keeps secrets out of requests, because stamped, cached and logged bytes are kept for ever. Throws SECRET_REFUSED for
 * a text that is provably a secret, and SECRET_SUSPECTED for text of 64 hexadecimal digits unless `hexIsNoKey`. Neither
 * repeats the text.
 */
export function refuseSecrets(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  hexIsNoKey: boolean | undefined,
): void {
  const prefix = operation.kind === 'activity' ? ['parameters'] : [];
  for (const { path, text } of textsOf(input, [])) {
    const found = findSecret(messageIn(text));
    if (found === null) continue;
    const place = [...prefix, ...path];
    const { label, kind } = placeIn(operation.request, place);
    const fields = [{ path: `/${place.join('/')}`, reason: `holds ${SECRET_NAMES[found.kind]}` }];
    if (found.kind !== 'hex') {
      throw new AppError(
        'SECRET_REFUSED',
        sentence`${nothingKept(found.kind)} “${label}” holds ${SECRET_NAMES[found.kind]}, so nothing was signed or sent. Remove it from the clipboard and the input. To add a key, import it.`,
        { fields },
      );
    }
    if (hexIsNoKey === true || kind !== 'text' || isHexPayload(operation, input, path)) continue;
    throw new AppError(
      'SECRET_SUSPECTED',
      sentence`“${label}” is a text of ${SECRET_NAMES.hex}. Nothing was kept, signed or sent. If it is not a key, send the same request again. If it is a digest, give it as a digest.`,
      { fields },
    );
  }
}

/** Refuses bytes to be stamped, whose members are not known, that hold a provable secret. Throws SECRET_REFUSED. */
export function refuseSecretBytes(body: Uint8Array): void {
  const text = new TextDecoder().decode(body);
  const found = [text, ...textsIn(text)]
    .map((each) => findSecret(messageIn(each)))
    .find((each) => each !== null && each.kind !== 'hex');
  if (found === undefined || found === null) return;
  throw new AppError(
    'SECRET_REFUSED',
    sentence`${nothingKept(found.kind)} The bytes hold ${SECRET_NAMES[found.kind]}, so they were not stamped. Remove it from the clipboard and the input.`,
  );
}

/** Returns true for a payload that its encoding declares hexadecimal, such as a digest. */
function isHexPayload(operation: Operation, input: Readonly<Record<string, unknown>>, [member]: readonly PathStep[]) {
  const signs = operation.kind === 'activity' ? operation.signs : null;
  if (signs === null || signs.kind === 'transaction' || member !== signs.content) return false;
  return input[signs.encoding] === 'PAYLOAD_ENCODING_HEXADECIMAL';
}

/** Every text of a value with its path. */
function textsOf(value: unknown, path: readonly PathStep[]): { path: readonly PathStep[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, [...path, index]));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => textsOf(member, [...path, name])) : [];
}

/** Every text in a JSON value, unescaped. Empty for a text that is not JSON. */
function textsIn(json: string): readonly string[] {
  try {
    return textsOf(JSON.parse(json), []).map(({ text }) => text);
  } catch {
    return [];
  }
}

const PERSONAL = /^.(?:Ethereum|TRON) Signed Message:\n(\d{1,7})/;

/**
 * The message after the prefix of a personal message (EIP-191, TIP-191). A secret right behind the length would not be
 * found otherwise.
 */
function messageIn(text: string): string {
  const [prefix = '', digits = ''] = PERSONAL.exec(text) ?? [];
  for (let length = 1; length <= digits.length; length += 1) {
    const message = text.slice(prefix.length - digits.length + length);
    if (String(utf8Encode(message).length) === digits.slice(0, length)) return message;
  }
  return text;
}
