import { useState } from 'react';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface AddressDialogProps {
  readonly profile: ProfileRow;
  readonly onClose: () => void;
}

/** The addresses of a profile's service. The trusted window shows the earlier ones beside the new ones. */
export function AddressDialog({ profile, onClose }: AddressDialogProps) {
  const [baseUrl, setBaseUrl] = useState(profile.baseUrl ?? '');
  const [authUrl, setAuthUrl] = useState(profile.authUrl ?? '');
  const moving = useAction(async () => {
    const gateway = authUrl.trim();
    await call('profiles.move', {
      name: profile.name,
      baseUrl: baseUrl.trim(),
      authUrl: gateway === '' ? null : gateway,
    });
    onClose();
  });
  return (
    <Dialog title={`Address of ${profile.name}`} onClose={onClose} closable={!moving.busy}>
      <ActionForm action={moving} ready={baseUrl.trim() !== ''} onCancel={onClose}>
        <TextField
          label="Service address"
          help="https://, or http:// for a service on this machine."
          mono
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.target.value)}
        />
        <TextField
          label="Gateway address"
          help="For codes and logins. Empty when the service has no other one."
          mono
          value={authUrl}
          onChange={(event) => setAuthUrl(event.target.value)}
        />
      </ActionForm>
    </Dialog>
  );
}
