import { AppError } from '../../../shared/errors/index.ts';
import { GIVEN_LIMITS } from '../../../shared/model/index.ts';
import { isPicture, readGiven } from '../../parts/given-file.ts';
import { takeFiles } from '../../state/station.ts';
import { readPictures } from './read-codes.tsx';

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const content = await readGiven(file, GIVEN_LIMITS.container);
  if (typeof content === 'string') throw new AppError('INVALID_INPUT', content);
  return content.bytes;
}

/** Reads dropped files: pictures of the QR codes of a container, and containers or lists of exports. */
export function takeDropped(files: Iterable<File>): void {
  const dropped = [...files];
  const pictures = dropped.filter(isPicture);
  if (pictures.length > 0) void readPictures(pictures);
  const others = dropped.filter((file) => !isPicture(file));
  if (others.length > 0) void takeFiles(others, bytesOf);
}
