/** Characters in a group, groups in a line. */
const GROUP = 4;
const GROUPS = 8;
const LINE = 24;
const FONT = '14px "JetBrains Mono Variable", monospace';

/**
 * Draws secret text bytes (ASCII) on a canvas, in groups of four. The secret never becomes a string: single characters
 * are the longest text made of it, so nothing of it is left in the page's memory once the bytes and the canvas are wiped.
 */
export function drawSecret(canvas: HTMLCanvasElement, secret: Uint8Array): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = window.devicePixelRatio;
  const isWords = secret.includes(0x20);
  context.font = FONT;
  const advance = context.measureText('0').width;
  const perLine = isWords ? 44 : GROUP * GROUPS;
  const lines = Math.ceil(secret.length / perLine);
  const width = canvas.clientWidth;
  const height = lines * LINE;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.height = `${height}px`;
  context.scale(scale, scale);
  context.font = FONT;
  context.textBaseline = 'middle';
  context.fillStyle = getComputedStyle(canvas).color;
  for (let index = 0; index < secret.length; index += 1) {
    const column = index % perLine;
    const gap = isWords ? 0 : Math.floor(column / GROUP) * advance * 0.6;
    context.fillText(
      String.fromCharCode(secret[index] ?? 0),
      column * advance + gap,
      (Math.floor(index / perLine) + 0.5) * LINE,
    );
  }
}

/** Gives the canvas back its size of nothing, which drops its pixels. */
export function wipeCanvas(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
  canvas.width = 0;
  canvas.height = 0;
}
