/** The text of a UUID of any version (RFC 9562 section 4), digits of any letter case; for schemas. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

const UUID = new RegExp(UUID_PATTERN);

/** Whether the text is a UUID and nothing else. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
