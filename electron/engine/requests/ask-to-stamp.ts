import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { Base } from '../base.ts';
import { asksOnce } from '../consent/asking.ts';
import type { GivenConsent } from '../consent/consents.ts';
import { isKept, type Key, storeOf } from '../keys/key-index.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import type { SecurityKeys } from '../vault/security-keys.ts';
import type { AskedAgain, TypedAgain } from '../vault/typed-again.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

type Questions = QuestionOf<'stamp'> | QuestionOf<'stampReport'>;
/** A question without the fields that ask for the unlock method. */
type Asked = Questions extends infer Each ? (Each extends Questions ? Omit<Each, keyof AskedAgain> : never) : never;

/** Asks one question for the stamp. Throws what `Consents.toStamp` throws. */
type AskOne = (question: Asked) => Promise<GivenConsent>;

/**
 * Asks the operator for a stamp of exactly `body` with the key, and for the unlock method where the profile asks with
 * each signature. `asking` asks one question or more, and returns the consent that counts. Throws what `Consents.toStamp` throws, and PROFILE_CHANGED for a restored key that no longer asks.
 * Throws NOT_SUPPORTED for a key that asks once where its profile asks each time.
 */
export type AskToStamp = (
  stamped: { readonly profile: ProfileRow; readonly key: Key; readonly body: Uint8Array<ArrayBuffer> },
  asking: (ask: AskOne) => Promise<GivenConsent>,
  signal?: AbortSignal,
) => Promise<GivenConsent>;

interface AskToStampParts {
  readonly vault: VaultKeeper;
  readonly tokens: Pick<TokenKeeper, 'asks'>;
  readonly typedAgain: TypedAgain;
  readonly securityKeys: Pick<SecurityKeys, 'touch'>;
}

export function createAskToStamp(
  { consents }: Pick<Base, 'consents'>,
  { vault, tokens, typedAgain, securityKeys }: AskToStampParts,
): AskToStamp {
  return async ({ profile, key, body }, asking, signal) => {
    // The vault may have been locked since the caller used it.
    const open = await vault.openWithKey(key);
    const asks = vault.asks(key.id);
    if (profile.asksToSign === true && isKept(key) && !asks)
      throw new AppError(
        'PROFILE_CHANGED',
        sentence`The profile “${profile.name}” asks for the unlock method with each signature, but its key “${key.name}” does not: an older copy of the key was restored. Nothing was stamped. If you restored it, turn this off and on again in Settings, Profiles.`,
      );
    if (profile.asksToSign === true && key.store === 'pkcs11' && !(await tokens.asks(key)))
      throw asksOnce(profile, key, 'Nothing was stamped.');
    const credentialId = key.id;
    const { answer } = await typedAgain(
      {
        store: asks ? storeOf(key) : null,
        to: `sign as ${profile.name}`,
        touch: async (store) => {
          const { challenge } = await open('askTouch', { keyId: credentialId, bodySha256: sha256(body) });
          return { touch: await securityKeys.touch(store, challenge) };
        },
      },
      (typed) =>
        asking((question) => consents.toStamp({ ...question, ...typed } as Questions, { credentialId, body }, signal)),
      async ({ bodySha256 }, given) => {
        if (asks) await open('admit', { keyId: credentialId, bodySha256, ...given });
      },
    );
    return answer;
  };
}
