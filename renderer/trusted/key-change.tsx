import type { QuestionOf } from '../../shared/ipc/index.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Facts } from '../ui/facts.tsx';

const ACTS = {
  rename: {
    headline: 'Rename',
    text: 'Only its name on this machine changes.',
    yes: 'Rename',
  },
  retire: {
    headline: 'Retire',
    text: 'The key is kept and never stamps again. The profile uses its next key, which must be registered with the service. The service accepts the retired key until it is deleted there.',
    yes: 'Retire key',
  },
  destroy: {
    headline: 'Destroy',
    text: 'The key is removed from this machine and cannot be recovered. A key on a token or security key stays there. The service accepts the key until it is deleted there.',
    yes: 'Destroy key',
  },
} as const;

/** Draws the question about renaming, retiring or removing a key. */
export function drawKeyChange({ key, act, to }: QuestionOf<'changeKey'>) {
  const { headline, text, yes } = ACTS[act];
  return {
    headline: `${headline} ${key.name}`,
    body: (
      <>
        <Facts
          label="Key"
          facts={[
            ...(to === null ? [] : [{ label: 'New name', value: to }]),
            { label: 'Kept in', value: key.keptIn },
            { label: 'Public key', value: <WholeAddress text={key.publicKey} /> },
          ]}
        />
        <p className="soft">{text}</p>
      </>
    ),
    no: 'Change nothing',
    yes,
    danger: act !== 'rename',
  };
}
