import { createFrameReader, type FrameReader, framesOf } from './frames.ts';

/** A picture of a QR code, by the name of its file. */
export interface CodePicture {
  readonly name: string;
  readonly png: Uint8Array<ArrayBuffer>;
}

/**
 * Returns numbered pictures of the QR codes of a container, and a spare one that replaces any of them. Throws TOO_LARGE.
 *
 * @example
 * (await codePictures('a')).map(({ name }) => name);
 * // ['1-of-1.png']
 */
export async function codePictures(text: string): Promise<readonly CodePicture[]> {
  const { count, frame, spare } = framesOf(text);
  const { framePicture } = await import('./qr-code.ts');
  const pictures = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(String(count).length, '0');
    return { name: `${number}-of-${count}.png`, png: framePicture(frame(index + 1)) };
  });
  return count === 1 ? pictures : [...pictures, { name: 'spare.png', png: framePicture(frame(spare())) }];
}

/**
 * Adds the QR codes of a PNG to a reader. Returns null, or the reason why the picture has none, in words. Throws
 * INVALID_INPUT for a code that is no frame, is damaged, or belongs to another container.
 */
export async function addPicture(reader: FrameReader, png: Uint8Array): Promise<string | null> {
  const { textsInPicture } = await import('./qr-code.ts');
  const texts = await textsInPicture(png);
  if (typeof texts === 'string') return texts;
  for (const text of texts) reader.add(text);
  return null;
}

/** True for text whose first line is a frame, as a scanner types it. */
export const isFrameText = (text: string): boolean => /^\s*ur:bytes\//i.test(text);

/** Returns a reader of the frames in a text with one a line. Throws INVALID_INPUT. */
export function readFrameText(text: string): FrameReader {
  const reader = createFrameReader();
  for (const line of text.split('\n')) if (line.trim() !== '') reader.add(line);
  return reader;
}
