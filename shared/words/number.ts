/** Each place before a group of three digits. Intl would load its data at the start of every process. */
const GROUPS = /\B(?=(?:\d{3})+$)/g;

/** A whole number with thousands separated: 100,000. */
export function count(value: number): string {
  return String(value).replace(GROUPS, ',');
}

/** A number with its noun: "1 account", "100,000 accounts". */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}
