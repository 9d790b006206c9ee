import { base64urlDecode, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

/** A parsed JSON Web Token (RFC 7519). None of it is verified. */
export interface Jwt {
  /** The signed part: the first two parts, unchanged. */
  readonly input: Uint8Array<ArrayBuffer>;
  /** Null when it cannot be parsed. */
  readonly claims: unknown;
  /** Empty when absent. */
  readonly signature: Uint8Array;
}

/** Splits a token into its parts. A text that is not a token has neither claims nor a signature. */
export function readJwt(token: string): Jwt {
  const [header = '', body = '', signature = '', ...rest] = token.split('.');
  const isJwt = rest.length === 0;
  return {
    input: utf8Encode(`${header}.${body}`),
    claims: isJwt ? claimsIn(body) : null,
    signature: isJwt ? bytesOf(signature) : new Uint8Array(),
  };
}

function claimsIn(body: string): unknown {
  try {
    return JSON.parse(utf8Decode(bytesOf(body)));
  } catch {
    return null;
  }
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64urlDecode(text);
  } catch {
    return new Uint8Array();
  }
}
