/**
 * The page may load and run its own scripts, styles, fonts and images, and nothing else. Sent as a header with every
 * file: a policy in the page itself begins too late and can be removed by injected code. Trusted Types
 * close the DOM's script sinks as well. The sandbox gives the page an opaque origin. No frame it makes can thus lend it
 * removed functions. The sandbox also forbids pop-ups, downloads and dialogs.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  'sandbox allow-scripts allow-forms',
].join('; ');

/**
 * A page for passkeys may load its script, its style and its fonts. It keeps its origin, without which no authenticator
 * answers. No other page of that origin is served.
 */
const PASSKEY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-same-origin";

/** Sent with every response of the page's protocol, refusals included. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The page's origin is not that of its own files, whose session has no other page to give them to.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': 'null',
  'Referrer-Policy': 'no-referrer',
  // A picture-in-picture video covers every other window, main's own included.
  'Permissions-Policy': 'picture-in-picture=()',
  'Cache-Control': 'no-store',
};

/** The same headers for a page for passkeys. */
export const PASSKEY_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': PASSKEY_POLICY,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Access-Control-Allow-Origin': 'null',
};
