import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { KnownModule, ProfileRow, TokenAt, TokenFacts, TokenKeyFacts } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { isOnToken, type TokenKey } from '../keys/key-index.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { knownModules } from './known-modules.ts';
import type { TokenKeeper } from './token-keeper.ts';
import { moduleProblem } from './token-modules.ts';

/**
 * Lists modules, tokens and keys before a key of a token is taken into use. A module is loaded only after the operator
 * allows it.
 */
export interface TokenChoices {
  /** The well-known modules of this machine. Loads none. */
  modules(): KnownModule[];
  /**
   * The tokens of a module, which is loaded. Throws TOKEN_UNAVAILABLE, FILE_REFUSED, TOKEN_STOPPED, NOT_CONFIRMED, and VAULT_LOCKED
   * once there is a profile.
   */
  tokens(module: string): Promise<TokenFacts[]>;
  /** The keys of a token that could stamp. Asks for its PIN. Throws also what `TokenKeeper.keys` throws. */
  keys(at: TokenAt): Promise<{ token: TokenFacts; keys: TokenKeyFacts[] }>;
  /**
   * Asks for the PIN of a key's token and keeps it in the keychain, once the token accepted it. Throws NOT_FOUND for a
   * key that is not on a token, VAULT_LOCKED, and what `TokenKeeper.keepPin` throws.
   */
  keepPin(credentialId: string): Promise<void>;
  /** Removes that PIN from the keychain. Throws NOT_FOUND, and the keychain's errors. */
  forgetPin(credentialId: string): Promise<void>;
  /**
   * Asks the operator to allow loading the module, once in a run. Throws NOT_CONFIRMED, and VAULT_LOCKED once there is
   * a profile.
   */
  allow(module: string): Promise<void>;
}

/** Finds a profile and refuses one that the operator did not confirm. */
interface ProfileSource {
  readonly current: () => ProfileRow | null;
  readonly get: (name: string) => ProfileRow;
  readonly requireConfirmed: (profile: ProfileRow) => Promise<void>;
}

interface ChoiceParts {
  readonly profiles: ProfileSource;
  readonly vault: Pick<VaultKeeper, 'open'>;
  readonly tokens: TokenKeeper;
}

export function createTokenChoices(
  { consents, index }: Pick<Base, 'consents' | 'index'>,
  { profiles, vault, tokens }: ChoiceParts,
): TokenChoices {
  const allowed = new Set<string>();
  const allow: TokenChoices['allow'] = async (module) => {
    const problem = moduleProblem(module);
    if (problem !== null) throw problem;
    // Before there is a profile nothing is locked.
    if (profiles.current() !== null) await vault.open();
    if (allowed.has(module)) return;
    const name = knownModules().find(({ path }) => path === module)?.name ?? null;
    await consents.ask({ kind: 'loadModule', path: module, name });
    allowed.add(module);
  };
  const find = (credentialId: string): TokenKey => {
    const key = index.key(credentialId);
    if (key !== undefined && isOnToken(key)) return key;
    throw new AppError(
      'NOT_FOUND',
      sentence`There is no key on a token with the id “${credentialId}”. Nothing was done. \`castellan key list\` shows the known ones.`,
    );
  };
  return {
    modules: knownModules,
    async keepPin(credentialId) {
      const key = find(credentialId);
      await vault.open();
      await profiles.requireConfirmed(profiles.get(key.profile));
      await tokens.keepPin(key);
    },
    async forgetPin(credentialId) {
      await tokens.forgetPin(find(credentialId));
    },
    async tokens(module) {
      await allow(module);
      return tokens.tokens(module);
    },
    async keys(at) {
      await allow(at.module);
      return tokens.keys(at);
    },
    allow,
  };
}
