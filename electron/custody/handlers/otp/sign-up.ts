import { isJsonObject } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { checkClientSignature } from '../../authentication/verification-token.ts';
import { readTokenFor } from '../../authentication/verified-contact.ts';
import { requestInvalid } from '../../public-error.ts';
import type { LoginContext } from '../../request-context.ts';

/** Older public clients sign the first version of the same members. */
const USAGE = { type: 'USAGE_TYPE_SIGNUP', members: ['signupV2', 'signup'] };
const CREDENTIALS = ['apiKeys', 'authenticators', 'oauthProviders'] as const;

/**
 * Returns the token of a new root user's contact and the user that it belongs to, or undefined without a token. The key
 * that the token names must have signed the user's contacts and credentials, so that no intermediary can add others
 * (docs/protocol.md#verification-tokens). Throws REQUEST_INVALID.
 */
export function readSignUp(
  { verificationToken, clientSignature, rootUsers }: ActivityParameters<'create_sub_organization'>,
  context: LoginContext,
) {
  if (verificationToken === undefined) return undefined;
  const verification = readTokenFor(context.caller.organization, verificationToken, context);
  const { otpType, contact } = verification.row;
  const member = otpType === 'OTP_TYPE_EMAIL' ? 'userEmail' : 'userPhoneNumber';
  const userIndex = rootUsers.findIndex((one) => one[member]?.toLowerCase() === contact.toLowerCase());
  const user = rootUsers[userIndex];
  if (user === undefined) throw requestInvalid('invalid verification token: no root user has its contact');
  if (clientSignature === undefined)
    throw requestInvalid('invalid client signature: it is missing, and a verification token needs one');
  const { email = '', phoneNumber = '', ...lists } = checkClientSignature(verification, clientSignature, USAGE);
  const isSigned =
    email === (user.userEmail ?? '') &&
    phoneNumber === (user.userPhoneNumber ?? '') &&
    CREDENTIALS.every((name) => canonical(lists[name] ?? []) === canonical(user[name]));
  if (!isSigned) throw requestInvalid('invalid client signature: it is for other contacts or credentials of the user');
  return { verification, userIndex };
}

/** The same text for the same JSON, whatever the order of members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
