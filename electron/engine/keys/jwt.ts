import { base64urlDecode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';

/** A JSON Web Token in its parts (RFC 7519). Nothing of it is checked. */
export interface Jwt {
  /** The signed part: the first two parts as they stand. */
  readonly input: Uint8Array<ArrayBuffer>;
  /** Null where it says nothing that can be read. */
  readonly claims: unknown;
  /** Empty where there is none. */
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
