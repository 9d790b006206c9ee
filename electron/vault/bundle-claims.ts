/**
 * Explains a bundle without decrypting it. Its readable members are only claims, since anyone can write a bundle. Only
 * the signature of a trusted key proves them.
 * - A service signs import and export bundles.
 * - Encrypted client data and credential bundles have no signature.
 */
import { AppError, sentence } from '../../shared/errors/index.ts';
import {
  type DecodedField,
  type Description,
  type Finding,
  type JsonObject,
  parseJsonObject,
} from '../../shared/model/index.ts';
import { hexEncode, isHex, readServerMessage, utf8Decode } from '../../shared/wire/index.ts';
import {
  care,
  danger,
  information,
  p256Verify,
  readCredentialBundle,
  readEncryptedBundle,
  row,
} from '../crypto/index.ts';

/** An uncompressed point of P-256. */
const POINT_BYTES = 65;

/**
 * Returns the meaning of an import, export, encrypted or credential bundle. `signerKey` is the trusted key of the
 * service (130 hex digits), or null for none. A signed bundle is judged `unreadable` when the trusted key did not sign
 * it. Without a trusted key it is `whole`, with a finding that nothing is proven. Throws BUNDLE_TOO_LARGE,
 * BUNDLE_INVALID, KEY_INVALID or INVALID_INPUT for a text that is not a bundle.
 */
export function explainBundle(bundle: string, signerKey: string | null): Description {
  if (!bundle.startsWith('{')) return explainCredential(bundle);
  return 'data' in parseJsonObject(bundle, invalid) ? explainSigned(bundle, signerKey) : explainEncrypted(bundle);
}

/** Explains a bundle that a service signed: an import bundle has a target key, an export bundle encrypted data. */
function explainSigned(bundle: string, trusted: string | null): Description {
  const { version, data, dataSignature, signerKey } = readServerMessage(bundle);
  const claims = parseJsonObject(utf8Decode(data, 'What the bundle says'), invalid);
  const organization = textIn(claims, 'organizationId');
  const user = textIn(claims, 'userId');
  const target = textIn(claims, 'targetPublic');
  const encapsulated = textIn(claims, 'encappedPublic');
  const ciphertext = textIn(claims, 'ciphertext');
  const forWhom = organization === null ? '' : ` of the organization ${organization}`;
  const isTarget = target !== null && isHex(target, POINT_BYTES);
  if (!isTarget && !(isHex(encapsulated ?? '', POINT_BYTES) && isHex(ciphertext ?? '')))
    throw invalid('it has neither a target key nor encrypted data');
  const { findings, holds } = proofOf(trusted, signerKey, () => p256Verify(signerKey, data, dataSignature));
  return {
    headline: isTarget
      ? `Encrypt the imported secret to the key in it${user === null ? forWhom : `, for the user ${user}${forWhom}`}`
      : `Open what was exported${forWhom}`,
    judged: holds ? 'whole' : 'unreadable',
    mark: null,
    findings,
    decoded: contentOf(isTarget ? 'Import bundle' : 'Export bundle', [
      row('Version', version),
      ...(organization === null ? [] : [row('Organization', organization, 'bytes')]),
      ...(user === null ? [] : [row('User', user, 'bytes')]),
      row('Signer', signerKey, 'key'),
      ...(isTarget
        ? [row('Target key', target, 'key')]
        : [row('Encapsulated key', encapsulated ?? '', 'key'), sizeRow((ciphertext ?? '').length / 2)]),
    ]),
  };
}

/** Checks the signer against the trusted key. `holds` is also true without one, because nothing contradicts it. */
function proofOf(
  trusted: string | null,
  signer: string,
  verify: () => boolean,
): { readonly findings: Finding[]; readonly holds: boolean } {
  const from = { field: 'Signer' };
  if (trusted === null)
    return {
      holds: true,
      findings: [care('Not proven: no signer key was given. Anyone can write a bundle.', from)],
    };
  if (trusted.toLowerCase() !== signer)
    return {
      holds: false,
      findings: [danger('It is signed with another key than the given signer key. Do not use it.', from)],
    };
  if (!verify())
    return {
      holds: false,
      findings: [danger('Its signature is invalid, because the bundle was changed. Do not use it.', from)],
    };
  return { holds: true, findings: [information('Proven: the given signer key signed the whole bundle.', from)] };
}

/** Explains client data that only the service can decrypt, such as the content of an import. */
function explainEncrypted(bundle: string): Description {
  const { encappedPublic, ciphertext } = readEncryptedBundle(bundle);
  return {
    headline: 'Pass encrypted client data to a service',
    judged: 'whole',
    mark: null,
    findings: [NOT_SIGNED],
    decoded: contentOf('Encrypted bundle', [
      row('Encapsulated key', hexEncode(encappedPublic), 'key'),
      sizeRow(ciphertext.length),
    ]),
  };
}

/** Explains a private key in base58check that only the holder of the target key can decrypt. */
function explainCredential(bundle: string): Description {
  const { encappedPublic, ciphertext } = readCredentialBundle(bundle);
  return {
    headline: 'Open a key that was sent to the holder of the target key',
    judged: 'whole',
    mark: null,
    findings: [NOT_SIGNED],
    decoded: contentOf('Credential bundle', [
      row('Encapsulated key', hexEncode(encappedPublic), 'key'),
      sizeRow(ciphertext.length),
    ]),
  };
}

const NOT_SIGNED = care('Not proven: it is not signed, and names neither sender nor recipient.');

function contentOf(title: string, fields: DecodedField[]): Description['decoded'] {
  return { title, summary: [], fields, unexplained: [] };
}

const sizeRow = (bytes: number) => row('Encrypted', `${bytes} bytes`);

/** Returns the member `name` if it is a text with characters, else null. */
function textIn(claims: JsonObject, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

function invalid(why: string): AppError {
  return new AppError(
    'BUNDLE_INVALID',
    sentence`This is not a bundle: ${why}. Nothing was opened. Give the bundle exactly as you received it.`,
  );
}
