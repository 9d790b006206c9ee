import type { QuestionOf } from '../../shared/ipc/index.ts';
import { worded } from '../language/worded.ts';
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
          ? `The vault then stamps a change only after ${given(question)} for just that. Reading asks for nothing.`
          : 'Anybody at this computer can then sign while the vault is unlocked.'}
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
  ({ none: worded(called), beside: `${worded(called)} or a security key`, only: 'security key' })[securityKey];
const given = ({ called, securityKey }: Openers) =>
  ({
    none: `the ${worded(called)} was typed`,
    beside: `the ${worded(called)} was typed, or a security key touched,`,
    only: 'a security key was touched',
  })[securityKey];

/** Draws the question about blind signing. */
export const drawBlindSigning = ({ profile, allowed }: QuestionOf<'blindSigning'>) =>
  allowed
    ? {
        headline: `Let ${profile.name} sign undecodable content`,
        body: (
          <Notice tone="danger" title="You will sign without knowing the effect" loud>
            Undecodable calls, bytes and digests can move everything an account holds, now or later. This window will
            offer to sign them after you type their mark.
          </Notice>
        ),
        no: 'Keep it off',
        yes: 'Allow it',
        danger: true,
      }
    : {
        headline: `Stop ${profile.name} from signing undecodable content`,
        body: <p className="soft">Undecodable calls, bytes and digests can no longer be signed.</p>,
        no: 'Change nothing',
        yes: 'Turn it off',
      };
