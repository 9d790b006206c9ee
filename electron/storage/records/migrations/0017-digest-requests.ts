/** A digest of each journaled request, so that a changed row is noticed when it is read. */
export const digestRequests = `
ALTER TABLE journal ADD COLUMN digest BLOB;
UPDATE journal SET digest = request_digest(request_id, profile, credential_id, operation, title, url, body, stamp_name,
  stamp_value, fingerprint, created_at, state, sent_at, closed_at, activity_id, status, http_status, reason, content, entry);
`;
