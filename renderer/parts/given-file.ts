/** The largest accepted picture. Only its QR code is read. */
export const MAXIMUM_PICTURE = 16 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

interface GivenContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True for the content of a QR code. */
  readonly isPicture: boolean;
}

/** Returns true for a picture of pixels. One of drawing commands (SVG) is text. */
export const isPicture = ({ type }: File): boolean => type.startsWith('image/') && !type.endsWith('+xml');

/**
 * Returns the bytes of a dropped or pasted file of at most `maximum` bytes, or those in the QR code of a picture. Returns
 * the reason, in words, why there are none.
 */
export async function readGiven(file: File, maximum: number): Promise<GivenContent | string> {
  const hasPixels = isPicture(file);
  const most = hasPixels ? MAXIMUM_PICTURE : maximum;
  if (file.size > most)
    return `The file is larger than ${most < MEBIBYTE ? `${most / 1024} KiB` : `${most / MEBIBYTE} MiB`}, so it was not read.`;
  try {
    const bytes = hasPixels
      ? await (await import('./picture.ts')).readPicture(file)
      : new Uint8Array(await file.arrayBuffer());
    return typeof bytes === 'string' ? bytes : { bytes, isPicture: hasPixels };
  } catch {
    return 'The file could not be read. Nothing was taken.';
  }
}
