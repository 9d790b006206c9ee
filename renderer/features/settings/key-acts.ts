import type { CredentialRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { say } from '../../ui/toasts.tsx';
import type { KeyAct } from './key-dialog.tsx';
import { useActs } from './use-acts.ts';

/**
 * Returns the actions of each key, and the error of the last one. `onDialog` opens the actions that need more input in
 * the page.
 */
export function useKeyActs(all: readonly CredentialRow[], onDialog: (act: KeyAct, key: CredentialRow) => void) {
  const { problem, carryOut, act } = useActs();
  const test = async ({ credentialId, name }: CredentialRow) => {
    const { username } = await call('keys.test', { credentialId });
    say(`${name} signs, and the service knows it as ${username}.`);
  };

  const actsOf = (key: CredentialRow): Act[] => {
    const { credentialId } = key;
    const isInUse = isFirst(key, all);
    const isTested = !key.retired && key.store !== 'passkey';
    return [
      ...act(
        'Use to sign…',
        () => carryOut(() => call('credentials.stampWith', { credentialId })),
        !key.retired && !isInUse,
      ),
      ...act('Test', () => carryOut(() => test(key)), isTested),
      ...act('Register…', () => onDialog('register', key), isTested && key.replaces === null && !isInUse),
      ...act(
        isBeingReplaced(key, all) ? 'Continue rotation…' : 'Rotate…',
        () => onDialog('rotate', key),
        canRotate(key, all),
      ),
      ...act('Rename…', () => onDialog('rename', key)),
      ...act('Forget PIN', () => carryOut(() => call('keys.forgetPin', { credentialId })), key.pinKept),
      ...act('Retire…', () => carryOut(() => call('keys.retire', { credentialId })), !key.retired),
      ...act('Destroy…', () => carryOut(() => call('keys.remove', { credentialId }))),
    ];
  };
  return { actsOf, problem };
}

const isBeingReplaced = ({ credentialId }: CredentialRow, all: readonly CredentialRow[]) =>
  all.some(({ replaces }) => replaces === credentialId);

/** True for a key kept on this machine. A retired one counts only when its rotation has begun. */
const canRotate = (key: CredentialRow, all: readonly CredentialRow[]) =>
  (key.store === 'keychain' || key.store === 'file') &&
  key.replaces === null &&
  (!key.retired || isBeingReplaced(key, all));

/** The first key that was not retired stamps for its profile. */
export const isFirst = ({ credentialId, profile }: CredentialRow, all: readonly CredentialRow[]): boolean =>
  all.find((key) => key.profile === profile && !key.retired)?.credentialId === credentialId;
