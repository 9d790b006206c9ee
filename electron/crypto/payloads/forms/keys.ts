/** The keys and the hash functions that sign a form. */
import { CURVES, type Curve, HASH_FUNCTIONS, type HashFunction } from '../../../../shared/model/index.ts';

export interface Keys {
  readonly curves: readonly Curve[];
  readonly hashFunctions: readonly HashFunction[];
}

const ECDSA: readonly Curve[] = ['CURVE_SECP256K1', 'CURVE_P256'];

/** A personal message is described under every hash function, with a finding where no wallet verifies it. */
export const ANY: Keys = { curves: CURVES, hashFunctions: HASH_FUNCTIONS };
export const KECCAK: Keys = { curves: ECDSA, hashFunctions: ['HASH_FUNCTION_KECCAK256'] };
export const SHA256: Keys = { curves: ECDSA, hashFunctions: ['HASH_FUNCTION_SHA256'] };
/** Cosmos chains hash with SHA-256, those with accounts of Ethereum (Injective, Evmos) with Keccak-256. */
export const HASHED: Keys = { curves: ECDSA, hashFunctions: ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256'] };
export const ED25519: Keys = { curves: ['CURVE_ED25519'], hashFunctions: ['HASH_FUNCTION_NOT_APPLICABLE'] };
/** Chains whose accounts have keys of every curve. */
export const EVERY_CURVE: Keys = {
  curves: CURVES,
  hashFunctions: ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_NOT_APPLICABLE'],
};
/** The XRP Ledger signs its bytes with Ed25519, or SHA-512 of them on secp256k1. A finding names a hash that it does not use. */
export const XRP_LEDGER: Keys = {
  curves: ['CURVE_ED25519', 'CURVE_SECP256K1'],
  hashFunctions: ['HASH_FUNCTION_NOT_APPLICABLE', 'HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256'],
};
