import { verifyMessage as ethersSigner } from 'ethers';
import { TronWeb } from 'tronweb';
import { verifyMessage } from 'viem';
import { expect, test } from 'vitest';
import { signRawPayload } from '../../electron/crypto/index.ts';
import { payloadOf } from '../../renderer/features/sign/message.ts';
import { signatureForms } from '../../renderer/request/signature-forms.ts';

/** The first account of the usual test phrase. */
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex');
const ACCOUNT = { curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const;

test.each(['hello', 'größe €', 'two\nlines', 'x'.repeat(1_000)])(
  'viem and ethers take the signature of a personal message: %j',
  async (message) => {
    const parts = signRawPayload({
      ...ACCOUNT,
      ...payloadOf('personal', message, ACCOUNT),
      hashFunction: 'HASH_FUNCTION_KECCAK256',
      privateKey: Uint8Array.from(KEY),
    });
    const signature = new Map(signatureForms(parts, 'ECDSA secp256k1')).get('65 bytes') as `0x${string}`;
    expect(await verifyMessage({ address: ADDRESS, message, signature })).toBe(true);
    expect(ethersSigner(message, signature)).toBe(ADDRESS);
  },
);

/** The same key's, as TronWeb makes it. */
const TRON = { curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_TRON' } as const;

test.each(['hello', 'größe €', 'two\nlines', 'x'.repeat(1_000)])(
  'TronWeb takes the signature of a personal message of a Tron account (TIP-191): %j',
  async (message) => {
    const parts = signRawPayload({
      ...TRON,
      ...payloadOf('personal', message, TRON),
      hashFunction: 'HASH_FUNCTION_KECCAK256',
      privateKey: Uint8Array.from(KEY),
    });
    const signature = new Map(signatureForms(parts, 'ECDSA secp256k1')).get('65 bytes') ?? '';
    const tron = new TronWeb({ fullHost: 'http://127.0.0.1:9' });
    const address = TronWeb.address.fromPrivateKey(KEY.toString('hex'));
    expect(await tron.trx.verifyMessageV2(message, signature)).toBe(address);
    expect(signature).toBe(tron.trx.signMessageV2(message, KEY.toString('hex')));
  },
);
