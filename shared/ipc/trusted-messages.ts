import Type from 'typebox';
import { Bytes, Closed, LIMITS, REVEAL_FORMATS, Recipients, Secret } from '../model/index.ts';

const QuestionId = Type.Integer({ minimum: 1 });

/** The messages of the trusted window, checked in main. */
export const TRUSTED_MESSAGES = {
  confirm: Closed({
    id: QuestionId,
    /** Or another secret that is typed with a yes. */
    passphrase: Type.Union([Secret(LIMITS.importedSecret), Type.Null()]),
    /** A touch of a security key follows, in place of a typed secret. */
    bySecurityKey: Type.Optional(Type.Literal(true)),
    /** The format of a revealed export. */
    format: Type.Union([Type.Enum(REVEAL_FORMATS), Type.Null()]),
    /** The readers of an encrypted file: whoever knows a passphrase, or for age its recipients. */
    recipients: Type.Optional(Recipients),
    filePassphrase: Type.Optional(Secret(LIMITS.passphrase)),
    /** The time to keep the key of an export (`chosen`: as before), or a token's PIN. Null keeps neither. */
    keep: Type.Union([Type.Enum(['chosen', 'day', 'week', 'month', 'keychain']), Type.Null()]),
    /** The typed mark of a request that is signed blind. */
    typed: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
    /** The window's public key for the revealed secret: an uncompressed point of P-256. */
    sealTo: Type.Union([Bytes(65, 65), Type.Null()]),
  }),
  refuse: Closed({ id: QuestionId }),
  /** The revealed secret, or the nonce of a session, to copy to the clipboard as UTF-8. */
  copy: Closed({ id: QuestionId, text: Secret(LIMITS.bundle) }),
  /** The height of the question in CSS pixels, which the window takes on within its limits. */
  resize: Closed({ id: QuestionId, height: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
} as const;
