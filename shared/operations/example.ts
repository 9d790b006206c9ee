/**
 * Values that the examples of several operations share. The generated documents show them, and tests check them against
 * the declarations. The ids are invented. `address`, `publicKey` and `solanaAddress` are of the public test mnemonic
 * that ends in `junk`: anyone can sign with their keys.
 */
export const EXAMPLE = {
  organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  userId: '8d0f8c1a-3f4b-4f7e-8f36-6f9b8b1d2c33',
  walletId: 'ac651e99-579f-5c7c-8e06-5a3f1e0b7d21',
  walletAccountId: '5b7c2f64-0e0a-4a3e-8f51-2f8f6f0c9d02',
  apiKeyId: 'd1f2b3c4-5a6b-4c7d-8e9f-0a1b2c3d4e5f',
  activityId: '019660f7-801d-75d8-9f11-3c2b1a0f9e8d',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  solanaAddress: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  publicKey: '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
  privateKeyId: '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60',
  targetPublicKey:
    '04ead17ab58c90674535f27d6639368b254dceffcf629d4673be13aa231806de7e88d92a9bbda25089ad44488d828ed837e8674b78552e3ac74b9aa7e590e83b04',
  sessionProfileId: '2c9e6a14-8b3d-4f57-a1c0-5e7d9b2f4a68',
  providerId: '9f4b2d6e-1a7c-4c35-8e90-3b5d7f1a2c48',
  otpId: '6b1f3d5e-9c2a-4e70-b8d4-7a3c5e1f9b26',
  session: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3NDUzODQ0NTV9.AQID',
  policyId: '5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90',
  tagId: 'b7d5f1e2-1c3a-4e8b-9f60-2d4c6a8e0b13',
  smartContractInterfaceId: '9e4b2d71-5a0c-4f83-b6d1-3c8f7e2a9054',
  appId: '1b7d4f93-2e6a-4c58-9f0b-8a3d5c7e1f42',
  deploymentId: '4d8a1c65-7f3b-4e29-a0d4-6b9e2f5c8371',
  endpointId: '2c9a7b14-8e3d-4f60-a1c5-7d0e9b3f6a28',
  deliveryId: '6f1d3b80-4c2e-4a97-b5d8-0e7a9c4f2b61',
  authenticatorId: 'e4c2a1b0-7d6f-4c3e-8b1a-9f0e2d4c6b85',
  fingerprint: 'sha256:5a2d45e700283d37f537b4ce0888f1ee93cb90d794de1426c3bc033da120fe53',
  exportBundle: '{"version":"v1.0.0","data":"…","dataSignature":"…","enclaveQuorumPublic":"…"}',
  account: {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  },
  timestamp: { seconds: '1745383555', nanos: '0' },
} as const;
