import { ellipsized } from '../../shared/model/index.ts';
import { spellHidden } from '../../shared/wire/index.ts';

/**
 * Returns a foreign text as one safe line of at most `maximum` characters.
 * A space replaces characters that would forge lines or be invisible.
 *
 * @example
 * oneLine('Denied.\r\nTry\u00a0again', 40);
 * // 'Denied. Try again'
 */
export function oneLine(text: string, maximum: number): string {
  const line = spellHidden(text.slice(0, maximum * 2), () => ' ')
    .replace(/ +/g, ' ')
    .trim();
  return ellipsized(line, maximum);
}
