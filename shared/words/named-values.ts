/** The features of an organization and the providers of a login or a payment, by their names in the interface. */
export const NAMED_VALUES: Readonly<Record<string, string>> = {
  FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY: 'Root user recovery by email',
  FEATURE_NAME_WEBAUTHN_ORIGINS: 'Passkey origins',
  FEATURE_NAME_EMAIL_AUTH: 'Login by email',
  FEATURE_NAME_EMAIL_RECOVERY: 'Recovery by email',
  FEATURE_NAME_WEBHOOK: 'Webhook',
  FEATURE_NAME_SMS_AUTH: 'Login by SMS',
  FEATURE_NAME_OTP_EMAIL_AUTH: 'Login by email code',
  FEATURE_NAME_AUTH_PROXY: 'Gateway',
  FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED: 'Solana rent',
  FEATURE_NAME_SWAP_CONFIG: 'Swaps',
  FEATURE_NAME_EARN_CONFIG: 'Earn',
  FIAT_ON_RAMP_PROVIDER_COINBASE: 'Coinbase',
  FIAT_ON_RAMP_PROVIDER_MOONPAY: 'MoonPay',
  OAUTH2_PROVIDER_X: 'X',
  OAUTH2_PROVIDER_DISCORD: 'Discord',
};

/** Returns the words for a feature or a provider. An unknown value is returned unchanged, never hidden. */
export const namedValue = (value: string): string =>
  Object.hasOwn(NAMED_VALUES, value) ? (NAMED_VALUES[value] ?? value) : value;
