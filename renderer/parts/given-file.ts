import { GIVEN_LIMITS } from '../../shared/model/index.ts';
import { tooLarge } from './too-large.ts';

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
  const most = hasPixels ? GIVEN_LIMITS.pictures : maximum;
  if (file.size > most) return tooLarge(most);
  try {
    const bytes = hasPixels
      ? await (await import('./picture.ts')).readPicture(file)
      : new Uint8Array(await file.arrayBuffer());
    return typeof bytes === 'string' ? bytes : { bytes, isPicture: hasPixels };
  } catch {
    return 'The file could not be read. Nothing was taken.';
  }
}
