const COUNT = new Intl.NumberFormat('en-GB');

/** A whole number with thousands separated: 100,000. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** A number with its noun: "1 account", "100,000 accounts". */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}
