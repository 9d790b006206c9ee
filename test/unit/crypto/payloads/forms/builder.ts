/** Builds payloads of the forms that are signed as bytes. */
import { base58 } from '@scure/base';
import { publicBytes, type SolanaParts, SYSTEM, solanaKey } from '../../transactions/solana/builder.ts';

export const signer = solanaKey(1);
export const SIGNER = base58.encode(publicBytes(signer));
export const RECIPIENT = new Uint8Array(32).fill(0x47);
export const DOMAIN = new Uint8Array(32).fill(0x33);
export const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
export const hex = (...parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('hex');

/** A transfer of 5 lamports. */
export const transfer: SolanaParts = {
  header: [1, 0, 1],
  keys: [publicBytes(signer), RECIPIENT, SYSTEM],
  instructions: [{ program: 2, accounts: [0, 1], data: '020000000500000000000000' }],
};

const PREFIX = Buffer.concat([Buffer.of(0xff), utf8('solana offchain')]);
const length = (text: string) => {
  const two = Buffer.alloc(2);
  two.writeUInt16LE(utf8(text).length);
  return two;
};

interface OffChain {
  readonly format?: number;
  readonly signers?: readonly Uint8Array[];
  readonly domain?: Uint8Array;
}

/** The three layouts of off-chain messages. */
export const offChain = {
  first: (text: string, { format = 0 }: OffChain = {}) =>
    Buffer.concat([PREFIX, Buffer.of(0, format), length(text), utf8(text)]),
  version0: (text: string, { format = 0, signers = [publicBytes(signer)], domain = DOMAIN }: OffChain = {}) =>
    Buffer.concat([
      PREFIX,
      Buffer.of(0),
      domain,
      Buffer.of(format, signers.length),
      ...signers,
      length(text),
      utf8(text),
    ]),
  version1: (text: string, { signers = [publicBytes(signer)] }: OffChain = {}) =>
    Buffer.concat([PREFIX, Buffer.of(1, signers.length), ...signers, utf8(text)]),
};

/** A header of version 0 whose domain parses as format and length of the first layout: two texts in one message. */
export function twofold(): Buffer {
  const text = 'the text of version 0';
  const whole = offChain.version0(text);
  const domain = Buffer.alloc(32, 0x20);
  domain[0] = 1;
  domain.writeUInt16LE(whole.length - 20, 1);
  return offChain.version0(text, { domain, signers: [Buffer.alloc(32, 0x41)] });
}

/** A sign-in text of Solana. */
export const solanaSignIn = (changes: Readonly<Record<string, string>> = {}): string =>
  Object.entries(changes).reduce(
    (text, [from, to]) => text.replace(from, to),
    [
      'service.example wants you to sign in with your Solana account:',
      SIGNER,
      '',
      'I accept the Terms of Service.',
      '',
      'URI: https://service.example/login',
      'Version: 1',
      'Chain ID: mainnet',
      'Nonce: 32891756',
      'Issued At: 2025-04-23T04:45:00Z',
      'Expiration Time: 2025-04-24T04:45:00Z',
    ].join('\n'),
  );
