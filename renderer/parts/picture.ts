import { decodeQRBatch } from 'qr/decode.js';

/** More pixels would take more memory than a page should. */
const MAXIMUM_PIXELS = 40_000_000;
/** A picture with a longer side is scaled down to this size. */
const MAXIMUM_SIDE = 3_840;
/** Milliseconds for the search for blurred, rotated or bent codes. */
const SEARCH_MS = 2_000;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes each: red, green, blue and opacity. */
  readonly data: Uint8ClampedArray;
}

/**
 * Returns the bytes in a picture's QR code (ISO/IEC 18004), or the reason why there are none, in words.
 * Choice (qr-of-pictures): the user supplies a picture, and no camera is used. An attacker who controls the page would
 * see what the camera sees.
 */
export async function readPicture(file: Blob): Promise<Uint8Array<ArrayBuffer> | string> {
  const picture = await new Promise<HTMLImageElement | null>((resolve) => {
    const reader = new FileReader();
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    reader.onerror = () => resolve(null);
    reader.onload = () => {
      image.src = String(reader.result);
    };
    reader.readAsDataURL(file);
  });
  if (picture === null) return 'This picture cannot be read, so nothing was taken. Save it as PNG.';
  const { naturalWidth, naturalHeight } = picture;
  if (naturalWidth * naturalHeight > MAXIMUM_PIXELS)
    return 'The picture has more than 40 million pixels, so it was not read. Cut the QR code out of it.';
  const scale = Math.min(1, MAXIMUM_SIDE / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(naturalWidth * scale);
  canvas.height = Math.round(naturalHeight * scale);
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (drawing === null) return 'This picture cannot be read here, so nothing was taken.';
  // Transparent parts become white, as in print.
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return contentOf(drawing.getImageData(0, 0, canvas.width, canvas.height));
}

/** Returns the same for the pixels of a picture. */
export async function contentOf(pixels: Pixels): Promise<Uint8Array<ArrayBuffer> | string> {
  let isSeen = false;
  const [found = []] = await decodeQRBatch([pixels], {
    maxSize: { width: pixels.width, height: pixels.height },
    timeLimit: SEARCH_MS,
    // One character for each byte. `recogniseContent` decodes the bytes.
    textDecoder: (bytes) => String.fromCharCode(...bytes),
    pointsOnDetect: () => {
      isSeen = true;
    },
  });
  const [content, ...others] = new Set(found.filter((each) => typeof each === 'string'));
  if (others.length > 0)
    return `The picture holds ${others.length + 1} QR codes that say different things, so none was taken. Cut out the one that is meant.`;
  if (content !== undefined) return Uint8Array.from(content, (letter) => letter.charCodeAt(0));
  return isSeen
    ? 'The QR code in the picture cannot be read, so nothing was taken. Take a sharper or larger picture of it.'
    : 'No QR code was found in the picture, so nothing was taken.';
}
