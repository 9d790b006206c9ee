import type { Subject } from './subject.ts';

/** Members of activities on users that let somebody stamp or log in. */
const LETTING_IN = ['users', 'apiOnlyUsers', 'userEmail', 'userPhoneNumber'];

/**
 * True when the activity creates a way to stamp or log in: a session, a key, an identity, or a contact for codes.
 * Choice (scoped-credentials): a session with a profile does none of these, whatever its scope covers. The profile
 * would not limit the powers or the lifetime of the new credential. Users of a new sub-organization can do nothing
 * outside it.
 */
export function makesCredential({ operation: { governed }, parameters }: Subject): boolean {
  if (governed.by !== 'policies') return false;
  switch (governed.resource) {
    case 'AUTH':
    case 'RECOVERY':
      return true;
    case 'OTP':
      return governed.action === 'VERIFY';
    case 'CREDENTIAL':
      return governed.action === 'CREATE';
    case 'USER':
      return LETTING_IN.some((member) => Object.hasOwn(parameters, member));
    default:
      return false;
  }
}
