/** The hash of a request's contents to sign, to recognize repeated signing. Null for older requests. */
export const whatWasSigned = `
ALTER TABLE journal ADD COLUMN content TEXT;
CREATE INDEX journal_content ON journal (profile, content) WHERE content IS NOT NULL;
`;
