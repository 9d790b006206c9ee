import { AppError } from '../../../shared/errors/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import { type ExportProof, FILE_FORMATS, type KeyStore, type RevealFormat } from '../../../shared/model/index.ts';
import { makeRevealKey, type RevealKey } from '../../../shared/reveal/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import { replaceFile } from '../../storage/files/index.ts';
import type { Consents } from '../consent/consents.ts';
import type { ExportTargets } from '../keyring/export-targets.ts';
import { storeOf, type TargetKey } from '../keys/key-index.ts';
import type { SecurityKeys } from '../vault/security-keys.ts';
import type { AskedAgain, TypedAgain } from '../vault/typed-again.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { type ChooseFile, chosenPath, readersProblem } from './file-readers.ts';

/** The parameters of a reveal. */
interface Revealing {
  readonly format: RevealFormat | null;
  readonly passphrase: Uint8Array<ArrayBuffer> | null;
  readonly bySecurityKey?: true | undefined;
  readonly sealTo: Uint8Array<ArrayBuffer> | null;
  readonly filePassphrase?: Uint8Array<ArrayBuffer> | undefined;
  readonly recipients?: readonly string[] | undefined;
}

interface RevealParts {
  readonly typedAgain: TypedAgain;
  readonly securityKeys: Pick<SecurityKeys, 'answer'>;
  readonly vault: VaultKeeper;
}

/** Returns a function that has the vault seal an opened export to the key in an answer of `ask`. */
export function createReveal({ typedAgain, securityKeys, vault }: RevealParts) {
  const touch = async (store: KeyStore) => ({ securityKey: await securityKeys.answer(store, 'reveal') });
  return <Answer extends Revealing>(
    store: KeyStore | null,
    revealId: string,
    ask: (typed: AskedAgain) => Promise<Answer>,
  ) =>
    typedAgain({ store, to: 'reveal it', touch }, ask, async (answer, given) => {
      const { format, sealTo: to, filePassphrase, recipients } = answer;
      if (to === null) throw new AppError('APPROVAL_REFUSED', 'No target was given. The export stays sealed.');
      const call = await vault.open();
      const file = {
        ...(filePassphrase === undefined ? {} : { filePassphrase }),
        ...(recipients === undefined ? {} : { recipients: [...recipients] }),
      };
      return { ...(await call('reveal', { revealId, format: format ?? 'hex', ...given, to, ...file })), to };
    });
}

interface ShowingParts {
  readonly consents: Pick<Consents, 'ask'>;
  readonly targets: ExportTargets;
  readonly vault: VaultKeeper;
  readonly reveal: ReturnType<typeof createReveal>;
  readonly close: (revealId: string) => Promise<void>;
}

/** An opened bundle: the id to reveal and close it by, and its proof. */
export interface Opened {
  readonly revealId: string;
  readonly proof: ExportProof;
}

/** An opened export to show. */
interface Shown {
  readonly about: Pick<QuestionOf<'reveal'>, 'profile' | 'what' | 'of' | 'named' | 'place'>;
  readonly target: TargetKey;
  readonly opened: Opened;
  /** False while a later export of the request is sealed to the same target key. */
  readonly isLastOfTarget: boolean;
}

/**
 * Returns a function that shows an opened export until the window is closed, or writes its file and returns the path. It
 * ends the target key as the operator chose, after the last export that it opens.
 */
export function createShowing({ consents, targets, vault, reveal, close }: ShowingParts) {
  return async (shown: Shown, choose: ChooseFile, signal?: AbortSignal): Promise<string | null> => {
    const { about, target, isLastOfTarget } = shown;
    const { revealId, proof } = shown.opened;
    const hasNext = about.place !== null && about.place.at < about.place.of;
    const end = (keep: Parameters<ExportTargets['mark']>[1]) => {
      if (isLastOfTarget) targets.mark(target, keep);
    };
    try {
      const asked = { kind: 'reveal', ...about, proof, keptUntil: target.until ?? null } as const;
      // Main may have a file: it is encrypted, or a sheet that the operator wants on the disk. Any other format is
      // sealed to the window.
      let file: { readonly path: string; readonly format: RevealFormat; readonly key: RevealKey } | null = null;
      const { done: sealed, answer } = await reveal(storeOf(target), revealId, async (typed) => {
        for (let { problem } = typed; ; ) {
          const answer = await consents.ask({ ...asked, ...typed, problem }, signal);
          const { format } = answer;
          if (format === null || !FILE_FORMATS.includes(format)) {
            file = null;
            return answer;
          }
          problem = readersProblem(answer);
          try {
            if (problem === null && file?.format !== format)
              file = { path: await chosenPath(about, format, choose), format, key: await makeRevealKey(format, proof) };
          } catch (error) {
            wipeBytes(answer);
            throw error;
          }
          // A copy, because a failed try wipes the answer.
          if (problem === null && file !== null) return { ...answer, sealTo: file.key.to.slice() };
          wipeBytes(answer);
        }
      });
      await vault.forget(revealId);
      // After a wrong passphrase the operator may choose to see it instead.
      const written = file as { readonly path: string; readonly key: RevealKey } | null;
      if (written !== null) {
        const content = await written.key.open(sealed);
        try {
          replaceFile(written.path, content);
        } finally {
          content.fill(0);
        }
        end(answer.keep);
        return written.path;
      }
      end(answer.keep);
      try {
        await consents.ask({ kind: 'secret', ...about, holds: proof.holds, sealed }, signal);
      } catch (error) {
        // The operator closed it, and the next one follows.
        if (!hasNext || !(error instanceof AppError) || error.code !== 'NOT_CONFIRMED') throw error;
      }
      return null;
    } finally {
      await close(revealId).finally(() => targets.close(target));
    }
  };
}
