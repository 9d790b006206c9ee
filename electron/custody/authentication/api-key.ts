import type { ApiKeyCurve } from '../../../shared/model/index.ts';
import { requirePublicKey } from '../../crypto/index.ts';
import type { ApiKeyRow } from '../store/index.ts';

/** What each kind of API key is: its curve and the credential type it is registered as. */
const API_KEY_CURVES = {
  API_KEY_CURVE_P256: { curve: 'CURVE_P256', credentialType: 'CREDENTIAL_TYPE_API_KEY_P256' },
  API_KEY_CURVE_SECP256K1: { curve: 'CURVE_SECP256K1', credentialType: 'CREDENTIAL_TYPE_API_KEY_SECP256K1' },
  API_KEY_CURVE_ED25519: { curve: 'CURVE_ED25519', credentialType: 'CREDENTIAL_TYPE_API_KEY_ED25519' },
} as const satisfies Record<ApiKeyCurve, object>;

/** A public key as somebody gives it: hex of any form of its curve. */
export interface ApiKeyForm {
  readonly publicKey: string;
  readonly curveType: ApiKeyCurve;
}

/** The key as stamps spell it, lowercase, compressed and a point of its curve, with its credential type. Throws KEY_INVALID. */
export function readApiKey({ publicKey, curveType }: ApiKeyForm) {
  const { curve, credentialType } = API_KEY_CURVES[curveType];
  return { publicKey: requirePublicKey(curve, publicKey), credentialType };
}

/** Whether the time of a key is over. */
export function isExpired({ expirationSeconds, createdAt }: ApiKeyRow, now: number): boolean {
  return expirationSeconds !== null && now >= createdAt + expirationSeconds * 1000;
}
