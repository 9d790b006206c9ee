/** The globals that every runtime of this program has (WHATWG Encoding, DOM abort); `shared/` may use no other. */
declare class TextEncoder {
  encode(input: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input: Uint8Array): string;
}

interface AbortSignal {
  readonly aborted: boolean;
}
