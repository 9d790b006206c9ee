/** The only door of this folder; nothing else in it may be imported from outside. */
export {
  ADDRESS_TABLE,
  type AddressRule,
  addressOf,
  addressRule,
  findFormats,
  findFormatsOf,
  sameAddress,
} from './addresses/index.ts';
export { keyOfAddress } from './addresses/key-of-address.ts';
export { type DerivedKey, deriveKey, parsePath } from './derivation.ts';
export { describePayload, type PayloadMeaning } from './describe-payload.ts';
export { ed25519PublicKey, ed25519Sign, ed25519Verify, generateEd25519 } from './ed25519.ts';
export { openExportBundle, sealExportBundle } from './export-bundle.ts';
export { type HpkeContext, type HpkeSealed, hpkeContext, hpkeOpen, hpkeSeal } from './hpke.ts';
export { openEncryptedBundle, readEncryptedBundle, signImportTarget } from './import-bundle.ts';
export { generateMnemonic, isMnemonic, mnemonicFromEntropy, mnemonicLanguage, mnemonicSeed } from './mnemonic.ts';
export {
  aesGcmOpen,
  aesGcmSeal,
  type Bytes,
  constantTimeEqual,
  hmacSha256,
  isUtf8,
  randomBytes,
  randomUuid,
  scryptKey,
  sha256,
  sha256Hex,
} from './native.ts';
export {
  ecdhP256,
  generateP256,
  openP256Signer,
  type P256Signer,
  type PointForm,
  p256Compress,
  p256PublicKey,
  p256Sign,
  p256Uncompress,
  p256Verify,
} from './p256.ts';
export { publicKeyOf, requirePublicKey } from './public-key.ts';
export {
  type RawPayload,
  type RawSignature,
  recoverRawPayloadSigner,
  signRawPayload,
  verifyRawPayload,
} from './raw-payload.ts';
export { schnorrSign, schnorrVerify, taprootOutputKey } from './schnorr.ts';
export { openAtRest, sealAtRest } from './sealing.ts';
export {
  secp256k1PublicKey,
  secp256k1Sign,
  secp256k1Verify,
  secp256k1VerifyDer,
} from './secp256k1.ts';
export { signStamp, verifyStamp } from './stamps.ts';
export {
  describeTransaction,
  recoverTransactionSigner,
  type Signer,
  type SigningKey,
  signTransaction,
  TRANSACTION_TABLE,
  type TransactionMeaning,
  type VerifiedTransaction,
  verifyTransaction,
} from './transactions/index.ts';
