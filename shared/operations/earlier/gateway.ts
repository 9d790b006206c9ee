import Type from 'typebox';
import { gateway } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { GATEWAY_OPERATIONS } from '../gateway.ts';
import { exampleTokenLogin, OtpCode, OtpId } from '../otp.ts';
import { SessionKey } from '../sessions.ts';
import { listLike, TokenProviders } from './members.ts';
import { exampleOtp, StartedEarlier } from './otps.ts';

const { otp_init_v2, otp_verify_v2, otp_login_v2, signup_v2 } = GATEWAY_OPERATIONS;
const OLDER = 'Older public clients send this version.';

const otpInit = gateway({
  name: 'otp_init',
  title: `${otp_init_v2.title}, version 1`,
  summary: `${otp_init_v2.summary} ${OLDER}`,
  specified: false,
  risk: otp_init_v2.risk,
  request: otp_init_v2.request.properties,
  response: StartedEarlier,
  example: { request: otp_init_v2.example.request, response: exampleOtp },
});

const otpVerify = gateway({
  name: 'otp_verify',
  title: `${otp_verify_v2.title}, version 1`,
  summary: `Exchanges an unencrypted one-time code for a token of the contact. ${OLDER}`,
  specified: false,
  risk: otp_verify_v2.risk,
  request: { otpId: OtpId, otpCode: OtpCode, publicKey: SessionKey },
  response: otp_verify_v2.response,
  example: {
    request: { otpId: EXAMPLE.otpId, otpCode: '7K2M9QXZA', publicKey: EXAMPLE.publicKey },
    response: otp_verify_v2.example.response,
  },
});

const otpLogin = gateway({
  name: 'gateway_otp_login',
  path: '/v1/otp_login',
  title: `${otp_login_v2.title}, version 1`,
  summary: `${otp_login_v2.summary} ${OLDER}`,
  specified: false,
  risk: otp_login_v2.risk,
  request: otp_login_v2.request.properties,
  response: otp_login_v2.response,
  example: { request: exampleTokenLogin, response: otp_login_v2.example.response },
});

const signup = gateway({
  name: 'signup',
  title: `${signup_v2.title}, version 1`,
  summary: `${signup_v2.summary} ${OLDER}`,
  specified: false,
  risk: signup_v2.risk,
  request: {
    ...signup_v2.request.properties,
    oauthProviders: listLike(signup_v2.request.properties.oauthProviders, TokenProviders.items),
  },
  response: signup_v2.response,
  example: {
    request: {
      organizationName: 'Customer',
      userName: 'Customer',
      apiKeys: signup_v2.example.request.apiKeys,
      authenticators: [],
      oauthProviders: [],
    },
    response: signup_v2.example.response,
  },
});

const walletKitClientParams = gateway({
  name: 'wallet_kit_client_params',
  title: 'Gateway: parameters of a page',
  summary: 'Returns the site key of a captcha. This service asks for no captcha, so it returns none.',
  specified: false,
  request: {},
  response: Type.Object({ turnstileSiteKey: Type.Optional(Type.String({ title: 'Turnstile site key' })) }),
  example: { request: {}, response: {} },
});

/** First versions of operations of the gateway, by name. */
export const EARLIER_GATEWAY = {
  otp_init: otpInit,
  otp_verify: otpVerify,
  gateway_otp_login: otpLogin,
  signup,
  wallet_kit_client_params: walletKitClientParams,
} as const;
