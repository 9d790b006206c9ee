import type { PasskeyAsk, TouchFor } from '../../shared/ipc/index.ts';
import { inQuotes } from '../../shared/model/index.ts';

/** Returns the texts of the window by element id. */
export function wordsOf(ask: PasskeyAsk): Readonly<Record<'headline' | 'text' | 'profile' | 'name' | 'party', string>> {
  const [headline, text] = saying(ask);
  const profile = 'profile' in ask ? ask.profile : '';
  return { headline, text, profile, name: ask.name, party: 'profile' in ask ? ask.rpId : '' };
}

function saying(ask: PasskeyAsk): readonly [string, string] {
  if (ask.kind === 'create')
    return [
      `Touch your security key to make a passkey for ${ask.profile}`,
      `It becomes a passkey of the user ${inQuotes(ask.user.name)}, so touch only a security key of this user. Or use the prompt of this system. The passkey stays in the security key or device that makes it. Next, Castellan registers it with the service.`,
    ];
  if (ask.kind === 'enroll')
    return [
      'Touch your security key twice to add it',
      'Or use the prompt of this system for a passkey. The first touch makes it, the second one reads the secret that opens this vault.',
    ];
  if (ask.kind === 'touch') return TOUCHES[ask.to];
  return [
    `Touch your security key to sign as ${ask.profile}`,
    ask.isRead
      ? 'This only reads from the service, because the profile has no other key. It changes nothing.'
      : 'It stamps only the request that you just confirmed.',
  ];
}

const TOUCHES: Readonly<Record<TouchFor, readonly [string, string]>> = {
  unlock: ['Touch your security key to unlock', 'Its answer goes to the vault’s process and opens your keys there.'],
  reveal: [
    'Touch your security key to reveal it',
    'Its answer goes to the vault’s process, which shows nothing without it.',
  ],
  change: ['Touch your security key to go on', 'It opens these keys now, so it must agree to the change.'],
  sign: ['Touch your security key to sign', 'It signs only the request that you just confirmed.'],
};

/** Returns the cause and the next step for an exception of the browser (WebAuthn sections 5.1.3 and 5.1.4.1). */
export function problemOf({ kind, name, rpId }: PasskeyAsk, error: unknown): string {
  const found = error instanceof DOMException ? error.name : '';
  if (found === 'InvalidStateError' && kind === 'enroll')
    return 'This security key opens the vault already. Use another one.';
  if (found === 'InvalidStateError')
    return 'This security key holds a passkey for this profile already. Use another one.';
  if (found === 'SecurityError') return `No passkey can be made or used for ${rpId}. Cancel, and choose another name.`;
  if ((found === 'NotSupportedError' || found === 'ConstraintError') && (kind === 'enroll' || kind === 'touch'))
    return 'This security key cannot open a vault, because it lacks PRF (hmac-secret) or a PIN. Use another one.';
  if (found === 'NotSupportedError')
    return 'This security key has no P-256 keys (ES256), which Castellan needs. Use another one.';
  if (found === 'ConstraintError') return 'This security key cannot make such a passkey. Use another one.';
  if (kind === 'enroll')
    return 'It was not added, because no security key answered in time, or you refused. Plug in a security key with a PIN or a fingerprint, and try again.';
  return kind === 'create'
    ? 'No passkey was made, because no security key answered in time, or you refused. Plug one in and try again.'
    : `No answer came. The security key that holds “${name}” is missing, the time ran out, or you refused. Plug it in and try again.`;
}
