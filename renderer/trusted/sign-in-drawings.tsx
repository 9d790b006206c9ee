import type { QuestionOf } from '../../shared/ipc/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { Facts } from '../ui/facts.tsx';
import { Visible } from '../ui/visible.tsx';

/** Drawings of the questions that begin a session. */
export const SIGN_IN_DRAWINGS = {
  oidcToken: ({ nonce }: QuestionOf<'oidcToken'>) => ({
    headline: 'Give a token of your issuer',
    body: (
      <>
        <p className="soft">
          Have your OpenID Connect issuer make a token with this nonce, which binds the token to the new key of this
          session. The token goes to the service and is stored with its activity. Use a token that is valid for a short
          time.
        </p>
        <Facts label="Session" facts={[{ label: 'Nonce', value: <Bytes text={nonce} /> }]} />
      </>
    ),
    no: 'Don’t sign in',
    yes: 'Use token',
  }),
  oneTimeCode: ({ contact }: QuestionOf<'oneTimeCode'>) => ({
    headline: 'Type the code that was sent',
    body: (
      <>
        <p className="soft">
          The service sent it. It is encrypted to the service together with the key of this session. A wrong code ends
          the sign-in.
        </p>
        <Facts label="Code" facts={[{ label: 'Sent to', value: <Visible text={contact} /> }]} />
      </>
    ),
    no: 'Don’t sign in',
    yes: 'Use code',
  }),
};
