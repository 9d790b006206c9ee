import Type, { type Static } from 'typebox';
import { EXAMPLE } from '../example.ts';
import { initOtp } from '../otp/otp-login.ts';
import { emailAuth } from '../otp/sealed-logins.ts';

/** Choice (app-name): a mail says this name where an earlier version names no application. */
const APP_NAME = 'Castellan';

const { appName } = initOtp.parameters.properties;
const { otpEncryptionTargetBundle: _bundle, ...started } = initOtp.result.properties;

/** A sent code. The reply has no key to encrypt it to, so the client sends it back unencrypted. */
export const StartedEarlier = Type.Object(started);
export const exampleOtp = { otpId: EXAMPLE.otpId };

const Looks = Type.Object(
  { ...emailAuth.parameters.properties.emailCustomization.properties, appName: Type.Optional(appName) },
  { title: 'Email customization' },
);
/** The looks of a mail, the name of the application among them. */
export const NamedCustomization = Type.Optional(Looks);

/** Moves the name of the application out of the looks of a mail. */
export function withAppName(given: Static<typeof Looks> = {}) {
  const { appName = APP_NAME, ...emailCustomization } = given;
  return { appName, emailCustomization };
}

/** Names the application in the looks of a mail. */
export const naming = (given: Static<typeof Looks> = {}) => ({
  emailCustomization: { appName: APP_NAME, ...given },
});
