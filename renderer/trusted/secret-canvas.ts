/** Characters in a group, and the gap between groups in characters. */
const GROUP = 4;
const GAP = 0.6;
const LINE = 24;
const FONT = '14px "JetBrains Mono Variable", monospace';
const SPACE = 0x20;

/** The position of a character: its line, and its distance from the left in characters. */
interface Place {
  readonly index: number;
  readonly line: number;
  readonly left: number;
}

/**
 * Lays out secret text bytes (ASCII) in lines of at most `width` characters. Words stay whole, anything else is grouped
 * by four. Returns places, never text.
 */
export function placesOf(secret: Uint8Array, width: number): Place[] {
  const places: Place[] = [];
  const isWords = secret.includes(SPACE);
  let line = 0;
  let left = 0;
  for (let start = 0; start < secret.length; ) {
    const space = isWords ? secret.indexOf(SPACE, start) : start + GROUP;
    const end = space === -1 ? secret.length : Math.min(space, secret.length);
    if (left > 0 && left + end - start > width) {
      line += 1;
      left = 0;
    }
    for (let index = start; index < end; index += 1) places.push({ index, line, left: left + index - start });
    left += end - start + (isWords ? 1 : GAP);
    start = isWords ? end + 1 : end;
  }
  return places;
}

/**
 * Draws secret text bytes on a canvas, as wide as it is now. No string longer than one character is made of the secret.
 * Once the bytes and the canvas are wiped, none of it is left in the page's memory.
 */
export function drawSecret(canvas: HTMLCanvasElement, secret: Uint8Array): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = window.devicePixelRatio;
  context.font = FONT;
  const advance = context.measureText('0').width;
  const width = canvas.clientWidth;
  const places = placesOf(secret, Math.max(Math.floor(width / advance), GROUP));
  const height = ((places.at(-1)?.line ?? 0) + 1) * LINE;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.height = `${height}px`;
  context.scale(scale, scale);
  context.font = FONT;
  context.textBaseline = 'middle';
  context.fillStyle = getComputedStyle(canvas).color;
  for (const { index, line, left } of places)
    context.fillText(String.fromCharCode(secret[index] ?? 0), left * advance, (line + 0.5) * LINE);
}

/** Shrinks the canvas to no size, which drops its pixels. */
export function wipeCanvas(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
  canvas.width = 0;
  canvas.height = 0;
}
