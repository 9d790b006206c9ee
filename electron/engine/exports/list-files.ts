import { join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import type { ProfileRow, RevealFormat } from '../../../shared/model/index.ts';
import { makeRevealKey } from '../../../shared/reveal/index.ts';
import { copySecret, utf8Encode, wipeBytes } from '../../../shared/wire/index.ts';
import { makeNewFolder, writeNewFile } from '../../storage/files/index.ts';
import type { Base } from '../base.ts';
import { askedProfile } from '../consent/consents.ts';
import type { ExportTargets } from '../keyring/export-targets.ts';
import { storeOf } from '../keys/key-index.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { AskToStamp } from '../requests/ask-to-stamp.ts';
import type { Credentials } from '../stamping/credentials.ts';
import type { Sender } from '../stamping/sender.ts';
import type { SecurityKeys } from '../vault/security-keys.ts';
import type { TypedAgain } from '../vault/typed-again.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { Exports, FileReaders } from './exports.ts';
import { type ChooseFile, EXTENSIONS, readersProblem } from './file-readers.ts';
import { REPORT_FILE, reportOf, type WrittenFile } from './report.ts';
import { createStampReport } from './stamped-reports.ts';
import { expectedIn, type ProvenExport, type ProvenList } from './target-lists.ts';

/** Writes the proven exports of a list to the files of a new folder, one after the other. */
export interface ListFiles {
  /**
   * Writes them in a format. A wallet is written as its words where the format is for keys. Throws CANCELLED between
   * two files, FILE_REFUSED for a folder that exists, and what `Exports.reveal` throws. The caller wipes `readers`.
   */
  write(
    list: ProvenList,
    to: { readonly folder: string; readonly form: RevealFormat; readonly readers: FileReaders | undefined },
    counting?: Counting,
  ): Promise<readonly WrittenFile[]>;
  /**
   * Asks in the trusted window for the format, the readers and the end of the target keys, and for the folder, then
   * writes them. Asks again to stamp a report beside them, which may be refused. Throws NOT_FOUND for a profile without
   * a key, NOT_CONFIRMED, CANCELLED, NOT_SUPPORTED for target keys in several stores, and like `write`.
   */
  ask(
    list: ProvenList,
    about: { readonly profile: ProfileRow; readonly file: string; readonly folderName: string },
    choose: ChooseFile,
    counting?: Counting,
  ): Promise<WrittenList>;
}

/** The files of a list: their folder and their number. */
export interface WrittenList {
  readonly folder: string;
  readonly files: number;
  /** A stamped report is beside them. */
  readonly hasReport: boolean;
}

interface ListFilesParts {
  readonly profiles: Pick<Profiles, 'requireConfirmed'>;
  readonly credentials: Pick<Credentials, 'stamping'>;
  readonly askToStamp: AskToStamp;
  readonly sender: Pick<Sender, 'stamp'>;

  readonly exports: Pick<Exports, 'openBundle' | 'reveal' | 'close'>;
  readonly vault: Pick<VaultKeeper, 'open'>;
  readonly targets: Pick<ExportTargets, 'get' | 'mark' | 'close'>;
  readonly typedAgain: TypedAgain;
  readonly securityKeys: Pick<SecurityKeys, 'answer'>;
}

export function createListFiles(
  { consents, ports }: Pick<Base, 'consents' | 'ports'>,
  parts: ListFilesParts,
): ListFiles {
  const { profiles, credentials, exports, vault, targets, typedAgain, securityKeys } = parts;
  const stampReport = createStampReport(parts);

  /** `secretOf` returns the secret of an opened export, which is wiped here. */
  const writeAll = async (
    { proven, organizationId, signerKey }: ProvenList,
    { folder, form: asked }: { readonly folder: string; readonly form: RevealFormat },
    secretOf: (opened: Awaited<ReturnType<Exports['openBundle']>>, form: RevealFormat) => Promise<Uint8Array>,
    { signal, progress }: Counting = {},
  ) => {
    const written: WrittenFile[] = [];
    for (const one of proven) {
      if (signal?.aborted === true)
        throw new AppError(
          'CANCELLED',
          sentence`Cancelled after ${written.length} of ${proven.length} files. The target keys are kept. Remove the folder and write the exports again.`,
        );
      const form = one.wanted.kind === 'wallet' && !OF_ANY_SECRET.includes(asked) ? 'mnemonic' : asked;
      const file = fileNameOf(one, written.length + 1, form);
      const expected = expectedIn(one.wanted);
      const opening = { targetId: one.targetId, module: null, bundle: one.bundle, organizationId, signerKey, expected };
      const opened = await exports.openBundle(opening);
      try {
        const secret = await secretOf(opened, form);
        try {
          // After the first reveal, so that a wrong PIN leaves no empty folder.
          if (written.length === 0) await makeNewFolder(folder);
          await writeNewFile(join(folder, file), secret);
        } finally {
          secret.fill(0);
        }
      } finally {
        await exports.close(opened.revealId);
      }
      written.push({ file, form });
      progress?.({ done: written.length, total: proven.length, text: file });
    }
    return written;
  };

  return {
    write: (list, { readers, ...to }, counting) =>
      writeAll(list, to, ({ revealId }, form) => exports.reveal(revealId, form, copyOf(readers)), counting),
    async ask(list, { profile, file, folderName }, choose, counting) {
      await profiles.requireConfirmed(profile);
      // A missing key stops it before a secret is written.
      credentials.stamping(profile);
      const keys = list.proven.map(({ targetId }) => targets.get(targetId));
      const [store = null, other] = [...new Set(keys.map(storeOf))];
      if (other !== undefined)
        throw new AppError(
          'NOT_SUPPORTED',
          'The target keys of this list are in several stores. Nothing was written. Reveal its exports one by one.',
        );
      const asked = { kind: 'writeExports', profile: askedProfile(profile), file, ...countsOf(list) } as const;
      let folder: string | null = null;
      const { done, answer } = await typedAgain(
        {
          store,
          to: 'write the exports',
          touch: async (to) => ({ securityKey: await securityKeys.answer(to, 'reveal') }),
        },
        async (typed) => {
          for (let { problem } = typed; ; ) {
            const answer = await consents.ask({ ...asked, ...typed, problem }, counting?.signal);
            problem = readersProblem(answer);
            try {
              if (problem === null) folder ??= await choose(folderName);
              if (problem === null && folder === null)
                throw new AppError('CANCELLED', 'No folder was chosen. Nothing was revealed or written. Try again.');
            } catch (error) {
              wipeBytes(answer);
              throw error;
            }
            if (problem === null) return answer;
            wipeBytes(answer);
          }
        },
        async ({ format, filePassphrase, recipients }, given) => {
          const to = { folder: folder ?? '', form: format ?? 'hex' };
          const secretOf = async (
            { revealId, proof }: Awaited<ReturnType<Exports['openBundle']>>,
            form: RevealFormat,
          ) => {
            const key = await makeRevealKey(form, proof);
            const call = await vault.open();
            // The vault takes over what it is sent, and the next export needs the same answer.
            const sent = {
              ...copied(given),
              ...(filePassphrase === undefined ? {} : { filePassphrase: copySecret(filePassphrase) }),
            };
            try {
              const file = recipients === undefined ? {} : { recipients: [...recipients] };
              return await key.open(await call('reveal', { revealId, format: form, ...sent, ...file, to: key.to }));
            } finally {
              wipeBytes(sent);
            }
          };
          return { folder: to.folder, files: await writeAll(list, to, secretOf, counting) };
        },
      );
      for (const key of keys) {
        targets.mark(key, answer.keep);
        await targets.close(key);
      }
      const { folder: written, files } = done;
      const hasReport = await stampReport(reportOf(list, files, ports.clock.now()), profile, counting?.signal).then(
        async (text) => {
          await writeNewFile(join(written, REPORT_FILE), utf8Encode(text));
          return true;
        },
        (error: unknown) => {
          if (error instanceof AppError && (error.code === 'NOT_CONFIRMED' || error.code === 'CANCELLED')) return false;
          throw error;
        },
      );
      return { folder: written, files: files.length, hasReport };
    },
  };
}

/** The formats that take words as well as a key. */
const OF_ANY_SECRET: readonly RevealFormat[] = ['sheet', 'age'];

/** A reveal wipes the passphrase that it takes. */
const copyOf = (readers: FileReaders | undefined): FileReaders | undefined =>
  readers !== undefined && 'passphrase' in readers ? { passphrase: copySecret(readers.passphrase) } : readers;

interface Given {
  readonly passphrase: Uint8Array<ArrayBuffer> | null;
  readonly securityKey?: Uint8Array<ArrayBuffer>;
}

const copied = ({ passphrase, securityKey }: Given): Given => ({
  passphrase: passphrase === null ? null : copySecret(passphrase),
  ...(securityKey === undefined ? {} : { securityKey: copySecret(securityKey) }),
});

/** The numbers of a list that its question shows. */
function countsOf({
  proven,
  unproven,
}: ProvenList): Pick<QuestionOf<'writeExports'>, 'keys' | 'wallets' | 'missing' | 'addressFormats'> {
  const keys = proven.filter(({ wanted }) => wanted.kind !== 'wallet');
  return {
    keys: keys.length,
    wallets: proven.length - keys.length,
    missing: unproven.length,
    addressFormats: [...new Set(keys.map(({ wanted }) => wanted.addressFormat))],
  };
}

/** Such as `001-account-0xf39F….hex`. A name from a file carries no path. */
const fileNameOf = ({ wanted: { kind, of } }: ProvenExport, number: number, form: RevealFormat): string =>
  `${String(number).padStart(3, '0')}-${kind.replace(' ', '-')}-${of.replaceAll(/[^A-Za-z0-9]/g, '_').slice(0, 80)}.${EXTENSIONS[form]}`;
