/**
 * The globals that every runtime of this program has (WHATWG Encoding and URL, DOM abort, W3C Web Cryptography).
 * `shared/` may use no others.
 */
declare class TextEncoder {
  encode(input: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input: Uint8Array): string;
}

declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string);
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  /** Lower case. An IPv4 address has four decimals, an IPv6 address brackets. */
  readonly hostname: string;
}

interface AbortSignal {
  readonly aborted: boolean;
}

type CryptoUse = 'decrypt' | 'deriveBits' | 'sign';

interface CryptoKey {
  readonly extractable: boolean;
}

/** The used part of the Web Cryptography API. Derived, signed and decrypted bytes come back in their own buffers. */
declare const crypto: {
  readonly subtle: {
    generateKey(
      algorithm: { readonly name: 'ECDH'; readonly namedCurve: 'P-256' },
      extractable: false,
      uses: readonly CryptoUse[],
    ): Promise<{ readonly publicKey: CryptoKey; readonly privateKey: CryptoKey }>;
    exportKey(format: 'raw', key: CryptoKey): Promise<ArrayBuffer>;
    importKey(
      format: 'raw',
      key: Uint8Array<ArrayBuffer>,
      algorithm: string | { readonly name: string; readonly hash?: string; readonly namedCurve?: string },
      extractable: false,
      uses: readonly CryptoUse[],
    ): Promise<CryptoKey>;
    deriveBits(
      algorithm: { readonly name: string } & Readonly<Record<string, string | CryptoKey | Uint8Array<ArrayBuffer>>>,
      key: CryptoKey,
      length: number,
    ): Promise<ArrayBuffer>;
    sign(algorithm: string, key: CryptoKey, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    decrypt(
      algorithm: { readonly name: string } & Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
      key: CryptoKey,
      data: Uint8Array<ArrayBuffer>,
    ): Promise<ArrayBuffer>;
  };
};
