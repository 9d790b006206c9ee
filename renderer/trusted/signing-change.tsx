import type { QuestionOf } from '../../shared/ipc/index.ts';
import { Notice } from '../ui/notice.tsx';
import { Refused } from './refused.tsx';

/** Draws the question about asking for the unlock method with each signature. */
export const drawAskToSign = ({ profile, asks, problem, ...question }: QuestionOf<'askToSign'>) => ({
  headline: asks
    ? `Ask for the ${openers(question)} with each signature of ${profile.name}`
    : `Stop asking for the ${openers(question)} with each signature of ${profile.name}`,
  body: (
    <>
      <p className="soft">
        {asks
          ? `The vault stamps no change with its keys then unless ${given(question)} for just that. What is only read asks for nothing.`
          : 'Whoever sits at this computer while the vault is unlocked can sign then.'}
      </p>
      <Refused title="Nothing was changed" problem={problem} />
    </>
  ),
  no: 'Change nothing',
  yes: asks ? 'Ask each time' : 'Stop asking',
  danger: !asks,
});

type Openers = Pick<QuestionOf<'askToSign'>, 'called' | 'securityKey'>;

const openers = ({ called, securityKey }: Openers) =>
  ({ none: called, beside: `${called} or a security key`, only: 'security key' })[securityKey];
const given = ({ called, securityKey }: Openers) =>
  ({
    none: `the ${called} was typed`,
    beside: `the ${called} was typed, or a security key touched,`,
    only: 'a security key was touched',
  })[securityKey];

/** Draws the question about blind signing. */
export const drawBlindSigning = ({ profile, allowed }: QuestionOf<'blindSigning'>) =>
  allowed
    ? {
        headline: `Let ${profile.name} sign what cannot be judged`,
        body: (
          <Notice tone="danger" title="Nobody can tell what you sign then" loud>
            Calls that cannot be decoded, bytes and digests can move everything an account holds, now or later. This
            window will offer to sign them once you have typed what marks them. Without it they have no such button.
          </Notice>
        ),
        no: 'Keep it off',
        yes: 'Allow it',
        danger: true,
      }
    : {
        headline: `Stop ${profile.name} from signing what cannot be judged`,
        body: <p className="soft">Calls that cannot be decoded, bytes and digests are not offered to be signed.</p>,
        no: 'Change nothing',
        yes: 'Turn it off',
      };
