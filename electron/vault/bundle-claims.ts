/** The claims of a bundle (PROTOCOL 5.2 and 5.5), read without opening it. Only a known signer proves them. */
import { AppError } from '../../shared/errors/index.ts';
import {
  type DecodedField,
  type Finding,
  type JsonObject,
  parseJsonObject,
  type Told,
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

const POINT_BYTES = 65;

/**
 * `signerKey` is the trusted key (130 hex digits). Null when none is trusted. `unreadable` when it signed something
 * else or nothing. Throws BUNDLE_TOO_LARGE or BUNDLE_INVALID for a text that is not a bundle.
 */
export function tellBundle(bundle: string, signerKey: string | null): Told {
  if (!bundle.startsWith('{')) return tellCredential(bundle);
  return 'data' in parseJsonObject(bundle, invalid) ? tellSigned(bundle, signerKey) : tellEncrypted(bundle);
}

function tellSigned(bundle: string, trusted: string | null): Told {
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
    decoded: told(isTarget ? 'Import bundle' : 'Export bundle', [
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

function tellEncrypted(bundle: string): Told {
  const { encappedPublic, ciphertext } = readEncryptedBundle(bundle);
  return {
    headline: 'Pass encrypted client data to a service',
    judged: 'whole',
    mark: null,
    findings: [NOT_SIGNED],
    decoded: told('Encrypted bundle', [
      row('Encapsulated key', hexEncode(encappedPublic), 'key'),
      sizeRow(ciphertext.length),
    ]),
  };
}

function tellCredential(bundle: string): Told {
  const { encappedPublic, ciphertext } = readCredentialBundle(bundle);
  return {
    headline: 'Open a key that was sent to the holder of the target key',
    judged: 'whole',
    mark: null,
    findings: [NOT_SIGNED],
    decoded: told('Credential bundle', [
      row('Encapsulated key', hexEncode(encappedPublic), 'key'),
      sizeRow(ciphertext.length),
    ]),
  };
}

const NOT_SIGNED = care('Not proven: it is not signed, and names neither sender nor recipient.');

function told(title: string, fields: DecodedField[]): Told['decoded'] {
  return { title, summary: [], fields, unexplained: [] };
}

const sizeRow = (bytes: number) => row('Encrypted', `${bytes} bytes`);

function textIn(claims: JsonObject, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

function invalid(why: string): AppError {
  return new AppError(
    'BUNDLE_INVALID',
    `This is not a bundle: ${why}. Nothing was opened. Give the bundle exactly as you received it.`,
  );
}
