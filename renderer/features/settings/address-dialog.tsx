import type { ProfileRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { createDraft } from '../../state/draft.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface AddressDialogProps {
  readonly profile: ProfileRow;
  readonly onClose: () => void;
}

/** The last typed addresses, and the profile that they belong to. */
const useAddressDraft = createDraft({ of: '', baseUrl: '', authUrl: '' }, 'profile-address');

/** The addresses of a profile's service. The trusted window shows the earlier ones beside the new ones. */
export function AddressDialog({ profile, onClose }: AddressDialogProps) {
  const { value, set, discard } = useAddressDraft();
  const typed =
    value.of === profile.name
      ? value
      : { of: profile.name, baseUrl: profile.baseUrl ?? '', authUrl: profile.authUrl ?? '' };
  const { baseUrl, authUrl } = typed;
  const leave = () => {
    discard();
    onClose();
  };
  const moving = useAction(async () => {
    const gateway = authUrl.trim();
    await call('profiles.move', {
      name: profile.name,
      baseUrl: baseUrl.trim(),
      authUrl: gateway === '' ? null : gateway,
    });
    leave();
  });
  return (
    <Dialog title={`Address of ${profile.name}`} onClose={onClose} closable={!moving.busy}>
      <ActionForm action={moving} ready={baseUrl.trim() !== ''} onCancel={leave}>
        <TextField
          label="Service address"
          help="https://, or http:// for a service on this machine."
          mono
          value={baseUrl}
          onChange={(event) => set({ ...typed, baseUrl: event.target.value })}
        />
        <TextField
          label="Gateway address"
          help="For codes and logins. Empty when the service has no other one."
          mono
          value={authUrl}
          onChange={(event) => set({ ...typed, authUrl: event.target.value })}
        />
      </ActionForm>
    </Dialog>
  );
}
