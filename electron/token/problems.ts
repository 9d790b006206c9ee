import { AppError, type ErrorCode, sentence } from '../../shared/errors/index.ts';

/** The modules' return codes (PKCS#11 2.40, section 5.1.6) with their messages for an operator. */
const KNOWN: Readonly<Record<string, { readonly code: ErrorCode; readonly text: string }>> = {
  ...each(
    [
      'CKR_TOKEN_NOT_PRESENT',
      'CKR_DEVICE_REMOVED',
      'CKR_SLOT_ID_INVALID',
      'CKR_SESSION_HANDLE_INVALID',
      'CKR_SESSION_CLOSED',
    ],
    'TOKEN_MISSING',
    'The token was removed, or another program reset it. Nothing was done. Connect it and try again.',
  ),
  ...each(
    ['CKR_PIN_INCORRECT', 'CKR_PIN_INVALID', 'CKR_PIN_LEN_RANGE'],
    'PIN_WRONG',
    'This is not the PIN of the token. Nothing was done.',
  ),
  ...each(['CKR_PIN_LOCKED'], 'PIN_LOCKED', LOCKED()),
  ...each(
    ['CKR_PIN_EXPIRED', 'CKR_USER_PIN_NOT_INITIALIZED'],
    'PIN_LOCKED',
    'The token has no valid PIN. Nothing was done. Set one with its vendor’s software.',
  ),
  ...each(['CKR_USER_NOT_LOGGED_IN'], 'PIN_REQUIRED', 'The token asks for its PIN again. Nothing was done. Try again.'),
  ...each(
    ['CKR_DEVICE_MEMORY'],
    'TOKEN_REFUSED',
    'The token is full. No key was made. Remove a key with its vendor’s software.',
  ),
  ...each(
    ['CKR_MECHANISM_INVALID', 'CKR_MECHANISM_PARAM_INVALID', 'CKR_CURVE_NOT_SUPPORTED', 'CKR_DOMAIN_PARAMS_INVALID'],
    'TOKEN_REFUSED',
    'The token cannot do this with a key of this curve. Nothing was done.',
  ),
  ...each(
    ['CKR_TOKEN_WRITE_PROTECTED', 'CKR_ATTRIBUTE_VALUE_INVALID', 'CKR_TEMPLATE_INCONSISTENT'],
    'TOKEN_REFUSED',
    'The token cannot make this kind of key. Nothing was made. Make one with its vendor’s software, then add it with `castellan key import --store pkcs11`.',
  ),
};

/** Returns the message for a PIN that was entered wrong too often. */
export function LOCKED(): string {
  return 'The PIN of the token is locked after too many wrong PINs. Nothing was done. Unlock it with its vendor’s software.';
}

function each(names: readonly string[], code: ErrorCode, text: string) {
  return Object.fromEntries(names.map((name) => [name, { code, text }]));
}

/** Returns the name of a module's error, as `CKR_PIN_LOCKED`, or `no name` for other errors. */
export function nameOfResult(error: unknown): string {
  const [name] = /\bCKR_[A-Z0-9_]+\b/.exec(error instanceof Error ? error.message : '') ?? ['no name'];
  return name;
}

/** Returns true for an error which means that earlier sessions are gone. */
export function isGone(error: unknown): boolean {
  return KNOWN[nameOfResult(error)]?.code === 'TOKEN_MISSING';
}

/** Converts a module's error for the operator. An unknown one is TOKEN_REFUSED with its name. */
export function tokenProblem(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const name = nameOfResult(error);
  const known = KNOWN[name];
  if (known !== undefined) return new AppError(known.code, known.text, { cause: error });
  return new AppError(
    'TOKEN_REFUSED',
    sentence`The token failed (${name}). Nothing was done. Disconnect and connect it again. If the problem stays, ask its vendor.`,
    { cause: error },
  );
}
