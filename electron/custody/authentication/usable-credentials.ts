import type { ServiceContext } from '../context.ts';
import { apiKeyCredential, isExpired } from './api-key.ts';
import type { Credential } from './claim.ts';
import { passkeyCredential } from './passkey.ts';

/**
 * Returns the credentials with which a user can stamp at a time, in milliseconds: the first of each credential type.
 * API keys come before passkeys. Expired keys are left out.
 */
export function usableCredentials(userId: string, at: number, { store }: Pick<ServiceContext, 'store'>): Credential[] {
  const keys = store.organizations.apiKeysOf(userId).filter((key) => !isExpired(key, at));
  const all = [...keys.map(apiKeyCredential), ...store.authenticators.ofUser(userId).map(passkeyCredential)];
  return all.filter(({ type }, index) => all.findIndex((one) => one.type === type) === index);
}
