/** The text of a UUID of any version (RFC 9562 section 4), in any letter case, for use in schemas. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

const UUID = new RegExp(UUID_PATTERN);

/** Reports whether the text is a UUID and nothing else. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
