/** What a request asks to sign, as a hash, to tell that the same was signed before; null for older ones. */
export const whatWasSigned = `
ALTER TABLE journal ADD COLUMN content TEXT;
CREATE INDEX journal_content ON journal (profile, content) WHERE content IS NOT NULL;
`;
