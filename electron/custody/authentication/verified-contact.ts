import { equalInAnyCase, type FeatureName, type OtpType } from '../../../shared/model/index.ts';
import type { ServiceContext } from '../context.ts';
import { publicError, requestInvalid } from '../public-error.ts';
import type { Contact, OrganizationRow, Store, UserRow } from '../store/index.ts';
import { readVerificationToken, type Verification } from './verification-token.ts';

const MADE_ANOTHER = 'invalid verification token: it was used to make another organization';

type Where = Pick<OrganizationRow, 'organizationId' | 'parentOrganizationId'>;

/**
 * Reads a token of an organization, or of its parent (the public documents say so). Throws REQUEST_INVALID or ORGANIZATION_MISMATCH.
 */
export function readTokenIn({ organizationId, parentOrganizationId }: Where, token: string, context: ServiceContext) {
  const verification = readVerificationToken(token, context);
  if ([organizationId, parentOrganizationId].includes(verification.row.organizationId)) return verification;
  throw publicError('ORGANIZATION_MISMATCH', 'organization mismatch: the contact was verified in another organization');
}

/**
 * `readTokenIn` of a token that is to be used up.
 * Choice (sign-up-token): one that made a sub-organization is good for one login into that one, or one other use in it.
 */
export function readTokenFor(organization: Where, token: string, context: ServiceContext): Verification {
  const verification = readTokenIn(organization, token, context);
  const made = context.store.usedTokens.find(signUpWith(verification))?.usedFor;
  if (made !== undefined && made !== organization.organizationId) throw requestInvalid(MADE_ANOTHER);
  return verification;
}

const FEATURES = { OTP_TYPE_EMAIL: 'FEATURE_NAME_OTP_EMAIL_AUTH', OTP_TYPE_SMS: 'FEATURE_NAME_SMS_AUTH' } as const;

/** Refuses codes of a type that an organization has switched off. Throws REQUEST_NOT_AUTHORIZED. */
export function requireCodes(otpType: OtpType, organizationId: string, store: Store): void {
  requireFeature(FEATURES[otpType], organizationId, store);
}

/** Refuses a feature that the organization has switched off. Throws REQUEST_NOT_AUTHORIZED. */
export function requireFeature(name: FeatureName, organizationId: string, { features }: Store): void {
  if (!features.of(organizationId).has(name))
    throw publicError('REQUEST_NOT_AUTHORIZED', `request not authorized: ${name} is off in this organization`);
}

/** Refuses a token of another contact than this one. Throws REQUEST_INVALID. */
export function requireContact({ row }: Verification, { otpType, contact }: Contact): void {
  if (row.otpType !== otpType || !equalInAnyCase(row.contact, contact))
    throw requestInvalid('invalid verification token: it is of another contact');
}

/**
 * Uses up a token for a user with its contact, inside the transaction. Throws REQUEST_INVALID when it was used
 * meanwhile.
 */
export function spendToken(verification: Verification, user: UserRow, store: Store): void {
  requireUnused(verification, store);
  store.otps.remove(verification.row.otpId);
  store.verifiedContacts.put(user, verification.row);
}

/** Uses a token to make a sub-organization, inside the transaction. The token then allows one login of its user. */
export function signUp(verification: Verification, user: UserRow, { store, now }: ServiceContext): void {
  requireUnused(verification, store);
  const token = signUpWith(verification);
  if (store.usedTokens.find(token) !== undefined) throw requestInvalid(MADE_ANOTHER);
  const { organizationId, expiresAt } = verification.row;
  store.usedTokens.insert({ token, organizationId, usedFor: user.organizationId, holder: null, expiresAt }, now());
  store.verifiedContacts.put(user, verification.row);
}

/** The users of an organization who have that contact, verified or not. */
export function usersWithContact(organizationId: string, { otpType, contact }: Contact, { organizations }: Store) {
  return organizations.usersOf(organizationId).filter(({ userEmail, userPhoneNumber }) => {
    const own = otpType === 'OTP_TYPE_EMAIL' ? userEmail : userPhoneNumber;
    return own !== null && equalInAnyCase(own, contact);
  });
}

/** The one user of an organization who has that contact. Throws REQUEST_INVALID. */
export function userWithContact(contact: Contact, organizationId: string, store: Store): UserRow {
  const [user, ...more] = usersWithContact(organizationId, contact, store);
  if (user === undefined) throw requestInvalid('invalid contact: no user of this organization has it');
  if (more.length > 0) throw requestInvalid('invalid contact: several users of this organization have it');
  return user;
}

function requireUnused({ row }: Verification, store: Store): void {
  if (store.otps.find(row.otpId)?.state !== 'verified')
    throw requestInvalid('invalid verification token: it was used, or has expired');
}

function signUpWith({ row }: Verification): string {
  return `${row.otpId}/sign-up`;
}
