import type { CredentialRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';

/** Says that the PIN of a key's token is kept, and takes it back. */
export function ForgetPin({ of: { credentialId, name, profile } }: { readonly of: CredentialRow }) {
  const forgetting = useAction(() => call('keys.forgetPin', { credentialId }));
  return (
    <>
      <br />
      <span className="caption faint">Its PIN is kept in the keychain. </span>
      <Button
        kind="quiet"
        onClick={() => void forgetting.run()}
        disabled={forgetting.busy}
        aria-label={`Forget the PIN of ${name} of ${profile}`}
      >
        Forget PIN
      </Button>
      {forgetting.problem === null ? null : <Problem error={forgetting.problem} />}
    </>
  );
}
