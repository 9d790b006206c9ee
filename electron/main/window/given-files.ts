import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  GIVEN_LIMITS,
  type GivenFile,
  type GivenUse,
  MAXIMUM_PICTURES,
  MEBIBYTE,
} from '../../../shared/model/index.ts';
import { findSecret, nothingKept } from '../../../shared/secrets/index.ts';
import { hexEncode, isUtf16 } from '../../../shared/wire/index.ts';
import type { Words } from '../words/words.ts';

interface GivenFilesOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  /** The page's window, or null when it is closed. */
  readonly parent: () => BrowserWindow | null;
  /** Returns the words of the dialog. */
  readonly words: () => Pick<Words['dialogs'], 'given' | 'choose'>;
}

/** The first bytes of PNG and JPEG in hex. */
const PICTURES = ['89504e470d0a1a0a', 'ffd8ff'];
/** A WebP file begins with RIFF, its length in four bytes, and WEBP. */
const WEBP = /^52494646[0-9a-f]{8}57454250$/;

/**
 * Asks the operator in the system's dialog for files whose contents the page may have, and returns them. The page opens
 * no dialog of its own, and never learns a path. A text with a provable secret is refused, and so is a picture that is
 * none. Empty when none was chosen, and during another dialog. Throws INVALID_INPUT, SECRET_REFUSED.
 */
export function createGivenFiles({
  dialog,
  parent,
  words,
}: GivenFilesOptions): (use: GivenUse) => Promise<GivenFile[]> {
  let isOpen = false;
  return async (use) => {
    const window = parent();
    if (window === null || isOpen) return [];
    isOpen = true;
    try {
      const several = use === 'pictures' ? (['multiSelections'] as const) : [];
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: words().given[use],
        buttonLabel: words().choose,
        properties: ['openFile', 'dontAddToRecent', ...several],
      });
      if (canceled) return [];
      if (filePaths.length > MAXIMUM_PICTURES)
        throw refused(`At most ${MAXIMUM_PICTURES} pictures can be chosen at once.`);
      const files: GivenFile[] = [];
      for (const path of filePaths) files.push({ name: basename(path), bytes: await readFor(use, path) });
      return files;
    } finally {
      isOpen = false;
    }
  };
}

/** Reads a file for a use. Throws INVALID_INPUT, SECRET_REFUSED. */
async function readFor(use: GivenUse, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = `“${basename(path)}”`;
  const bytes = await read(path, name, use === 'payload' ? GIVEN_LIMITS.pictures : GIVEN_LIMITS[use]);
  const isPicture = hasPixels(bytes);
  if (use === 'pictures' && !isPicture) throw refused(`${name} is not a PNG, JPEG or WebP picture.`);
  if (isPicture && (use === 'pictures' || use === 'payload')) return bytes;
  if (bytes.length > GIVEN_LIMITS[use]) throw tooLarge(name, GIVEN_LIMITS[use]);
  const found = findSecret(textOf(bytes));
  if (found !== null && found.kind !== 'hex')
    throw new AppError('SECRET_REFUSED', sentence`${nothingKept(found.kind)} The page did not get the file ${name}.`);
  return bytes;
}

async function read(path: string, name: string, maximum: number): Promise<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null;
  try {
    // Opening a pipe must not wait for its other end.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const state = await file.stat();
    if (!state.isFile()) throw refused(`${name} is not a regular file.`);
    if (state.size > maximum) throw tooLarge(name, maximum);
    const { bytesRead, buffer } = await file.read(new Uint8Array(state.size), 0, state.size, 0);
    return buffer.slice(0, bytesRead);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused(`${name} cannot be read.`);
  } finally {
    await file?.close();
  }
}

/** Returns true for the first bytes of a picture. Its contents are read only in the page. */
function hasPixels(bytes: Uint8Array): boolean {
  const start = hexEncode(bytes.subarray(0, 12));
  return WEBP.test(start) || PICTURES.some((first) => start.startsWith(first));
}

/** A secret in UTF-16 is one too. */
function textOf(bytes: Uint8Array): string {
  const isBigEndian = bytes[0] === 0 || bytes[0] === 0xfe;
  return new TextDecoder(isUtf16(bytes) ? (isBigEndian ? 'utf-16be' : 'utf-16le') : 'utf-8').decode(bytes);
}

const refused = (why: string) =>
  new AppError('INVALID_INPUT', sentence`${why} Nothing was taken. Choose another file.`);
const tooLarge = (name: string, maximum: number) => refused(`${name} is larger than ${maximum / MEBIBYTE} MiB.`);
