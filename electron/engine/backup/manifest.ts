import Type, { type Static } from 'typebox';
import { Closed, parseJsonObject, placeInWords } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { base64urlDecode, base64urlEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { KeptKey, MasterKey, PasskeyKey, TokenKey } from '../keys/key-index.ts';
import { invalid, SERVICE_FOLDERS } from './archive.ts';

/** Far more than the keys of one machine take. */
export const MAXIMUM_MANIFEST = 16 * 1024 * 1024;

const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 2048 });

/** The manifest of a backup. Keys are as the vault wrapped them for it. */
const Manifest = Closed({
  format: Type.Literal('castellan-backup-manifest'),
  version: Type.Literal(1),
  /** Milliseconds since the epoch. */
  createdAt: Type.Integer({ minimum: 0 }),
  keys: Type.Array(
    Closed({
      key: KeptKey,
      wrapped: Base64Url,
      /** The audit log's counter beside an audit key. It is public and signed by that key. */
      counter: Type.Optional(Base64Url),
    }),
  ),
  /** Keys that are elsewhere: where to find them, and nothing of them. */
  elsewhere: Type.Array(Type.Union([TokenKey, PasskeyKey])),
  /** The ids of all keys in the order of their list: the first one of a profile stamps. */
  order: Type.Array(Type.String()),
  masters: Type.Array(Closed({ master: MasterKey, wrapped: Base64Url })),
  services: Type.Array(
    Closed({ folder: Type.Enum(SERVICE_FOLDERS), storeId: Type.String({ pattern: '^[0-9a-f]{16}$' }) }),
  ),
  /** Descriptions of the data that the backup excludes. */
  notIncluded: Type.Array(Type.String()),
});
export type Manifest = Static<typeof Manifest>;

export const packed = (bytes: Uint8Array): string => base64urlEncode(bytes);
export const unpacked = (text: string): Uint8Array<ArrayBuffer> => base64urlDecode(text);

export const writeManifest = (manifest: Manifest): Uint8Array => utf8Encode(JSON.stringify(manifest));

/** Throws BACKUP_INVALID. */
export function readManifest(bytes: Uint8Array): Manifest {
  const content: unknown = parseJsonObject(utf8Decode(bytes, 'The manifest'), () => invalid('its manifest is no JSON'));
  const [problem] = checkValue(Manifest, content);
  if (problem !== undefined) throw invalid(`in its manifest, ${placeInWords(problem.path)} ${problem.reason}`);
  return content as Manifest;
}
