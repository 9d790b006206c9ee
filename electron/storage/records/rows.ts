import type { RequestState } from '../../../shared/model/index.ts';

/** The columns of an entry of the audit log, as `StoredLink` names them. */
export const AUDIT_ROW = `sequence, at, profile, credential_id AS credentialId, public_key AS publicKey, operation, url, body, profiles, hash,
    signed_by AS signedBy, signature`;

export const INSERT_AUDIT = `
    INSERT INTO audit (sequence, at, profile, credential_id, public_key, operation, url, body, profiles, hash, signed_by, signature)
    VALUES (@sequence, @at, @profile, @credentialId, @publicKey, @operation, @url, @body, @profiles, @hash, @signedBy, @signature)`;

/** The columns of a request, as `StoredRequest` names them. */
export const JOURNAL_ROW = `request_id AS requestId, profile, credential_id AS credentialId, operation, title, url, body, stamp_name AS stampName,
      stamp_value AS stampValue, fingerprint, created_at AS at, state, sent_at AS sentAt, closed_at AS closedAt,
      activity_id AS activityId, status, http_status AS httpStatus, reason, content, entry`;

/** A request as it is journaled before it is sent: the exact bytes and their stamp. Times are in milliseconds. */
export interface PreparedEntry {
  readonly requestId: string;
  readonly profile: string;
  readonly credentialId: string;
  readonly operation: string;
  /** The confirmed request in words. */
  readonly title: string;
  readonly url: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly stampName: string;
  readonly stampValue: string;
  /** `sha256:` and hex of the body. The service recognizes a repeated request by it. */
  readonly fingerprint: string;
  /** The hash in hex of the contents to sign and the account. Null when it signs nothing. */
  readonly content: string | null;
  /** The number of its entry in the audit log. Null for an older request whose entry was not found. */
  readonly entry: number | null;
  readonly at: number;
}

/** The line of a batch that a request signs. */
export interface BatchLine {
  /** The id of the batch, and the operator's name for it. */
  readonly batch: string;
  readonly name: string;
  /** The number of the line in the operator's file. */
  readonly line: number;
}

export interface JournalEntry extends PreparedEntry {
  readonly state: RequestState;
  readonly sentAt: number | null;
  /** The time of its reply or of its discarding. */
  readonly closedAt: number | null;
  /** Null before a reply, and when the service refused the request. */
  readonly activityId: string | null;
  readonly status: string | null;
  readonly httpStatus: number | null;
  /** The operator's reason for giving it up, or null. */
  readonly reason: string | null;
}

/** A request as stored in the database. */
export type StoredRequest = Omit<JournalEntry, 'body'> & { readonly body: Buffer };
