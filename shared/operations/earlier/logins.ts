import Type, { type Static } from 'typebox';
import { EXAMPLE } from '../example.ts';
import { EmailCustomization, exampleRecipient, initOtp } from '../otp/otp-login.ts';
import { emailAuth, initOtpAuth, initUserEmailRecovery } from '../otp/sealed-logins.ts';
import { earlier, same } from './define.ts';
import { exampleOtp, NamedCustomization, naming, StartedEarlier, withAppName } from './otps.ts';

const { appName, ...initMembers } = initOtp.parameters.properties;
const { expirationSeconds: _expiration, ...secondMembers } = initMembers;
const { otpLength: _length, alphanumeric: _alphanumeric, ...firstMembers } = secondMembers;
const { emailCustomization: _customization, ...mailMembers } = emailAuth.parameters.properties;
const { emailCustomization: _looks, ...recoveryMembers } = initUserEmailRecovery.parameters.properties;
const exampleOfFirst = { parameters: exampleRecipient, result: exampleOtp };

/** Its code is sent back as it is, because no key is given to encrypt it to. */
export const initOtpV1 = earlier(initOtp, {
  name: 'init_otp_v1',
  parameters: Type.Object({ ...initMembers, emailCustomization: NamedCustomization }),
  result: StartedEarlier,
  becomes: ({ emailCustomization, ...others }) => ({ ...others, ...withAppName(emailCustomization) }),
  gives: ({ otpId }) => ({ otpId }),
  example: exampleOfFirst,
});

export const initOtpV2 = earlier(initOtp, {
  name: 'init_otp_v2',
  version: 2,
  parameters: Type.Object({ ...initMembers, appName, emailCustomization: EmailCustomization }),
  result: StartedEarlier,
  becomes: same,
  gives: ({ otpId }) => ({ otpId }),
  example: { parameters: { ...exampleRecipient, appName: 'Castellan' }, result: exampleOtp },
});

export const initOtpAuthV1 = earlier(initOtpAuth, {
  name: 'init_otp_auth_v1',
  parameters: Type.Object({ ...firstMembers, emailCustomization: NamedCustomization }),
  result: initOtpAuth.result,
  becomes: ({ emailCustomization, ...others }) => ({ ...others, ...withAppName(emailCustomization) }),
  gives: same,
  example: exampleOfFirst,
});

export const initOtpAuthV2 = earlier(initOtpAuth, {
  name: 'init_otp_auth_v2',
  version: 2,
  resultVersion: 2,
  parameters: Type.Object({ ...secondMembers, emailCustomization: NamedCustomization }),
  result: initOtpAuth.result,
  becomes: ({ emailCustomization, ...others }) => ({ ...others, ...withAppName(emailCustomization) }),
  gives: same,
  example: exampleOfFirst,
});

const EarlierMail = Type.Object({ ...mailMembers, emailCustomization: NamedCustomization });
const mail = {
  parameters: EarlierMail,
  result: emailAuth.result,
  becomes: ({ emailCustomization, ...others }: Static<typeof EarlierMail>) => ({
    ...others,
    ...naming(emailCustomization),
  }),
  gives: same,
  example: {
    parameters: { email: 'operator@example.com', targetPublicKey: EXAMPLE.targetPublicKey },
    result: emailAuth.example.result,
  },
};

export const emailAuthV1 = earlier(emailAuth, { ...mail, name: 'email_auth_v1' });

export const emailAuthV2 = earlier(emailAuth, { ...mail, name: 'email_auth_v2', version: 2 });

export const initUserEmailRecoveryV1 = earlier(initUserEmailRecovery, {
  name: 'init_user_email_recovery_v1',
  parameters: Type.Object({ ...recoveryMembers, emailCustomization: NamedCustomization }),
  result: initUserEmailRecovery.result,
  becomes: ({ emailCustomization, ...others }) => ({ ...others, ...naming(emailCustomization) }),
  gives: same,
  example: { parameters: mail.example.parameters, result: initUserEmailRecovery.example.result },
});
