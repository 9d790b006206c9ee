/** Published test vectors. None of these keys guards anything. */

/** The stamp in the public documentation of the service. */
export const STAMP = {
  body: '{"payload": "hello from TKHQ"}',
  publicKey: '0327a50032e6f0631d5605b6ada32b779074f346e81b68e12801640f1c9ee03dae',
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  signature:
    '304402203623defd618eb3e219970496407ebe92447317dad75e412bd4a6267c3b5e22230220245b740848a72d08b60d6c84f339737b63db3bcbadb3bd0dcb1bfb865715d8b5',
} as const;

/** The export bundle in the tests of the public SDK. */
export const HPKE = {
  recipientPrivate: 'ffc6090f14bcf260e5dfe63f45412e60a477bb905956d7cc90195b71c2a544b3',
  encappedPublic:
    '044410ec87e5fe2ffda15a18fa377a21a3c41c3476f86133b4280ad76102f40d5db2dc53b47007cca93affc0a551dd514397d09791cfd9230fca3048b171f3d678',
  ciphertext:
    'efb058bf3ff4be4e222302bf2f607860b4274b2b01ac9456d3ba68da5a25626000a8982b14e0baf0a0de29f54454a379a3be6dc3d8c94987a1568c7d95f9fc4b91bef221ae5eb84233a2832114d179bdfdcf1d0f7adeb157f411a49840',
  key: 'fd2880c6cdf22fd524f05d3568818f06f6d7a9c84311279f86be5b756dd0a3aa',
  nonce: '42d06ef8b2db8602a9cfb8af',
  plaintext:
    '6c656166206c61647920756e74696c20696e646963617465207072616973652066696e616c20726f75746520746f6173742063616b65206d696e696d756d20696e7365637420756e6b6e6f776e',
} as const;

/** The GCM specification (McGrew, Viega), test case 16. */
export const AES_GCM = {
  key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
  nonce: 'cafebabefacedbaddecaf888',
  aad: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
  plaintext:
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
  sealed:
    '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
} as const;

/** RFC 7914 section 12, second vector, first 32 bytes. */
export const SCRYPT = {
  passphrase: 'password',
  salt: 'NaCl',
  n: 1024,
  r: 8,
  p: 16,
  key: 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162',
} as const;

/** RFC 4231, test case 2. */
export const HMAC = {
  key: 'Jefe',
  message: 'what do ya want for nothing?',
  mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
} as const;

/** The address of the well-known key below. */
export const ETHEREUM = {
  publicKey: '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const;

/** The first Solana account of the well-known mnemonic of `test` and `junk`. */
export const SOLANA = {
  publicKey: '0bf32b9f0db09672038fea36139b18f98a5f0149ef4ce0332e44b9a77e83c22d',
  address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
} as const;

/** `hello`, Keccak-256, RFC 6979, low S. */
export const SECP256K1 = {
  privateKey: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  payload: 'hello',
  r: '73eebf81a611136662d65778960c853fdcaf6eca86793ed9cabc30f2195937af',
  s: '78a07e601627da5b4cc80c0ab35f6894da19b4a01759d90c101d9c9dd1c6745d',
  v: '00',
} as const;

/** BIP-340, test vector 0, with the key of even y. */
export const BIP340 = {
  publicKey: '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
  message: '0000000000000000000000000000000000000000000000000000000000000000',
  signature:
    'e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0',
} as const;
