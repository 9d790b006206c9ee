/** How many of so many pages were not on the screen: one that was skipped was not. */
export function unseenPages(seen: ReadonlySet<number>, count: number): number {
  return Array.from({ length: count }, (_, page) => page).filter((page) => !seen.has(page)).length;
}
