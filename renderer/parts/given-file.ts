/** The largest accepted picture. Only its QR code is read. */
const MAXIMUM_PICTURE = 16 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

interface GivenContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True for the content of a QR code. */
  readonly isPicture: boolean;
}

/**
 * Returns the bytes of a dropped or pasted file of at most `maximum` bytes, or those in the QR code of a picture. Returns
 * the reason, in words, why there are none.
 */
export async function readGiven(file: File, maximum: number): Promise<GivenContent | string> {
  const isPicture = file.type.startsWith('image/') && !file.type.endsWith('+xml');
  const most = isPicture ? MAXIMUM_PICTURE : maximum;
  if (file.size > most)
    return `The file is larger than ${most < MEBIBYTE ? `${most / 1024} KiB` : `${most / MEBIBYTE} MiB`}, so it was not read.`;
  try {
    const bytes = isPicture
      ? await (await import('./picture.ts')).readPicture(file)
      : new Uint8Array(await file.arrayBuffer());
    return typeof bytes === 'string' ? bytes : { bytes, isPicture };
  } catch {
    return 'The file could not be read. Nothing was taken.';
  }
}
