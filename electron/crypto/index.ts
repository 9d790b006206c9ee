/** The public interface of this folder. Nothing else in it may be imported from outside. */
export {
  type Abi,
  type AbiFunction,
  abiOf,
  abiWords,
  calledFunction,
  type DecodedBeginning,
  encodeCall,
  readAbi,
  roleId,
  SELECTOR_BYTES,
  WORD_BYTES,
} from './abi.ts';
export { readBitcoinAddress, recipientOfScript } from './addresses/bitcoin.ts';
export { addressByNonce, addressBySalt } from './addresses/contracts.ts';
export { ADDRESS_TABLE, addressOf, findFormatsOf, keyOfAddress, sameAddress } from './addresses/index.ts';
export { misspelling } from './addresses/misspelling.ts';
export { type AgeReaders, writeAgeFile } from './age-file.ts';
export { requireRecipients } from './age-recipients.ts';
export { readCredentialBundle, sealCredentialBundle } from './bundles/credential-bundle.ts';
export { checkExportBundle, openExportBundle, sealExportBundle } from './bundles/export-bundle.ts';
export { type HpkeSealed, hpkeContext, hpkeOpen, hpkeOpenAgreed, hpkeSeal } from './bundles/hpke.ts';
export { openEncryptedBundle, readEncryptedBundle, readImportTarget, signTarget } from './bundles/import-bundle.ts';
export { sealOtpAttempt } from './bundles/otp-bundle.ts';
export { sealToTarget, writeEncryptedBundle } from './bundles/signed-target.ts';
export { encodeDer, readDer } from './curves/der-signature.ts';
export { ed25519PublicKey, ed25519Sign, ed25519Verify, generateEd25519 } from './curves/ed25519.ts';
export { loadSecp256k1 } from './curves/libsecp256k1.ts';
export {
  ecdhP256,
  generateP256,
  openP256Signer,
  type P256Signer,
  p256Convert,
  p256PublicKey,
  p256Uncompress,
  p256Verify,
} from './curves/p256.ts';
export { publicKeyOf, requirePublicKey } from './curves/public-key.ts';
export { schnorrVerify } from './curves/schnorr.ts';
export { type Derivations, deriveKey, openDerivations, parsePath } from './derivation/derivation.ts';
export { generateMnemonic, isMnemonic, mnemonicLanguage, mnemonicSeed } from './derivation/mnemonic.ts';
export { mnemonicFault } from './derivation/mnemonic-fault.ts';
export { describeTransaction } from './describe-transaction.ts';
export { checkKeystoreFile, openKeystoreFile } from './keystore-file.ts';
export { writeValidatorKeystore, writeWeb3Keystore } from './keystore-writing.ts';
export {
  type AbiArgument,
  ANY_ACCOUNT,
  allowanceFinding,
  type ContentMeaning,
  type ContractCall,
  care,
  type Doing,
  danger,
  forAccount,
  information,
  isForEver,
  labelOf,
  lastDigits,
  momentText,
  row,
  type Step,
  solidityKind,
  type TypedMessage,
  untilText,
} from './meaning.ts';
export { assetsText, knownAsset, type MeasuredAsset, unitOf } from './measured-assets.ts';
export { type MinisignKey, readMinisignKey, readMinisignSignature, verifyMinisign } from './minisign.ts';
export {
  aesGcmOpen,
  aesGcmSeal,
  type Bytes,
  constantTimeEqual,
  hkdfSha256,
  hmacSha256,
  isUtf8,
  randomBytes,
  randomUuid,
  rsaVerify,
  sha256,
  startGmac,
} from './native.ts';
export { challengeOf, type KnownPasskey, verifyAssertion } from './passkeys/assertion.ts';
export { type CborMap, type CborValue, readCbor } from './passkeys/cbor.ts';
export { readAuthenticatorData, readClientData, requireOwnPage, rpIdHashOf } from './passkeys/parts.ts';
export { type Attested, readAttestation } from './passkeys/registration.ts';
export { describePayload } from './payloads/describe-payload.ts';
export { payloadFacts, wrappedTypeOf } from './payloads/facts.ts';
export { isDigest, isSignedUnhashed, type PayloadAround } from './payloads/forms/form.ts';
export { chainOfHash } from './payloads/hashed-chain.ts';
export { allowedUntilRow } from './payloads/permits.ts';
export {
  payloadBytes,
  type RawSignature,
  recoverRawPayloadSigner,
  signRawPayload,
  verifyRawPayload,
} from './payloads/raw-payload.ts';
export { isStandIn, isStandInMessage } from './payloads/stand-ins.ts';
export { integerFault } from './payloads/typed-data/integer-fault.ts';
export { Refusal } from './refusal.ts';
export { scryptKey, spellingHint } from './scrypt.ts';
export { openAtRest, sealAtRest } from './sealing.ts';
export {
  generateStampKey,
  openStampSigner,
  requireStampKey,
  type StampSigner,
  signStamp,
  stampMessage,
  stampOfSignature,
  verifyStamp,
  verifyStampAside,
} from './stamps.ts';
export { timeFindings } from './time-findings.ts';
export {
  allowedText,
  allTokensText,
  baseUnits,
  isAllOf,
  isChainToken,
  isUnlimited,
  nftFindings,
  type Token,
  tokenOf,
  tokensOf,
  tokensText,
} from './tokens.ts';
export { finalBitcoin, readSendingBitcoin, type SendingBitcoin } from './transactions/bitcoin/final.ts';
export { type StatedOutpoint, statedOutpoints } from './transactions/bitcoin/outpoints.ts';
export { unsignedBitcoinPayment } from './transactions/bitcoin/payment.ts';
export {
  bitcoinAddressFacts,
  type PreviousTransaction,
  readPrevious,
  spendersInBlock,
} from './transactions/bitcoin/previous.ts';
export {
  bitcoinReplacementRates,
  readNextBitcoin,
  readReplaced,
  replacementBitcoin,
  requireReplacement,
} from './transactions/bitcoin/replacement.ts';
export { type FeeMarketTransaction, unsignedFeeMarket } from './transactions/ethereum/index.ts';
export {
  burntFinding,
  callFindings,
  callRows,
  callStep,
  type EthereumChain,
  ethereumChain,
  feeFindings,
  HIGH_FEE,
  idleFindings,
  keylessFindings,
  lostCoins,
  numberedRows,
} from './transactions/ethereum/meaning.ts';
export { type PaymentCall, paymentCall, unsignedEthereumPayment } from './transactions/ethereum/payment.ts';
export {
  accountNonce,
  ethereumReplacementFees,
  replacementEthereum,
} from './transactions/ethereum/replacement.ts';
export { gasCost } from './transactions/ethereum/types.ts';
export {
  contractCallFacts,
  type Facts,
  numberFacts,
  programCallFacts,
  transactionFacts,
  UNPROVEN,
} from './transactions/facts/index.ts';
export {
  recoverTransactionSigner,
  type Signer,
  type SigningKey,
  signTransaction,
  verifyTransaction,
} from './transactions/index.ts';
export { hasOutline } from './transactions/outline.ts';
export { printableText } from './transactions/reading.ts';
export {
  describeSignedEthereum,
  outbids,
  readSignedEthereum,
  readSignedIdentity,
  type SignedEthereum,
} from './transactions/signed.ts';
export { associatedTokenAccount, hasKey, usualTokenAccount } from './transactions/solana/associated.ts';
export { TOKEN_PROGRAM_ADDRESSES, unsignedSolanaPayment } from './transactions/solana/payment.ts';
export { ASSOCIATED_TOKEN_PROGRAM } from './transactions/solana/programs/index.ts';
export { readSendingSolana, type SendingSolana, solanaHex, withBlockhash } from './transactions/solana/sending.ts';
export { solanaSignerFindings } from './transactions/solana/signers.ts';
export { unsignedOfMessage } from './transactions/solana/wire.ts';
export {
  LONGEST_MEMO,
  type TempoTransfer,
  tempoCall,
  tempoNonce,
  unsignedTempoPayment,
} from './transactions/tempo/payment.ts';
export { tronAddress } from './transactions/tron/contracts.ts';
export {
  readSendingTron,
  type SendingTron,
  TRON_LIFE_MS,
  tronAccountHex,
  unsignedTronPayment,
} from './transactions/tron/payment.ts';
export { isBurnt, isUnowned } from './unowned.ts';
