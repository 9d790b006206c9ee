import { useState } from 'react';
import type { CallOutput } from '../../../shared/ipc/index.ts';
import type { TokenKeyChoice } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { TokenChooser } from '../../parts/token-chooser.tsx';
import { useAction } from '../../state/use-action.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { KEY_CURVE_WORDS } from '../../words/labels.ts';

interface TokenDialogProps {
  readonly profile: string;
  readonly onClose: () => void;
}

/** A key of a token for the current profile. */
export function TokenDialog({ profile, onClose }: TokenDialogProps) {
  const [chosen, setChosen] = useState<TokenKeyChoice | null>(null);
  const [made, setMade] = useState<CallOutput<'tokens.add'> | null>(null);
  const adding = useAction(async () => {
    if (chosen !== null) setMade(await call('tokens.add', chosen));
  });
  return (
    <Dialog
      title={made === null ? 'Add a key on a token' : 'Register this public key'}
      step={made === null ? 'choose' : 'register'}
      wide
      onClose={onClose}
      closable={!adding.busy}
    >
      {made === null ? (
        <ActionForm action={adding} ready={chosen !== null} onCancel={onClose}>
          <TokenChooser chosen={chosen} onChosen={setChosen} />
        </ActionForm>
      ) : (
        <>
          <DialogBody reading>
            <p>
              Give it to an administrator of the organization, who adds it to your user as an API key of{' '}
              {KEY_CURVE_WORDS[made.curve]}. Until then {profile} keeps its current key.
            </p>
            <WholeAddress text={made.publicKey} />
          </DialogBody>
          <DialogActions>
            <CopyButton what="Public key" text={made.publicKey} />
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
