/** Every form that is signed as bytes, and the description of a payload that matches one or more of them. */
import { type ContentMeaning, danger } from '../../meaning.ts';
import { readAptosTransaction } from './aptos/index.ts';
import { readAmino } from './cosmos/amino.ts';
import { readDirect } from './cosmos/direct.ts';
import { readAuthorizationBytes, readHashes, readPersonal, readValidated } from './ethereum.ts';
import { readEthereumTransaction } from './ethereum-transaction.ts';
import { type Form, isSignedAs, type PayloadAround, undecoded } from './form.ts';
import { ANY, ED25519, EVERY_CURVE, HASHED, KECCAK, SHA256, XRP_LEDGER } from './keys.ts';
import { MARKED_FORMS, readCredential } from './marked.ts';
import { readOffChain } from './off-chain.ts';
import { PREFIXED_FORMS } from './prefixed.ts';
import { readSolanaMessage, readSolanaTransaction } from './solana.ts';
import { readStellar } from './stellar/index.ts';
import { readSuiTransaction } from './sui/index.ts';
import { readTonRequest } from './ton/index.ts';
import { readTron } from './tron.ts';
import { readXrp } from './xrp/index.ts';

export const FORMS: readonly Form[] = [
  { name: 'personal message', ...ANY, read: readPersonal },
  { name: 'EIP-712 hashes', ...KECCAK, read: readHashes },
  { name: 'data for a validator', ...KECCAK, read: readValidated },
  { name: 'EIP-7702 authorization', ...KECCAK, read: readAuthorizationBytes },
  { name: 'Ethereum or Tempo transaction', ...KECCAK, read: readEthereumTransaction },
  { name: 'Cosmos amino JSON', ...HASHED, read: readAmino },
  { name: 'Cosmos direct', ...HASHED, read: readDirect },
  { name: 'Tron transaction', ...SHA256, read: readTron },
  { name: 'Solana message', ...ED25519, read: readSolanaMessage },
  { name: 'Solana transaction', ...ED25519, read: readSolanaTransaction },
  { name: 'Solana off-chain message', ...ED25519, read: readOffChain },
  { name: 'Aptos transaction', ...ED25519, read: readAptosTransaction },
  { name: 'XRP Ledger transaction or claim', ...XRP_LEDGER, read: readXrp },
  { name: 'Stellar transaction', ...ED25519, read: readStellar },
  { name: 'Sui transaction', ...EVERY_CURVE, read: readSuiTransaction },
  { name: 'TON wallet request', ...ED25519, read: readTonRequest },
  ...PREFIXED_FORMS,
  ...MARKED_FORMS,
];

/**
 * Describes bytes of exactly one form, or a request or token of no form. Returns null for other bytes. Bytes of two
 * forms are not decoded.
 */
export function readForms(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const found = FORMS.filter((form) => isSignedAs(form, around)).flatMap((form) => form.read(bytes, around) ?? []);
  const [only] = found;
  if (found.length < 2) return only ?? readCredential(bytes);
  const titles = found.map(({ title }) => title).join('; ');
  return undecoded(bytes, {
    title: 'Bytes of more than one form',
    step: 'Sign bytes that can be read in more than one way',
    finding: danger(
      `These bytes can be read in ${found.length} ways: ${titles}. The bytes do not show which one applies.`,
    ),
  });
}
