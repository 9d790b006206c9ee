import Type from 'typebox';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, ExpirationSeconds, P256PublicKey, Uuid } from '../fields.ts';

/** A P-256 key, compressed or not, that will stamp during a session. */
export const SessionKey = P256PublicKey('Public key');

/** The parameters of the new session, in every login. */
export const sessionParams = {
  publicKey: SessionKey,
  expirationSeconds: ExpirationSeconds,
  invalidateExisting: Type.Optional(
    Type.Boolean({ title: 'Invalidate existing', help: 'ends the sessions that the user has' }),
  ),
  sessionProfileId: Type.Optional(Uuid('Session profile id', 'what limits the session')),
};

/** The token of a session (docs/protocol.md#sessions). It describes the session. The session's key stamps requests. */
export const Session = Type.Object({ session: BytesText('Session') });

export const LOGS_IN_CALLER = { ...policies('AUTH', 'CREATE', 'sessionProfileId'), logsInCaller: true } as const;

export const stampLogin = activity({
  name: 'stamp_login',
  title: 'Log in with a stamp',
  summary: 'Starts a session of the stamping user: another key of the user that expires.',
  specified: false,
  governed: LOGS_IN_CALLER,
  parameters: Type.Object(sessionParams),
  result: Session,
  example: {
    parameters: { publicKey: EXAMPLE.publicKey, expirationSeconds: '900' },
    result: { session: EXAMPLE.session },
  },
});
