import { useState } from 'react';
import type { KeyCurve } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { KEY_CURVE_WORDS } from '../../words/labels.ts';

interface RegisterKeyProps {
  readonly profile: string;
  readonly publicKey: string;
  readonly curve: KeyCurve;
  readonly onDone: () => void;
}

/** The last step of connecting: the service must learn the public key. */
export function RegisterKey({ profile, publicKey, curve, onDone }: RegisterKeyProps) {
  const [busy, setBusy] = useState(false);
  const [who, setWho] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const check = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await call('profiles.check', {});
      setWho(`Connected as ${answer.username} in ${answer.organizationName}.`);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return (
    <div className="start-form">
      <div className="start-title">
        <h1>Register this public key</h1>
        <p className="soft">
          Give it to an administrator of the organization, who adds it to your user as an API key of{' '}
          {KEY_CURVE_WORDS[curve]}. Then check the connection.
        </p>
      </div>
      <div className="start-key">
        <WholeAddress text={publicKey} />
        <CopyButton what="Public key" text={publicKey} />
      </div>
      <div role="status">{who === null ? null : <Notice tone="proven" title={who} />}</div>
      {problem === null ? null : <Problem error={problem} />}
      <div className="start-actions">
        <Button onClick={() => void check()} disabled={busy}>
          Check connection
        </Button>
        <Button
          kind={who === null ? 'plain' : 'primary'}
          large
          onClick={() => {
            call('profiles.use', { name: profile }).then(onDone, setProblem);
          }}
        >
          Go to accounts
        </Button>
      </div>
    </div>
  );
}
