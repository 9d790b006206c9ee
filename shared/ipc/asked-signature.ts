import type { Outcome } from '../errors/index.ts';
import type { Finding, FurtherVotes, Meaning, Naming, Person } from '../model/index.ts';

/**
 * An earlier signature of the same contents with the same account. `outcome` is null when the service answered.
 * `unknown` says why nobody knows, in whole sentences. Null when there is none.
 */
export type EarlierSignature =
  | { readonly at: number; readonly outcome: Outcome | null }
  | { readonly unknown: string }
  | null;

/** A payment to be replaced: its headline in words, as the vault described it, and the time of its request. */
export interface AskedReplaced {
  readonly headline: string;
  readonly at: number;
}

/** A line of a batch: one signing request, decoded by the vault from its exact bytes. */
export interface AskedLine {
  /** The number of the line in the operator's file, from 1. */
  readonly line: number;
  readonly meaning: Meaning;
  /** Main's knowledge of the addresses in the meaning. */
  readonly naming: Naming;
  /** The exact body as text. */
  readonly body: string;
  readonly before: EarlierSignature;
}

/** The chain of the lines of a question, as the operator's nodes report it. */
export interface AskedChain {
  /** Why their chain would refuse lines as they are, and why it could not be read. */
  readonly findings: readonly Finding[];
  /** The changes on the chain since the last answer, in whole sentences. */
  readonly changed: readonly string[];
}

/** The proven activity of a vote. */
interface VotedActivity {
  readonly meaning: Meaning;
  readonly naming: Naming;
  readonly body: string;
  /** The user who asked, as the service names them. Null when the service names nobody. */
  readonly askedBy: Person | null;
}

/**
 * The activity that is voted on. `meaning` is decoded from the bytes under the fingerprint in the vote.
 * `problem` explains why no bytes can be shown.
 */
export type AskedVote = { readonly approves: boolean } & (
  | VotedActivity
  | { readonly meaning: null; readonly problem: string }
);

/** The most votes of a group. Each is read to its end before the one answer. */
export const MAXIMUM_VOTES = 50;

/** A vote of a group: the vote that is stamped, and the activity that it is on. */
export interface AskedVoteLine {
  /** The position in the group, from 1. */
  readonly line: number;
  /** Decoded by the vault from the vote's exact bytes. */
  readonly meaning: Meaning;
  /** The exact body of the vote as text. */
  readonly body: string;
  /** Decoded by the vault from the bytes under the fingerprint in the vote. */
  readonly voted: VotedActivity;
}

/**
 * The votes that a request needs after its stamp, as the service inside this program would decide it. `unknown` for
 * another service. Null for a request that no vote decides.
 */
export type AskedVotes = FurtherVotes | 'unknown' | null;

/** An address that the vault derived from what is imported. `label` names its format, `path` is that of an account. */
export interface DerivedAddress {
  readonly label: string;
  readonly path: string | null;
  readonly address: string;
}
