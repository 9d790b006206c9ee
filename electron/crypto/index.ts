/** The only door of this folder; nothing else in it may be imported from outside. */
export { ADDRESS_TABLE, addressOf, findFormatsOf, sameAddress } from './addresses/index.ts';
export { keyOfAddress } from './addresses/key-of-address.ts';
export { deriveKey, parsePath } from './derivation.ts';
export { describePayload } from './describe-payload.ts';
export { ed25519PublicKey, generateEd25519 } from './ed25519.ts';
export { openExportBundle, sealExportBundle } from './export-bundle.ts';
export { hpkeContext, hpkeOpen } from './hpke.ts';
export { openEncryptedBundle, readEncryptedBundle, signImportTarget } from './import-bundle.ts';
export { generateMnemonic, isMnemonic, mnemonicLanguage, mnemonicSeed } from './mnemonic.ts';
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
} from './native.ts';
export {
  ecdhP256,
  generateP256,
  openP256Signer,
  type P256Signer,
  p256Compress,
  p256PublicKey,
  p256Uncompress,
  p256Verify,
} from './p256.ts';
export { publicKeyOf, requirePublicKey } from './public-key.ts';
export { type RawSignature, recoverRawPayloadSigner, signRawPayload, verifyRawPayload } from './raw-payload.ts';
export { schnorrVerify } from './schnorr.ts';
export { openAtRest, sealAtRest } from './sealing.ts';
export { signStamp, verifyStamp } from './stamps.ts';
export {
  describeTransaction,
  recoverTransactionSigner,
  type Signer,
  type SigningKey,
  signTransaction,
  verifyTransaction,
} from './transactions/index.ts';
