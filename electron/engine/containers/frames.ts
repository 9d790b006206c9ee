/**
 * A container as the frames of an animated QR code: uniform resources of the type `bytes` (BCR-2020-005) with a fountain
 * code. Only texts go in and out. The digest of the container finds what the checksums of frames do not.
 *
 * Choice (qr-frames): written here, because the library for it brings seven packages and unkept shims of Buffer.
 */
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { isUtf8 } from '../../crypto/index.ts';
import { crc32, readBytewords, writeBytewords } from './bytewords.ts';
import { createPieces, type Pieces, piecesOf } from './fountain.ts';

/** The bytes of a container in one frame: a QR code of 61 modules. */
export const FRAME_BYTES = 180;
/** The most frames of one container, about eight minutes of animation. */
export const MAXIMUM_FRAMES = 1000;
/** The bytes of the longest message. Other programs may cut it into other frames. */
const MAXIMUM_MESSAGE = FRAME_BYTES * MAXIMUM_FRAMES;
/** The most different frames of one container that are read: all of them, and as many that replace lost ones again. */
const mostFrames = (count: number): number => 4 * count + 100;
/** No QR code holds more characters. */
const MAXIMUM_TEXT = 4296;
const START = 'ur:bytes/';

/** The frames of a container. */
export interface Frames {
  /** The number of frames that suffice when none is lost. */
  readonly count: number;
  /** The text of the frame with a number, from 1. Frames beyond `count` replace lost ones. */
  frame(number: number): string;
  /** The number of a frame that replaces any single lost one. */
  spare(): number;
}

/**
 * Cuts the text of a container into frames. Their texts are in capitals, which a QR code holds best. Throws TOO_LARGE.
 *
 * @example
 * framesOf('a').frame(1);
 * // 'UR:BYTES/FPHSMOBAFSKP'
 */
export const framesOf = (text: string): Frames => framesOfBytes(utf8Encode(text), FRAME_BYTES);

/** The frames of any bytes, with at most `most` bytes of the message in each. Throws TOO_LARGE. */
export function framesOfBytes(bytes: Uint8Array, most: number): Frames {
  const message = Uint8Array.from([...head(BYTES, bytes.length), ...bytes]);
  const size = Math.ceil(message.length / Math.ceil(message.length / most));
  const count = Math.ceil(message.length / size);
  if (count > MAXIMUM_FRAMES)
    throw new AppError(
      'TOO_LARGE',
      sentence`The container would take ${count} QR codes, and at most ${MAXIMUM_FRAMES} are made. Nothing was made. Carry the file.`,
    );
  const checksum = crc32(message);
  const pieceOf = (index: number) => message.subarray(index * size, (index + 1) * size);
  return {
    count,
    frame(number) {
      if (count === 1) return `${START}${writeBytewords(message)}`.toUpperCase();
      const mixed = new Uint8Array(size);
      for (const index of piecesOf(number, { count, checksum }))
        for (const [at, byte] of pieceOf(index).entries()) mixed[at] = (mixed[at] ?? 0) ^ byte;
      const numbers = [number, count, message.length, checksum].flatMap((value) => head(UNSIGNED, value));
      const part = Uint8Array.from([FIVE_ITEMS, ...numbers, ...head(BYTES, size), ...mixed]);
      return `${START}${number}-${count}/${writeBytewords(part)}`.toUpperCase();
    },
    spare() {
      let number = count + 1;
      while (count > 1 && piecesOf(number, { count, checksum }).length < count) number += 1;
      return number;
    },
  };
}

/** The progress of reading frames. */
export interface FrameProgress {
  readonly done: number;
  /** Null before the first frame. */
  readonly total: number | null;
  /** The frames, from 1, that would complete it. Any other frames of the same container also do. */
  readonly missing: readonly number[];
}

/** Collects frames in any order. */
export interface FrameReader {
  /**
   * Takes the text of a QR code. Throws INVALID_INPUT, which names the fault, for text that is no frame, a damaged frame
   * and a frame of another container. The earlier frames stay. Forgets them, and throws INVALID_INPUT, for a frame that
   * contradicts them and for too many frames.
   */
  add(text: string): FrameProgress;
  readonly progress: FrameProgress;
  /**
   * The text of the container. Null before the frames suffice. Throws INVALID_INPUT when the frames do not fit together,
   * and then forgets them.
   */
  text(): string | null;
}

interface Message {
  readonly count: number;
  readonly length: number;
  readonly checksum: number;
}

interface Part extends Message {
  readonly number: number;
  readonly bytes: Uint8Array;
}

export function createFrameReader(): FrameReader {
  let open: { readonly of: Message; readonly pieces: Pieces; readonly checksums: Map<number, number> } | null = null;

  const progressOf = (): FrameProgress => {
    if (open === null) return { done: 0, total: null, missing: [] };
    const { of, pieces } = open;
    return { done: pieces.rank, total: of.count, missing: pieces.missing().map((piece) => piece + 1) };
  };

  const forget = (error: AppError): never => {
    open = null;
    throw error;
  };

  return {
    add(text) {
      const part = readFrame(text);
      open ??= { of: part, pieces: createPieces(part.count, part.bytes.length), checksums: new Map() };
      const { of, pieces, checksums } = open;
      if (of.count !== part.count || of.length !== part.length || of.checksum !== part.checksum)
        throw refused(
          'it belongs to another container than the codes before it',
          'Read the codes of one container only',
        );
      const [own, before] = [crc32(part.bytes), checksums.get(part.number)];
      if (before === own || pieces.rank === of.count) return progressOf();
      if (before !== undefined) forget(unfit());
      if (checksums.size >= mostFrames(of.count)) forget(tooMany(checksums.size));
      checksums.set(part.number, own);
      if (pieces.add(piecesOf(part.number, of), part.bytes) === 'contradicts') forget(unfit());
      return progressOf();
    },
    get progress() {
      return progressOf();
    },
    text() {
      const joined = open?.pieces.join() ?? null;
      if (open === null || joined === null) return null;
      const { length, checksum } = open.of;
      const message = joined.subarray(0, length);
      if (crc32(message) === checksum && joined.subarray(length).every((byte) => byte === 0)) {
        const inside = readBytes(message);
        if (inside !== null && isUtf8(inside)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(inside);
      }
      return forget(unfit());
    },
  };
}

/** The parts of a frame's text. Throws INVALID_INPUT, which names the fault. */
function readFrame(given: string): Part {
  const text = given.trim().toLowerCase();
  if (text.length > MAXIMUM_TEXT || !text.startsWith(START))
    throw refused('it is not a frame of a container', 'Show the codes with Castellan, and read these');
  const [first = '', second, ...others] = text.slice(START.length).split('/');
  const body = readBytewords(second ?? first);
  if (body === null || others.length > 0) throw refused('it is damaged', AGAIN);
  if (second === undefined) return { number: 1, count: 1, length: body.length, checksum: crc32(body), bytes: body };
  const part = readPart(body);
  if (part === null || first !== `${part.number}-${part.count}`)
    throw refused('its parts contradict each other', AGAIN);
  if (part.count > MAXIMUM_FRAMES)
    throw refused(`its container has ${part.count} codes, and at most ${MAXIMUM_FRAMES} are read`, 'Carry the file');
  if (part.length > MAXIMUM_MESSAGE)
    throw refused(
      `its container has ${part.length} bytes, and at most ${MAXIMUM_MESSAGE} are read from codes`,
      'Carry the file',
    );
  return part;
}

/** Five items of CBOR (RFC 8949) in the shortest form. Null for anything else, and for a size that does not fit. */
function readPart(body: Uint8Array): Part | null {
  if (body[0] !== FIVE_ITEMS) return null;
  const numbers: number[] = [];
  let at = 1;
  while (numbers.length < 4) {
    const read = readHead(body, at, UNSIGNED);
    if (read === null) return null;
    numbers.push(read.value);
    at = read.end;
  }
  const [number = 0, count = 0, length = 0, checksum = 0] = numbers;
  const bytes = readBytes(body.subarray(at));
  if (bytes === null || number === 0 || count < 2 || length < count) return null;
  return bytes.length === Math.ceil(length / count) && Math.ceil(length / bytes.length) === count
    ? { number, count, length, checksum, bytes }
    : null;
}

const FIVE_ITEMS = 0x85;
const UNSIGNED = 0;
const BYTES = 2;

/** The type and the number before an item of CBOR, in the shortest form. */
function head(type: number, value: number): readonly number[] {
  const first = type << 5;
  if (value < 24) return [first + value];
  if (value < 2 ** 8) return [first + 24, value];
  if (value < 2 ** 16) return [first + 25, value >>> 8, value & 0xff];
  return [first + 26, value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function readHead(bytes: Uint8Array, at: number, type: number): { value: number; end: number } | null {
  const short = (bytes[at] ?? 0xff) - (type << 5);
  const size = [1, 2, 4][short - 24] ?? 0;
  if (short < 0 || short > 26 || at + 1 + size > bytes.length) return null;
  const value = size === 0 ? short : bytes.subarray(at + 1, at + 1 + size).reduce((sum, byte) => sum * 256 + byte, 0);
  return head(type, value).length === 1 + size ? { value, end: at + 1 + size } : null;
}

/** The content of one byte string that fills all of the bytes. Null for anything else. */
function readBytes(bytes: Uint8Array): Uint8Array | null {
  const read = readHead(bytes, 0, BYTES);
  return read !== null && read.end + read.value === bytes.length ? bytes.subarray(read.end) : null;
}

const unfit = (): AppError =>
  new AppError(
    'INVALID_INPUT',
    'The QR codes do not fit together: one of them was changed. Nothing was read. Read all of them again.',
  );

const tooMany = (count: number): AppError =>
  new AppError(
    'INVALID_INPUT',
    sentence`${count} different QR codes of this container were read, and they do not complete it. Nothing was kept. Carry the file.`,
  );

const AGAIN = 'Take a sharper picture of it';

function refused(why: string, remedy: string): AppError {
  return new AppError('INVALID_INPUT', sentence`The QR code cannot be used: ${why}. It was not taken. ${remedy}.`);
}
