import Type, { type Static } from 'typebox';
import { Closed, LIMITS, type Meaning, type ProfileRow, Secret } from '../model/index.ts';

/** Whose keys a question is about. */
export type AskedProfile = Pick<ProfileRow, 'name' | 'kind' | 'baseUrl' | 'hue'>;

/** What main asks the operator in its own window, or on the terminal. Each moves power; nothing of it happens without the answer. */
export type Question = {
  readonly kind: 'stamp';
  readonly profile: AskedProfile;
  readonly key: { readonly name: string; readonly publicKey: string };
  /** Made by the vault from the very bytes; null for bytes that are no request. */
  readonly meaning: Meaning | null;
  /** The exact body as text. */
  readonly body: string;
};

export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** A question as the trusted window is sent it, with its place in the queue. */
export interface Shown {
  readonly id: number;
  readonly position: number;
  readonly total: number;
  readonly question: Question;
}

const QuestionId = Type.Integer({ minimum: 1 });

/** The two messages of the trusted window, checked in main. */
export const TRUSTED_MESSAGES = {
  confirm: Closed({ id: QuestionId, passphrase: Type.Union([Secret(LIMITS.passphrase), Type.Null()]) }),
  refuse: Closed({ id: QuestionId }),
} as const;

/** What the operator answered. */
export type Answer =
  | { readonly confirmed: false }
  | ({ readonly confirmed: true } & Omit<Static<typeof TRUSTED_MESSAGES.confirm>, 'id'>);
