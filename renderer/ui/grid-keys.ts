/**
 * Returns the new active row of a grid, or null when the key does not move. `active` is -1 when no row is active.
 * `page` is the number of rows in view.
 */
export function nextRow(key: string, active: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const clamp = (row: number) => Math.min(Math.max(row, 0), count - 1);
  const step = Math.max(page - 1, 1);
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1);
    case 'ArrowUp':
      return active < 0 ? count - 1 : clamp(active - 1);
    case 'PageDown':
      return clamp(Math.max(active, 0) + step);
    case 'PageUp':
      return clamp(active - step);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
