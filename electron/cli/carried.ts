import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors/index.ts';
import { GIVEN_LIMITS } from '../../shared/model/index.ts';
import { utf8Encode, visibleText } from '../../shared/wire/index.ts';
import { rangesText } from '../../shared/words/index.ts';
import {
  addPicture,
  codePictures,
  createFrameReader,
  type FrameReader,
  fileRefused,
  isFrameText,
  MAXIMUM_CONTAINER,
  MAXIMUM_FRAMES,
  makeNewFolder,
  readFrameText,
  writeNewFile,
} from '../engine/index.ts';
import type { CommandContext } from './context.ts';
import type { FlagOption } from './define.ts';
import { readFileBytes, readText } from './files.ts';

/** Makes the named path a folder of pictures in place of a container. */
export const QR = {
  flag: true,
  summary: 'writes a new folder of numbered pictures of QR codes (PNG), instead of a file',
} as const satisfies FlagOption;

/** A line of help of each command that reads a container. */
export const QR_NOTE =
  'FILE may also be a folder with pictures of QR codes (PNG), or text with a code on each line, as scanners type it.';

/** Several pictures of each code. */
const MAXIMUM_PICTURES = 4 * MAXIMUM_FRAMES;

/**
 * Reads a container from a file, from stdin for `-`, from a folder with pictures of its QR codes, or from their texts.
 * Throws FILE_REFUSED, INVALID_INPUT, and CANCELLED between two pictures.
 */
export async function readCarried(source: string, what: string, context: CommandContext): Promise<string> {
  if (source !== '-' && (await isFolder(source))) return complete(await fromPictures(source, context), source);
  const text = await readText(source, { maximum: MAXIMUM_CONTAINER, what, input: context.input });
  return isFrameText(text) ? complete(readFrameText(text), what) : text;
}

/** Writes a container to a new file, or with `qr` to a new folder of pictures. Throws FILE_REFUSED and TOO_LARGE. */
export async function writeCarried(path: string, text: string, qr: boolean): Promise<void> {
  if (!qr) return writeNewFile(path, utf8Encode(text));
  const pictures = await codePictures(text);
  await makeNewFolder(path);
  for (const { name, png } of pictures) await writeNewFile(join(path, name), png);
}

/** A missing file is refused by its reader. */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function fromPictures(folder: string, context: CommandContext): Promise<FrameReader> {
  const reader = createFrameReader();
  const names = await picturesIn(folder);
  for (const name of names) {
    if (context.signal.aborted) throw new AppError('CANCELLED', 'Cancelled while codes were read. Nothing was done.');
    const path = join(folder, name);
    const problem = await addPicture(reader, await readFileBytes(path, GIVEN_LIMITS.pictures, 'The picture')).catch(
      (error) => {
        throw error instanceof AppError
          ? new AppError(error.code, `${path}: ${error.message}`, { cause: error })
          : error;
      },
    );
    if (problem !== null) await context.say(visibleText(`${name} is left out: ${problem}.`));
    const { done, total } = reader.progress;
    if (total !== null) await context.say(visibleText(`${done} of ${total} QR codes: ${name}`));
    if (done === total) break;
  }
  return reader;
}

async function picturesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder).catch((error: unknown) => {
    throw fileRefused(error, `The folder ${folder} could not be read`, { path: folder, use: 'read' });
  });
  const names = found.filter((name) => /\.png$/i.test(name)).toSorted();
  if (names.length > 0 && names.length <= MAXIMUM_PICTURES) return names;
  throw new AppError(
    'INVALID_INPUT',
    names.length === 0
      ? `The folder ${folder} has no picture of a QR code (PNG). Nothing was done. Name a file, or a folder of such pictures.`
      : `The folder ${folder} has more than ${MAXIMUM_PICTURES} pictures. Nothing was done. Keep those of one container.`,
  );
}

/** The container of the frames. Throws INVALID_INPUT that names the missing ones. */
function complete(reader: FrameReader, source: string): string {
  const text = reader.text();
  if (text !== null) return text;
  const { done, total, missing } = reader.progress;
  throw new AppError(
    'INVALID_INPUT',
    total === null
      ? `No QR code was found in ${source}. Nothing was done. Take sharper or larger pictures.`
      : `${done} of ${total} QR codes were read. Nothing was done. Add pictures of the codes ${rangesText(missing)}, or of any spare ones.`,
  );
}
