import { findSecret, nothingKept } from '../../shared/secrets/index.ts';
import { call } from '../bridge.ts';
import { say } from '../ui/toasts.tsx';
import { sayProblem } from './problem.tsx';

/**
 * Whether a text holds a provable secret, which nothing of the page takes. Then the operator is told that nothing was kept, and the
 * clipboard it was pasted from is emptied.
 */
export function turnsAway(text: string, { pasted }: { readonly pasted: boolean }): boolean {
  const found = findSecret(text);
  if (found === null || found.kind === 'hex') return false;
  if (pasted) void call('app.clearClipboard', {}).catch(sayProblem);
  say(nothingKept(found.kind), 'danger');
  return true;
}
