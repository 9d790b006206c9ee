import Type from 'typebox';
import { gateway } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { otpInitV2, otpLoginV2, otpVerifyV2, signupV2 } from '../gateway.ts';
import { exampleTokenLogin, OtpCode, OtpId } from '../otp/otp-login.ts';
import { SessionKey } from '../sessions/open-session.ts';
import { listLike, TokenProviders } from './members.ts';
import { exampleOtp, StartedEarlier } from './otps.ts';

const OLDER = 'Older public clients send this version.';

export const otpInit = gateway({
  name: 'otp_init',
  title: `${otpInitV2.title}, version 1`,
  summary: `${otpInitV2.summary} ${OLDER}`,
  specified: false,
  risk: otpInitV2.risk,
  request: otpInitV2.request.properties,
  response: StartedEarlier,
  example: { request: otpInitV2.example.request, response: exampleOtp },
});

export const otpVerify = gateway({
  name: 'otp_verify',
  title: `${otpVerifyV2.title}, version 1`,
  summary: `Exchanges an unencrypted one-time code for a token of the contact. ${OLDER}`,
  specified: false,
  risk: otpVerifyV2.risk,
  request: { otpId: OtpId, otpCode: OtpCode, publicKey: SessionKey },
  response: otpVerifyV2.response,
  example: {
    request: { otpId: EXAMPLE.otpId, otpCode: '7K2M9QXZA', publicKey: EXAMPLE.publicKey },
    response: otpVerifyV2.example.response,
  },
});

export const gatewayOtpLogin = gateway({
  name: 'gateway_otp_login',
  path: '/v1/otp_login',
  title: `${otpLoginV2.title}, version 1`,
  summary: `${otpLoginV2.summary} ${OLDER}`,
  specified: false,
  risk: otpLoginV2.risk,
  request: otpLoginV2.request.properties,
  response: otpLoginV2.response,
  example: { request: exampleTokenLogin, response: otpLoginV2.example.response },
});

export const signup = gateway({
  name: 'signup',
  title: `${signupV2.title}, version 1`,
  summary: `${signupV2.summary} ${OLDER}`,
  specified: false,
  risk: signupV2.risk,
  request: {
    ...signupV2.request.properties,
    oauthProviders: listLike(signupV2.request.properties.oauthProviders, TokenProviders.items),
  },
  response: signupV2.response,
  example: {
    request: {
      organizationName: 'Customer',
      userName: 'Customer',
      apiKeys: signupV2.example.request.apiKeys,
      authenticators: [],
      oauthProviders: [],
    },
    response: signupV2.example.response,
  },
});

export const walletKitClientParams = gateway({
  name: 'wallet_kit_client_params',
  title: 'Gateway: parameters of a page',
  summary: 'Returns the site key of a captcha. This service asks for no captcha, so it returns none.',
  specified: false,
  request: {},
  response: Type.Object({ turnstileSiteKey: Type.Optional(Type.String({ title: 'Turnstile site key' })) }),
  example: { request: {}, response: {} },
});
