/** Rows that are loaded on demand. */
export interface Rows<Row> {
  readonly total: number;
  slice(from: number, to: number): Row[];
}

/** A hundred thousand rows cost nothing until they are looked at. */
export function lazily<Row>(total: number, make: (index: number) => Row): Rows<Row> {
  const made: Row[] = [];
  const at = (index: number) => {
    made[index] ??= make(index);
    return made[index] as Row;
  };
  return {
    total,
    slice: (from, to) =>
      Array.from({ length: Math.max(Math.min(to, total) - from, 0) }, (_row, index) => at(from + index)),
  };
}
