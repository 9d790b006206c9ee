import encodeQR from 'qr';
import { decodeQRBatch } from 'qr/decode.js';
import { readPng, writePng } from './png.ts';

/** Pixels of a module, and modules of the quiet zone. */
const SCALE = 6;
const BORDER = 4;
/** Milliseconds for the search for blurred, rotated or bent codes. */
const SEARCH_MS = 2_000;

/** Returns a PNG of the QR code (ISO/IEC 18004) of a frame. */
export const framePicture = (text: string): Uint8Array<ArrayBuffer> =>
  writePng(encodeQR(text, 'raw', { ecc: 'low', border: BORDER }), SCALE);

/** Returns the texts of the QR codes in a PNG, or the reason why none is read, in words. */
export async function textsInPicture(file: Uint8Array): Promise<readonly string[] | string> {
  const picture = readPng(file);
  if (typeof picture === 'string') return `${picture}. Save it as PNG`;
  const { width, height, grey } = picture;
  const data = new Uint8ClampedArray(4 * grey.length).fill(255);
  for (const [index, light] of grey.entries()) data.fill(light, 4 * index, 4 * index + 3);
  const [found = []] = await decodeQRBatch([{ width, height, data }], {
    maxSize: { width, height },
    timeLimit: SEARCH_MS,
  });
  const texts = [...new Set(found.filter((each) => typeof each === 'string'))];
  return texts.length > 0 ? texts : 'no QR code is found in it. Take a sharper or larger picture';
}
