import { base64 } from '@scure/base';
import Type, { type Static } from 'typebox';
import { AppError, sentence, toErrorData } from '../../../shared/errors/index.ts';
import { locked, readStateFile, replaceStateFile } from '../files/index.ts';
import { base64Decode, checkName, checkSecret, type SecretStore } from './secret-store.ts';

export interface KeystoreFile extends SecretStore {
  /** The header from which the vault opens the store, or null when there is no file yet. */
  header(): Uint8Array<ArrayBuffer> | null;
  /**
   * Replaces the header `before` with `header`. With null, it makes the file.
   * Throws FILE_REFUSED when the file has another header, because keys sealed under that one would be lost.
   */
  setHeader(header: Uint8Array, before: Uint8Array | null): void;
}

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 2048 });
const Closed = { additionalProperties: false };
const Content = Type.Object(
  {
    format: Type.Literal('castellan-keystore'),
    version: Type.Literal(1),
    header: Base64,
    items: Type.Record(Type.String(), Base64),
  },
  Closed,
);
type Content = Static<typeof Content>;

const KIND = { format: 'castellan-keystore', version: 1, corrupt: 'KEYSTORE_CORRUPT', private: true } as const;

/**
 * The passphrase file: blobs that the vault sealed, under names, in one private JSON file (0600). Nothing is opened here,
 * so this process never sees a key. Every change reads the file again under its lock: two processes lose nothing.
 * Throws KEYSTORE_CORRUPT, STATE_FILE_NEWER, FILE_REFUSED (others may read it, a link to another user's file), DISK_FULL.
 */
export function openKeystoreFile(path: string): KeystoreFile {
  const load = (): Content | null => readStateFile(path, Content, KIND);

  const change = (edit: (items: Record<string, string>) => void): void =>
    locked(path, () => {
      const content = load();
      if (content === null) throw missing(path);
      const items = { ...content.items };
      edit(items);
      replaceStateFile(path, { ...content, items });
    });

  return {
    kind: 'file',
    backend: 'passphrase file',
    label: 'Passphrase file',
    text: 'An encrypted file in Castellan’s folder. You type its passphrase each time you unlock the vault. Without the passphrase nobody can open the file.',
    copying: 'Can be copied with the file. Useless without the passphrase',
    ready: 'It is intact and only you can read it, or it does not exist yet.',

    async probe() {
      try {
        load();
        return null;
      } catch (error) {
        const { code, message } = toErrorData(error);
        return { code, title: 'The passphrase file cannot be used', message };
      }
    },

    header() {
      const content = load();
      return content === null ? null : decode(content.header, path);
    },

    setHeader(header, before) {
      locked(path, () => {
        const content = load();
        if ((content?.header ?? null) !== (before === null ? null : base64.encode(before))) {
          throw new AppError(
            'FILE_REFUSED',
            sentence`${path} was created or got another passphrase at the same time. It was not replaced. Unlock it with its own passphrase, or move it away first.`,
          );
        }
        const { format, version } = KIND;
        replaceStateFile(path, {
          format,
          version,
          items: content?.items ?? {},
          header: base64.encode(header),
        } satisfies Content);
      });
    },

    async read(name) {
      checkName(name);
      const content = load();
      if (content === null || !Object.hasOwn(content.items, name)) return null;
      return decode(content.items[name] ?? '', path);
    },

    async write(name, bytes) {
      checkName(name);
      checkSecret(bytes);
      change((items) => {
        items[name] = base64.encode(bytes);
      });
    },

    async remove(name) {
      checkName(name);
      if (load() === null) return;
      change((items) => {
        delete items[name];
      });
    },
  };
}

function decode(text: string, path: string): Uint8Array<ArrayBuffer> {
  const bytes = base64Decode(text);
  if (bytes !== null) return bytes;
  throw new AppError(
    'KEYSTORE_CORRUPT',
    sentence`${path} is damaged: a value in it is not base64. It was not changed. Restore a backup with \`castellan backup restore\`.`,
  );
}

function missing(path: string): AppError {
  return new AppError(
    'PASSPHRASE_REQUIRED',
    sentence`There is no key file at ${path} yet, so nothing was stored. Choose a passphrase first.`,
  );
}
