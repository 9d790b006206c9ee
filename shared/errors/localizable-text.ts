/**
 * A text with values in it. It keeps its values apart, so that another language can say it with the same values. No
 * reader has to guess where a value begins.
 */
export interface LocalizableText {
  /** In English, with its values. */
  readonly text: string;
  /** In English, with `{0}` for the first value. A brace of the text is doubled. It finds the translation. */
  readonly key: string;
  readonly values: readonly Text[];
}

/** A text without values, or one that keeps them apart. */
export type Text = string | LocalizableText;

/** Returns the English text with its values. */
export const textOf = (text: Text): string => (typeof text === 'string' ? text : text.text);

/**
 * Marks a known text that stands as a value of another one, such as the title of an operation. It is translated also in
 * quotes, where any other value is a name.
 */
export const term = (text: string): LocalizableText => ({ text, key: text.replaceAll('{', '{{'), values: [] });

/** A template tag that keeps the values of a text apart. Its key has `{0}` for the first value. */
export function sentence(parts: TemplateStringsArray, ...given: readonly (Text | number | bigint)[]): LocalizableText {
  const values = given.map((value): Text => (typeof value === 'object' ? value : String(value)));
  const joined = (value: (at: number) => string, written: (part: string) => string) =>
    parts.map((part, at) => written(part) + (at < values.length ? value(at) : '')).join('');
  return {
    text: joined((at) => textOf(values[at] ?? ''), String),
    key: joined(
      (at) => `{${at}}`,
      (part) => part.replaceAll('{', '{{'),
    ),
    values,
  };
}
