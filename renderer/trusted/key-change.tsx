import type { QuestionOf } from '../../shared/ipc/index.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Facts } from '../ui/facts.tsx';

const ACTS = {
  rename: {
    headline: 'Rename',
    text: 'Only what it is called here changes.',
    yes: 'Rename',
  },
  retire: {
    headline: 'Retire',
    text: 'It is kept and never stamps again. The next key of the profile is used, which the service must know. The service takes the retired key until it is deleted there.',
    yes: 'Retire key',
  },
  destroy: {
    headline: 'Destroy',
    text: 'It is removed from this machine and cannot be brought back; one on a token or in a security key stays there. The service takes it until it is deleted there.',
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
