/** Words for the enumerated values of the interface. */
import {
  CURVE_NAMES,
  chainName,
  chainNamed,
  formatLabel,
  splitChain,
  type ValueKind,
} from '../../shared/model/index.ts';
import { coinText, NAMED_VALUES, secondsText } from '../../shared/words/index.ts';
import { activityStatus } from './status.ts';
import { eventLabel } from './webhooks.ts';

/** Values that stand for themselves, by their name in the interface. */
const VALUES: Readonly<Record<string, string>> = {
  ...CURVE_NAMES,
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
  API_KEY_CURVE_P256: 'P-256',
  CLIENT_SIGNATURE_SCHEME_API_P256: 'P-256',
  HASH_FUNCTION_NO_OP: 'None',
  HASH_FUNCTION_SHA256: 'SHA-256',
  HASH_FUNCTION_KECCAK256: 'Keccak-256',
  HASH_FUNCTION_NOT_APPLICABLE: 'Not applicable',
  TRANSACTION_TYPE_ETHEREUM: 'Ethereum',
  TRANSACTION_TYPE_TEMPO: 'Tempo',
  TRANSACTION_TYPE_BITCOIN: 'Bitcoin (PSBT)',
  TRANSACTION_TYPE_TRON: 'Tron',
  TRANSACTION_TYPE_SOLANA: 'Solana',
  PAYLOAD_ENCODING_HEXADECIMAL: 'Hex',
  PAYLOAD_ENCODING_TEXT_UTF8: 'Text (UTF-8)',
  PAYLOAD_ENCODING_EIP712: 'Typed data (EIP-712)',
  PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: 'Authorization (EIP-7702)',
  PATH_FORMAT_BIP32: 'BIP-32',
  EARN_PROVIDER_MORPHO: 'Morpho',
  EARN_PROVIDER_AAVE: 'Aave',
  EFFECT_ALLOW: 'Allow',
  EFFECT_DENY: 'Deny',
  ALLOW: 'Allow',
  DENY: 'Deny',
  ACCESS_TYPE_WEB: 'In a browser',
  ACCESS_TYPE_API: 'By API key',
  ACCESS_TYPE_ALL: 'Both',
  AUTHENTICATION_TYPE_EMAIL_OTP: 'Email code',
  AUTHENTICATION_TYPE_SMS_OTP: 'SMS code',
  AUTHENTICATION_TYPE_PASSKEY: 'Passkey',
  AUTHENTICATION_TYPE_API_KEY: 'API key',
  AUTHENTICATION_TYPE_OAUTH: 'OAuth login',
  AUTHENTICATION_TYPE_SESSION: 'Session',
  AUTHENTICATOR_TRANSPORT_BLE: 'Bluetooth',
  AUTHENTICATOR_TRANSPORT_INTERNAL: 'This device',
  AUTHENTICATOR_TRANSPORT_NFC: 'NFC',
  AUTHENTICATOR_TRANSPORT_USB: 'USB',
  AUTHENTICATOR_TRANSPORT_HYBRID: 'Another device nearby',
  OTP_TYPE_SMS: 'SMS',
  OTP_TYPE_EMAIL: 'Email',
  SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM: 'Ethereum (ABI)',
  SMART_CONTRACT_INTERFACE_TYPE_SOLANA: 'Solana (IDL)',
  TVC_HEALTH_CHECK_TYPE_HTTP: 'HTTP',
  TVC_HEALTH_CHECK_TYPE_GRPC: 'gRPC',
  TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1: 'Enclave encryption, version 1',
  VELOCITY_CONTROL_AGGREGATION_METHOD_SUM: 'Sum of amounts',
  VELOCITY_CONTROL_AGGREGATION_METHOD_COUNT: 'Number of requests',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN: 'Less than',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL: 'At most',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_EQUAL: 'Exactly',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN_OR_EQUAL: 'At least',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN: 'More than',
  organization: 'For the whole organization',
  user: 'For each user',
  wallet: 'From each wallet',
  infinite: 'All time',
  signature: 'When it is signed',
  submission: 'When it is sent',
  MNEMONIC_LANGUAGE_ENGLISH: 'English',
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: 'Chinese, simplified',
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: 'Chinese, traditional',
  MNEMONIC_LANGUAGE_CZECH: 'Czech',
  MNEMONIC_LANGUAGE_FRENCH: 'French',
  MNEMONIC_LANGUAGE_ITALIAN: 'Italian',
  MNEMONIC_LANGUAGE_JAPANESE: 'Japanese',
  MNEMONIC_LANGUAGE_KOREAN: 'Korean',
  MNEMONIC_LANGUAGE_SPANISH: 'Spanish',
  ...NAMED_VALUES,
  CREDENTIAL_ID: 'Credential id',
  NAME: 'Name',
  USERNAME: 'User name',
  EMAIL: 'Email',
  PHONE_NUMBER: 'Phone number',
  OIDC_TOKEN: 'OIDC token',
  PUBLIC_KEY: 'Public key',
  WALLET_ACCOUNT_ADDRESS: 'Address of an account',
};

/** The longest reference of a chain that is a name, such as `mainnet`. A longer one is a hash. */
const LONGEST_NAME = 12;

/** Returns the words for an enumerated value of the interface. An unknown value is returned unchanged, never hidden. */
export function valueLabel(value: string): string {
  if (Object.hasOwn(VALUES, value)) return VALUES[value] ?? value;
  if (value.startsWith('ADDRESS_FORMAT_')) return formatLabel(value);
  if (value.startsWith('ACTIVITY_STATUS_')) return activityStatus(value).label;
  return /^[a-z0-9]+:./.test(value) ? chainWords(value) : eventLabel(value);
}

/**
 * Returns a value of a kind in words: of a declared list, a coin, or a duration. Null for any other kind, and for a value
 * without words.
 *
 * @example
 * kindWords('duration', '86400');
 * // '1 day'
 */
export function kindWords(kind: ValueKind, value: string): string | null {
  if (kind === 'asset') return coinText(value);
  if (kind === 'duration') return secondsText(value);
  const label = kind === 'enum' ? valueLabel(value) : value;
  return label === value ? null : label;
}

/** Returns the name of a chain. Another name of the same chain follows in parentheses. */
function chainWords(value: string): string {
  const { reference } = splitChain(value);
  const canonical = chainNamed(value);
  const name = chainName(canonical);
  if (reference === null || name === canonical) return value;
  if (canonical === value) return name;
  return `${name} (${reference.length > LONGEST_NAME ? 'genesis hash' : reference})`;
}
