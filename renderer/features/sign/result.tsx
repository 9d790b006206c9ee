import { CopyButton, CopyIcon } from '../../parts/copy-button.tsx';
import type { Submitted } from '../../request/flow.ts';
import { isCompleted, NotCompleted } from '../../request/running.tsx';
import { go } from '../../state/route.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { signatureParts } from './signature.ts';

/** The signature, what was checked about it on this machine, and where to go from here. */
export function SignResult({ submitted, onAgain }: { readonly submitted: Submitted; readonly onAgain: () => void }) {
  const { activity, signature } = submitted;
  const parts = signatureParts(activity.result);
  if (!isCompleted(submitted) || parts === null) {
    return (
      <div className="sign-result">
        <NotCompleted submitted={submitted} />
        <Button onClick={onAgain}>Sign another</Button>
      </div>
    );
  }
  return (
    <div className="sign-result">
      <h2>Signed</h2>
      {signature === null ? (
        <Notice tone="care" title="Not verified on this machine">
          Castellan does not know how to check this signature. Check it before you rely on it.
        </Notice>
      ) : (
        <Notice tone="proven" title="Verified on this machine">
          <p>
            Verified against <WholeAddress text={signature.address} />
          </p>
        </Notice>
      )}
      <Facts
        label="Signature"
        titled
        facts={[
          ...(['r', 's', 'v'] as const).map((name) => ({
            label: name,
            value: (
              <span className="fact-copy">
                <WholeAddress text={parts[name]} />
                <CopyIcon what={name} text={parts[name]} />
              </span>
            ),
          })),
        ]}
      />
      {signature === null ? null : (
        <Facts
          label="Checked"
          titled
          facts={[
            { label: 'Scheme', value: signature.scheme },
            { label: 'Bytes signed', value: <WholeAddress text={signature.signed} /> },
            { label: 'Public key', value: <WholeAddress text={signature.publicKey} /> },
          ]}
        />
      )}
      <div className="sign-actions">
        <CopyButton what="Signature" text={parts.joined} />
        <Button onClick={() => go('activities', { activityId: activity.row.activityId })}>Show activity</Button>
        <Button onClick={onAgain}>Sign another</Button>
      </div>
    </div>
  );
}
