import { AppError, sentence, type Text } from '../../../shared/errors/index.ts';
import type { DerivedAddress, QuestionOf } from '../../../shared/ipc/index.ts';
import { type ActivityDetail, formatLabel, LIMITS, type ProfileRow } from '../../../shared/model/index.ts';
import { findActivityByType } from '../../../shared/operations/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import { readWholeFile } from '../../storage/files/index.ts';
import type { Base } from '../base.ts';
import { askedProfile } from '../consent/consents.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import type { Requests } from '../requests/requests.ts';
import type { ContinuedImports } from './continued.ts';
import { type ImportAs, importBundles, importFinish, importStart } from './import-requests.ts';
import type { Imports, SealedImport } from './imports.ts';

/** An import that the window asks for. The secret is typed in the trusted window, or read from `file`. */
export interface AskedImport {
  readonly name: string;
  readonly as: ImportAs;
  /** The file with the secret. Null where the operator types it. */
  readonly file: string | null;
  /** The id of the completed activity that started it. Without it, the import starts now. */
  readonly started?: string | null;
}

export interface FinishedImport {
  readonly activity: ActivityDetail;
  /** The addresses that the vault derived, in the order of the request. Empty for a secret. */
  readonly addresses: readonly string[];
  /** True when the service reports the same addresses. False while votes are missing, and for a secret. */
  readonly isSame: boolean;
}

export type ImportStage = 'starting' | 'typing' | 'importing';

/** Imports wallets, private keys and secrets that the operator types in the trusted window. */
export interface AskedImports {
  /**
   * Starts the import, unless it was started before, and asks for the secret. The vault encrypts it and derives its addresses. The question shows
   * them, and the result must have the same. Throws NOT_CONFIRMED, FILE_REFUSED, ADDRESS_MISMATCH, and what
   * `Requests.submit` and `Imports.seal` throw.
   */
  run(
    wanted: AskedImport,
    given: { signal?: AbortSignal; progress(stage: ImportStage): void },
  ): Promise<FinishedImport>;
  /** True when the import that an activity of the current profile started was continued, or may have been. */
  isContinued(started: string): boolean;
}

interface AskedParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly requests: Pick<Requests, 'prepare' | 'submit'>;
  readonly imports: Imports;
  readonly continued: ContinuedImports;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Asked = Pick<QuestionOf<'importSecret'>, 'what' | 'problem'>;

/** Errors after which the operator may type the secret again. */
const AGAIN: readonly string[] = ['INVALID_INPUT', 'KEY_INVALID', 'PASSPHRASE_WRONG'];
const BRACE = 0x7b;

export function createAskedImports(
  { consents }: Pick<Base, 'consents'>,
  { profiles, queries, requests, imports, continued }: AskedParts,
): AskedImports {
  const ask = async (profile: ProfileRow, name: string, asked: Asked, signal?: AbortSignal): Promise<Bytes> => {
    const question = { kind: 'importSecret', profile: askedProfile(profile), name, passphrase: 'import' } as const;
    const { passphrase } = await consents.ask({ ...question, ...asked }, signal);
    if (passphrase !== null) return passphrase;
    throw new AppError('INVALID_INPUT', 'You typed nothing. Nothing was imported. Try again and type the secret.');
  };

  /** Returns the bundle of an import that was started before, such as one that needed votes. */
  const bundleOf = async (profile: ProfileRow, operation: string, activityId: string, following: object) => {
    const { activity } = await queries.ask('get_activity', { activityId }, { profile, ...following });
    const [bundle] = findActivityByType(activity.type)?.name === operation ? importBundles(activity) : [];
    if (bundle !== undefined) return bundle;
    throw new AppError(
      'INVALID_INPUT',
      'This activity has not started an import of this kind. Nothing was imported. Start the import again.',
    );
  };

  const checkFile = async (file: string, as: ImportAs): Promise<void> => {
    const given = readSecret(file);
    try {
      await imports.check({ given, passphrase: null, as });
    } catch (error) {
      // A keystore file, whose passphrase is typed later.
      if (!(error instanceof AppError && error.code === 'PASSPHRASE_REQUIRED')) throw error;
    } finally {
      given.fill(0);
    }
  };

  return {
    isContinued: (started) => continued.has(profiles.get().name, started),
    async run({ name, as, file, started = null }, { signal, progress }) {
      const following = signal === undefined ? {} : { signal };
      const profile = profiles.get();
      progress('starting');
      // Before anything is stamped: a wrong file must leave no import at the service.
      if (file !== null) await checkFile(file, as);
      const { userId } = await queries.ask('whoami', {}, { profile, ...following });
      const start = importStart(as.kind, userId);
      let bundle: string | undefined;
      if (started === null) {
        const starting = await requests.prepare(start.operation, start.parameters, { profile });
        const { activity, detail } = await requests.submit(starting.requestId, following);
        [bundle] = importBundles(activity);
        if (bundle === undefined) return { activity: detail, addresses: [], isSame: false };
      } else bundle = await bundleOf(profile, start.operation, started, following);

      progress('typing');
      const sealed = await sealUntilRead(file, async (problem) => {
        const given = file === null ? await ask(profile, name, { what: as.kind, problem }, signal) : readSecret(file);
        const isKeystore = as.kind === 'key' && given.find((byte) => byte > 0x20) === BRACE;
        try {
          const opens = { what: 'keystore', problem: file === null ? null : problem } as const;
          const passphrase = isKeystore ? await ask(profile, name, opens, signal) : null;
          return await imports.seal(profile, { given: copySecret(given), passphrase, as, bundle, userId });
        } finally {
          given.fill(0);
        }
      });

      progress('importing');
      const finish = importFinish(as, { name, userId }, sealed);
      const derived = derivedOf(as, sealed);
      const { findings } = sealed;
      const finishing = await requests.prepare(finish.operation, finish.parameters, { profile, derived, findings });
      if (started !== null) continued.note(profile.name, started, finishing.requestId);
      const { activity, detail } = await requests.submit(finishing.requestId, following);
      const isSame = imports.compare(as, sealed.addresses, activity);
      return { activity: detail, addresses: sealed.addresses, isSame };
    },
  };
}

/** Repeats `seal` with the reason of a refusal, while the operator can type something else. */
async function sealUntilRead(
  file: string | null,
  seal: (problem: Text | null) => Promise<SealedImport>,
): Promise<SealedImport> {
  for (let problem: Text | null = null; ; ) {
    try {
      return await seal(problem);
    } catch (error) {
      const isTypedAgain = error instanceof AppError && AGAIN.includes(error.code);
      // The same file holds the same key. Only the passphrase of a keystore file can be typed again.
      if (!isTypedAgain || (file !== null && error.code !== 'PASSPHRASE_WRONG')) throw error;
      problem = error.text;
    }
  }
}

function derivedOf(as: ImportAs, { addresses }: SealedImport): readonly DerivedAddress[] {
  if (as.kind === 'secret') return [];
  const accounts =
    as.kind === 'wallet'
      ? as.accounts.map(({ addressFormat, path }) => ({ label: formatLabel(addressFormat), path }))
      : as.addressFormats.map((format) => ({ label: formatLabel(format), path: null }));
  return accounts.map((account, index) => ({ ...account, address: addresses[index] ?? '' }));
}

function readSecret(file: string): Bytes {
  const bytes = readWholeFile(file, { private: false });
  if (bytes === null || bytes.length === 0)
    throw new AppError(
      'FILE_REFUSED',
      sentence`${file} is missing or empty. Nothing was imported. Choose another file.`,
    );
  if (bytes.length <= LIMITS.importedSecret) return bytes;
  bytes.fill(0);
  throw new AppError(
    'FILE_REFUSED',
    sentence`${file} is longer than ${LIMITS.importedSecret} bytes. Nothing was imported. Choose the file of one key or secret.`,
  );
}
