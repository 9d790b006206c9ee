/** Returns the number of pages that were not on the screen. Skipped pages count as unseen. */
export function unseenPages(seen: ReadonlySet<number>, count: number): number {
  return Array.from({ length: count }, (_, page) => page).filter((page) => !seen.has(page)).length;
}
