import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { PIN, type SoftTokens } from '../contract/tokens/soft-token.ts';
import { confirmation, press, readToEnd } from './flows.ts';

/** The module's name in the window. */
export const SOFT_MODULE = 'SoftHSM2 (tokens that are files, for tests)';

/** Lets the user that runs the windows at tokens that another one made. */
export function openTokens(soft: SoftTokens): void {
  chmodSync(soft.folder, 0o777);
  for (const name of readdirSync(soft.folder, { recursive: true, encoding: 'utf8' }))
    chmodSync(join(soft.folder, name), 0o777);
}

/** Types the PIN of a token into the window that asks for it. */
export async function enterTokenPin(page: Page, pin = PIN): Promise<void> {
  const asked = await confirmation(page);
  await asked.getByRole('textbox', { name: 'PIN', exact: true }).fill(pin);
  await readToEnd(asked);
  await press(asked, asked.getByRole('button', { name: 'Enter PIN' }));
}
