/** Every form that is signed as bytes, and what is said of a payload that is of one, or of more than one. */
import { CURVES, type Curve, HASH_FUNCTIONS, type HashFunction } from '../../../../shared/model/index.ts';
import { type ContentMeaning, danger } from '../../meaning.ts';
import { readAmino } from './cosmos/amino.ts';
import { readDirect } from './cosmos/direct.ts';
import { readHashes, readPersonal, readValidated } from './ethereum.ts';
import { readEthereumTransaction } from './ethereum-transaction.ts';
import { type Form, isSignedAs, type PayloadAround, undecoded } from './form.ts';
import { readOffChain } from './off-chain.ts';
import { readSolanaMessage, readSolanaTransaction } from './solana.ts';
import { readTron } from './tron.ts';

interface Keys {
  readonly curves: readonly Curve[];
  readonly hashFunctions: readonly HashFunction[];
}

/** A personal message is told under every hash function, with a finding where no wallet verifies it. */
const ANY: Keys = { curves: CURVES, hashFunctions: HASH_FUNCTIONS };
const KECCAK: Keys = { curves: ['CURVE_SECP256K1', 'CURVE_P256'], hashFunctions: ['HASH_FUNCTION_KECCAK256'] };
/** Cosmos chains hash with SHA-256, those with accounts of Ethereum (Injective, Evmos) with Keccak-256. */
const COSMOS: Keys = {
  curves: ['CURVE_SECP256K1', 'CURVE_P256'],
  hashFunctions: ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256'],
};
const SHA256: Keys = { curves: ['CURVE_SECP256K1', 'CURVE_P256'], hashFunctions: ['HASH_FUNCTION_SHA256'] };
const ED25519: Keys = { curves: ['CURVE_ED25519'], hashFunctions: ['HASH_FUNCTION_NOT_APPLICABLE'] };

export const FORMS: readonly Form[] = [
  { name: 'personal message', ...ANY, read: readPersonal },
  { name: 'EIP-712 hashes', ...KECCAK, read: readHashes },
  { name: 'data for a validator', ...KECCAK, read: readValidated },
  { name: 'Ethereum or Tempo transaction', ...KECCAK, read: readEthereumTransaction },
  { name: 'Cosmos amino JSON', ...COSMOS, read: readAmino },
  { name: 'Cosmos direct', ...COSMOS, read: readDirect },
  { name: 'Tron transaction', ...SHA256, read: readTron },
  { name: 'Solana message', ...ED25519, read: readSolanaMessage },
  { name: 'Solana transaction', ...ED25519, read: readSolanaTransaction },
  { name: 'Solana off-chain message', ...ED25519, read: readOffChain },
];

/** Describes bytes of exactly one form. Returns null for those of none; bytes of two forms are not decoded. */
export function readForms(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const found = FORMS.filter((form) => isSignedAs(form, around)).flatMap((form) => form.read(bytes, around) ?? []);
  const [only = null] = found;
  if (found.length < 2) return only;
  const titles = found.map(({ title }) => title).join('; ');
  return undecoded(bytes, {
    title: 'Bytes of more than one form',
    step: 'Sign bytes that can be read in more than one way',
    finding: danger(`These bytes can be read in ${found.length} ways: ${titles}. Nobody can say which one is used.`),
  });
}
