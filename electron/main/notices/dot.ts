/** The width of the dot and of the gap around it, as parts of the width of the picture. */
const DOT = 0.45;
const GAP = 0.07;
/** Blue, green, red and alpha, as bitmaps of Electron have them. */
const COLOUR = [0xff, 0x8a, 0x2f, 0xff] as const;
const CLEAR = [0, 0, 0, 0] as const;
const BYTES = COLOUR.length;

/**
 * Returns a square picture with a dot in its lower right corner, and a clear gap around the dot. `bitmap` has four bytes
 * for each pixel, row by row.
 */
export function withDot(bitmap: Buffer, width: number): Buffer {
  const drawn = Buffer.from(bitmap);
  const radius = (width * DOT) / 2;
  const centre = width - radius;
  for (let pixel = 0; pixel < width * width; pixel += 1) {
    const [x, y] = [(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5];
    const distance = Math.hypot(x - centre, y - centre);
    if (distance <= radius) drawn.set(COLOUR, pixel * BYTES);
    else if (distance <= radius + width * GAP) drawn.set(CLEAR, pixel * BYTES);
  }
  return drawn;
}
