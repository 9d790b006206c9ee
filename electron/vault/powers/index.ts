/** Explains the power that an activity gives when it signs nothing, by data per operation. */
import { isJsonObject } from '../../../shared/model/index.ts';
import { type ActivityOperation, checkValue, convertToNewest } from '../../../shared/operations/index.ts';
import { danger } from '../../crypto/index.ts';
import { EARN } from './earn.ts';
import { KEYS } from './keys.ts';
import { LOGINS } from './logins.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { type Explain, given, type Power } from './power.ts';
import { USERS } from './users.ts';

const POWERS: Readonly<Record<string, Explain>> = { ...KEYS, ...USERS, ...LOGINS, ...EARN, ...ORGANIZATIONS };

/** The effect of the activity on access. Null when its title says it all. */
export function powerOf(operation: ActivityOperation | undefined, parameters: unknown): Power | null {
  if (operation === undefined) return null;
  if (operation.conversion !== null) return convertedPower(operation, parameters);
  if (!isJsonObject(parameters)) return null;
  const explain = POWERS[operation.name];
  return explain === undefined ? null : explain(given(parameters));
}

/** The power of an earlier version, which is that of the newest. Parameters that do not fit cannot be converted. */
function convertedPower(sent: ActivityOperation, parameters: unknown): Power | null {
  if (checkValue(sent.parameters, parameters).length === 0) {
    const { operation, parameters: newest } = convertToNewest(sent, parameters);
    return powerOf(operation, newest);
  }
  const text = `Its members do not fit ${sent.title}, so its effect is unknown.`;
  return { headline: sent.title, findings: [danger(text, { field: 'parameters' })], isUnreadable: true };
}
