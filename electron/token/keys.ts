import { AppError, sentence } from '../../shared/errors/index.ts';
import type { KeyCurve, KeyProtection, TokenKeyFacts } from '../../shared/model/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { randomBytes } from '../crypto/index.ts';
import { curveNamed, curveNames, namesOf, readPoint } from './curves.ts';
import type { Library } from './library.ts';
import { tokenProblem } from './problems.ts';

/** A private key of the token, with its handle in this session. */
export interface TokenKey {
  readonly handle: Buffer;
  readonly facts: TokenKeyFacts;
}

const FOUND_AT_ONCE = 64;
/** A module with endless search results must not fill the memory of this machine. */
const MOST_FOUND = 1024;
const KEY_ID_BYTES = 16;

type Template = Parameters<Library['module']['C_FindObjectsInit']>[1] & object;

/** The purpose of a token's key: signing, or key agreement. A key made here has only that purpose. */
export type TokenPurpose = 'stamp' | 'target';

const USES = { stamp: 'CKA_SIGN', target: 'CKA_DERIVE' } as const;

/**
 * Returns the keys of the token for that purpose, with `keyId` only those of that CKA_ID. Throws the module's errors.
 */
export function findKeys(library: Library, session: Buffer, purpose: TokenPurpose, keyId?: string): TokenKey[] {
  const { module, names } = library;
  const listed = module.C_GetMechanismList(module.C_GetSessionInfo(session).slotID);
  const types = curveNames(library)
    .filter(({ curve, signing }) => curve === 'p256' || (purpose === 'stamp' && listed.includes(signing)))
    .map(({ keyType }) => keyType);
  const handles = [...new Set(types)].flatMap((keyType) =>
    find(library, session, [
      { type: names.CKA_CLASS, value: names.CKO_PRIVATE_KEY },
      { type: names.CKA_KEY_TYPE, value: keyType },
      { type: names[USES[purpose]], value: true },
      ...(keyId === undefined ? [] : [{ type: names.CKA_ID, value: Buffer.from(keyId, 'hex') }]),
    ]),
  );
  return handles.flatMap((handle) => {
    const id = read(library, session, handle, names.CKA_ID);
    if (id === null || id.length === 0 || id.length > 255) return [];
    const half = publicHalf(library, session, id, read(library, session, handle, names.CKA_EC_PARAMS));
    if (half === null || (purpose === 'target' && half.curve !== 'p256')) return [];
    const label = read(library, session, handle, names.CKA_LABEL)?.toString('utf8').slice(0, 256) ?? '';
    const protection = readProtection(library, session, handle);
    return [{ handle, facts: { keyId: hexEncode(id), label, ...half, protection } }];
  });
}

/**
 * Makes a key in a session that may write. `remove` destroys it again. Throws the module's errors, and TOKEN_REFUSED
 * for an extractable key, which is destroyed again.
 */
export function makeKey(
  library: Library,
  session: Buffer,
  { purpose, curve, label }: { readonly purpose: TokenPurpose; readonly curve: KeyCurve; readonly label: string },
): { key: TokenKey; remove: () => void } {
  const { module, names } = library;
  const signs = purpose === 'stamp';
  const keyId = Buffer.from(randomBytes(KEY_ID_BYTES));
  const shared = [
    { type: names.CKA_TOKEN, value: true },
    { type: names.CKA_ID, value: keyId },
    { type: names.CKA_LABEL, value: label },
  ];
  const { generating, parameters } = namesOf(library, curve);
  const generate = (value: Buffer) =>
    module.C_GenerateKeyPair(
      session,
      { mechanism: generating },
      [
        ...shared,
        { type: names.CKA_PRIVATE, value: false },
        { type: names.CKA_VERIFY, value: signs },
        { type: names.CKA_DERIVE, value: !signs },
        { type: names.CKA_EC_PARAMS, value },
      ],
      [
        ...shared,
        { type: names.CKA_PRIVATE, value: true },
        { type: names.CKA_SENSITIVE, value: true },
        { type: names.CKA_EXTRACTABLE, value: false },
        { type: names.CKA_SIGN, value: signs },
        { type: names.CKA_DERIVE, value: !signs },
      ],
    );
  const pair = firstTaken(parameters, generate);
  const remove = () => {
    module.C_DestroyObject(session, pair.privateKey);
    module.C_DestroyObject(session, pair.publicKey);
  };
  const [key] = findKeys(library, session, purpose, hexEncode(keyId));
  const protection = key?.facts.protection;
  if (key !== undefined && protection?.extractable === false && protection.sensitive === true) return { key, remove };
  remove();
  throw new AppError(
    'TOKEN_REFUSED',
    'The token made a key that is exportable or not listed. The key was destroyed. Use another token.',
  );
}

/** Destroys both halves of a target key. Does nothing if the key is missing. Throws the module's errors. */
export function destroyTarget(
  library: Library,
  session: Buffer,
  { keyId, publicKey }: Pick<TokenKeyFacts, 'keyId' | 'publicKey'>,
): void {
  const { module, names } = library;
  for (const { handle, facts } of findKeys(library, session, 'target', keyId)) {
    if (facts.publicKey !== publicKey) continue;
    module.C_DestroyObject(session, handle);
    for (const half of find(library, session, [
      { type: names.CKA_CLASS, value: names.CKO_PUBLIC_KEY },
      { type: names.CKA_KEY_TYPE, value: names.CKK_EC },
      { type: names.CKA_ID, value: Buffer.from(keyId, 'hex') },
    ]))
      module.C_DestroyObject(session, half);
  }
}

function readProtection(library: Library, session: Buffer, key: Buffer): KeyProtection {
  const { names } = library;
  const readFlag = (type: number): boolean | null => {
    const value = read(library, session, key, type);
    return value === null || value.length !== 1 ? null : value[0] !== 0;
  };
  return {
    extractable: readFlag(names.CKA_EXTRACTABLE),
    sensitive: readFlag(names.CKA_SENSITIVE),
    neverExtractable: readFlag(names.CKA_NEVER_EXTRACTABLE),
    local: readFlag(names.CKA_LOCAL),
    alwaysAuthenticate: readFlag(names.CKA_ALWAYS_AUTHENTICATE),
  };
}

/**
 * Returns the public half with the same id. It has the curve of the private half if the token reports one. Null if
 * missing.
 */
function publicHalf(
  library: Library,
  session: Buffer,
  id: Buffer,
  reported: Buffer | null,
): Pick<TokenKeyFacts, 'curve' | 'publicKey'> | null {
  const { names } = library;
  for (const handle of find(library, session, [
    { type: names.CKA_CLASS, value: names.CKO_PUBLIC_KEY },
    { type: names.CKA_ID, value: id },
  ])) {
    const parameters = read(library, session, handle, names.CKA_EC_PARAMS);
    const point = read(library, session, handle, names.CKA_EC_POINT);
    if (parameters === null || point === null) continue;
    const found = curveNamed(library, parameters);
    // The two halves may name one curve differently, as Ed25519 in SoftHSM2.
    if (found === undefined || (reported !== null && curveNamed(library, reported)?.curve !== found.curve)) continue;
    const publicKey = readPoint(found, point);
    if (publicKey !== null) return { curve: found.curve, publicKey };
  }
  return null;
}

/** Returns the result for the first parameters that the token accepts. Throws the token's error for the last ones. */
function firstTaken<Result>(parameters: readonly Buffer[], work: (value: Buffer) => Result): Result {
  const [first, ...others] = parameters;
  if (first === undefined) throw new Error('no parameters');
  try {
    return work(first);
  } catch (error) {
    if (others.length === 0 || tokenProblem(error).code !== 'TOKEN_REFUSED') throw error;
    return firstTaken(others, work);
  }
}

function find({ module }: Library, session: Buffer, template: Template): Buffer[] {
  const found: Buffer[] = [];
  module.C_FindObjectsInit(session, template);
  try {
    for (;;) {
      const some = module.C_FindObjects(session, FOUND_AT_ONCE);
      if (some.length === 0) return found;
      found.push(...some);
      if (found.length > MOST_FOUND)
        throw new AppError(
          'TOKEN_REFUSED',
          sentence`The token lists more than ${MOST_FOUND} keys, so none was used. Delete unneeded keys, or use another token.`,
        );
    }
  } finally {
    module.C_FindObjectsFinal(session);
  }
}

/** Returns one attribute, or null when the token does not report it. */
function read({ module }: Library, session: Buffer, object: Buffer, type: number): Buffer | null {
  try {
    const [attribute] = module.C_GetAttributeValue(session, object, [{ type }]);
    return attribute?.value ?? null;
  } catch (error) {
    if (UNREADABLE_ATTRIBUTE.some((name) => (error as Error).message.includes(name))) return null;
    throw error;
  }
}

const UNREADABLE_ATTRIBUTE = ['CKR_ATTRIBUTE_TYPE_INVALID', 'CKR_ATTRIBUTE_SENSITIVE'];
