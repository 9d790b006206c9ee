/** Relative luminance (WCAG 2.2) of an OKLCH colour, by way of linear sRGB. Channels outside the gamut are clipped. */
export function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(Math.max(channel, 0), 1);
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two luminances, 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export type Theme = 'light' | 'dark';

/** The colours a stylesheet declares as `--name: light-dark(oklch(…), oklch(…))`, as luminance by name and theme. */
export function readTokens(css: string, hue = 258): Map<string, Record<Theme, number>> {
  const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([^)/]+?\)?)(?: / [\d.]+)?\)`;
  const declaration = new RegExp(String.raw`--([a-z-]+): light-dark\(\s*${colour},\s*${colour}\s*\)`, 'g');
  const tokens = new Map<string, Record<Theme, number>>();
  for (const [, name, l1, c1, h1, l2, c2, h2] of css.matchAll(declaration)) {
    const degrees = (text: string | undefined) => (text?.startsWith('var') ? hue : Number(text));
    tokens.set(name ?? '', {
      light: luminance(Number(l1), Number(c1), degrees(h1)),
      dark: luminance(Number(l2), Number(c2), degrees(h2)),
    });
  }
  return tokens;
}
