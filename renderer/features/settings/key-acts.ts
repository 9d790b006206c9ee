import type { CredentialRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { useAction } from '../../state/use-action.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { say } from '../../ui/toasts.tsx';
import type { KeyAct } from './key-dialog.tsx';

/** What can be done with each of the keys, and why the last of each did not work out. `onDialog` is for what asks more in the page. */
export function useKeyActs(all: readonly CredentialRow[], onDialog: (act: KeyAct, key: CredentialRow) => void) {
  const choosing = useAction((credentialId: string) => call('credentials.stampWith', { credentialId }));
  const testing = useAction(async ({ credentialId, name }: CredentialRow) => {
    const { username } = await call('keys.test', { credentialId });
    say(`${name} signs, and the service knows it as ${username}.`);
  });
  const retiring = useAction(({ credentialId }: CredentialRow) => call('keys.retire', { credentialId }));
  const removing = useAction(({ credentialId }: CredentialRow) => call('keys.remove', { credentialId }));
  const forgetting = useAction(({ credentialId }: CredentialRow) => call('keys.forgetPin', { credentialId }));
  const busy = [choosing, testing, retiring, removing, forgetting].some((action) => action.busy);

  const actsOf = (key: CredentialRow): Act[] => {
    const act = (label: string, run: () => unknown, isOffered = true): Act[] =>
      isOffered ? [{ label, run: () => void run(), disabled: busy }] : [];
    const isInUse = isFirst(key, all);
    const isTested = !key.retired && key.store !== 'passkey';
    return [
      ...act('Use to sign…', () => choosing.run(key.credentialId), !key.retired && !isInUse),
      ...act('Test', () => testing.run(key), isTested),
      ...act('Register…', () => onDialog('register', key), isTested && key.replaces === null && !isInUse),
      ...act(
        isBeingReplaced(key, all) ? 'Continue rotation…' : 'Rotate…',
        () => onDialog('rotate', key),
        canRotate(key, all),
      ),
      ...act('Rename…', () => onDialog('rename', key)),
      ...act('Forget PIN', () => forgetting.run(key), key.pinKept),
      ...act('Retire…', () => retiring.run(key), !key.retired),
      ...act('Destroy…', () => removing.run(key)),
    ];
  };
  return { actsOf, problems: [choosing, testing, retiring, removing, forgetting].map(({ problem }) => problem) };
}

const isBeingReplaced = ({ credentialId }: CredentialRow, all: readonly CredentialRow[]) =>
  all.some(({ replaces }) => replaces === credentialId);

/** One that is kept here; a retired one only where its rotation was begun. */
const canRotate = (key: CredentialRow, all: readonly CredentialRow[]) =>
  (key.store === 'keychain' || key.store === 'file') &&
  key.replaces === null &&
  (!key.retired || isBeingReplaced(key, all));

/** The first key that was not retired stamps for its profile. */
export const isFirst = ({ credentialId, profile }: CredentialRow, all: readonly CredentialRow[]): boolean =>
  all.find((key) => key.profile === profile && !key.retired)?.credentialId === credentialId;
