const COUNT = new Intl.NumberFormat('en-GB');

/** A whole number with thousands separated: 100,000. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** A number with its noun: "1 account", "100,000 accounts". */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}

/**
 * A value that begins with a whole number of more than four digits: the number cut into thousands, and what follows it
 * ("150000 satoshi" to 150, 000 and " satoshi"). No groups for any other value.
 */
export function leadingNumber(text: string): readonly [groups: readonly string[], rest: string] {
  const digits = /^\d{5,}(?=$|[\s,])/.exec(text)?.[0] ?? '';
  return [digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [], text.slice(digits.length)];
}
