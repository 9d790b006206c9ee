import Type, { type Static } from 'typebox';
import { EXAMPLE } from '../example.ts';
import { EmailCustomization, emailAuth, exampleRecipient, initOtp } from '../otp.ts';
import { earlier, same } from './define.ts';

/** Choice (app-name): a mail says this name where an earlier version names no application. */
const APP_NAME = 'Castellan';

const { appName, ...initMembers } = initOtp.parameters.properties;
const { emailCustomization, ...mailMembers } = emailAuth.parameters.properties;
const Customization = Type.Optional(
  Type.Object({ ...emailCustomization.properties, appName: Type.Optional(appName) }, { title: 'Email customization' }),
);
const { otpEncryptionTargetBundle: _bundle, ...started } = initOtp.result.properties;
const Started = Type.Object(started);
const exampleOtp = { otpId: EXAMPLE.otpId };

/** Its code is sent back as it is, because no key is given to encrypt it to. */
export const initOtpV1 = earlier(initOtp, {
  name: 'init_otp_v1',
  parameters: Type.Object({ ...initMembers, emailCustomization: Customization }),
  result: Started,
  becomes({ emailCustomization = {}, ...others }) {
    const { appName = APP_NAME, ...looks } = emailCustomization;
    return { ...others, appName, emailCustomization: looks };
  },
  gives: ({ otpId }) => ({ otpId }),
  example: { parameters: exampleRecipient, result: exampleOtp },
});

export const initOtpV2 = earlier(initOtp, {
  name: 'init_otp_v2',
  version: 2,
  parameters: Type.Object({ ...initMembers, appName, emailCustomization: EmailCustomization }),
  result: Started,
  becomes: same,
  gives: ({ otpId }) => ({ otpId }),
  example: { parameters: { ...exampleRecipient, appName: 'Castellan' }, result: exampleOtp },
});

const EarlierMail = Type.Object({ ...mailMembers, emailCustomization: Customization });
const mail = {
  parameters: EarlierMail,
  result: emailAuth.result,
  becomes: ({ emailCustomization, ...others }: Static<typeof EarlierMail>) => ({
    ...others,
    emailCustomization: { appName: APP_NAME, ...emailCustomization },
  }),
  gives: same,
  example: {
    parameters: { email: 'operator@example.com', targetPublicKey: EXAMPLE.targetPublicKey },
    result: emailAuth.example.result,
  },
};

export const emailAuthV1 = earlier(emailAuth, { ...mail, name: 'email_auth_v1' });

export const emailAuthV2 = earlier(emailAuth, { ...mail, name: 'email_auth_v2', version: 2 });
