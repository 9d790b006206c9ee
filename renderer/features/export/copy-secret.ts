import { copyText } from '../../parts/copy.tsx';

/**
 * Copies a revealed key. A system clipboard takes text only, so this is the one place where a secret becomes a string;
 * it is made for this call and not kept, and main clears the clipboard after a minute.
 */
export async function copySecret(secret: Uint8Array): Promise<void> {
  await copyText('Key', new TextDecoder().decode(secret));
}
