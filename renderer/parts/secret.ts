import { findSecret, nothingKept } from '../../shared/secrets/index.ts';
import { call } from '../bridge.ts';
import { say } from '../ui/toasts.tsx';
import { sayProblem } from './problem.tsx';

/**
 * Returns true for text that holds a provable secret, which every field refuses. Then shows that nothing was kept, and
 * clears the clipboard after a paste.
 */
export function turnsAway(text: string, { pasted }: { readonly pasted: boolean }): boolean {
  const found = findSecret(text);
  if (found === null || found.kind === 'hex') return false;
  if (pasted) void call('app.clearClipboard', {}).catch(sayProblem);
  say(nothingKept(found.kind), 'danger');
  return true;
}
