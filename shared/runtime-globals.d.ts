/** The globals that every runtime of this program has (WHATWG Encoding and URL, DOM abort); `shared/` may use no other. */
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
  /** Lower case; an IPv4 address as four decimals, an IPv6 address in brackets. */
  readonly hostname: string;
}

interface AbortSignal {
  readonly aborted: boolean;
}
