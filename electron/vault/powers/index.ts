/** Who gets what power by an activity that signs nothing, in words: data per operation. */
import { isJsonObject } from '../../../shared/model/index.ts';
import type { ActivityOperation } from '../../../shared/operations/index.ts';
import { EARN } from './earn.ts';
import { KEYS } from './keys.ts';
import { LOGINS } from './logins.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { given, type Power, type Tell } from './tell.ts';
import { USERS } from './users.ts';

const POWERS: Readonly<Record<string, Tell>> = { ...KEYS, ...USERS, ...LOGINS, ...EARN, ...ORGANIZATIONS };

/** What the activity gives, takes or lets out; null for one whose title tells it. */
export function powerOf(operation: ActivityOperation | undefined, parameters: unknown): Power | null {
  const tell = operation === undefined ? undefined : POWERS[operation.name];
  return tell === undefined || !isJsonObject(parameters) ? null : tell(given(parameters));
}
