/** Pictures as PNG (ISO/IEC 15948), as far as QR codes need them: no other process decodes a picture for a command. */
import { deflateSync, inflateSync } from 'node:zlib';
import { crc32, uint32Bytes } from './bytewords.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** More pixels would take more memory than a command should. */
const MAXIMUM_PIXELS = 16_000_000;
/** More rows would be more arrays than a command should make. */
const MAXIMUM_SIDE = 20_000;
/** The kinds of colour, by the number of samples in a pixel. */
const GREY = 0;
const SAMPLES: Readonly<Record<number, number>> = { [GREY]: 1, 2: 3, 4: 2, 6: 4 };
const WITH_OPACITY: readonly number[] = [4, 6];

/** Grey values from black at 0, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Returns a PNG of square modules, `scale` pixels wide: black where a module is true. */
export function writePng(modules: readonly (readonly boolean[])[], scale: number): Uint8Array<ArrayBuffer> {
  const side = modules.length * scale;
  const stride = Math.ceil(side / 8);
  const rows = modules.flatMap((row) => {
    const line = new Uint8Array(1 + stride);
    for (let x = 0; x < side; x += 1)
      if (row[Math.floor(x / scale)] === false) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    return Array.from({ length: scale }, () => line);
  });
  const header = Uint8Array.from([...uint32Bytes(side), ...uint32Bytes(side), 1, GREY, 0, 0, 0]);
  const pixels = deflateSync(Buffer.concat(rows));
  return join([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', new Uint8Array(0))]);
}

/**
 * Returns the pixels of a PNG in grey, over white where it is not opaque, or the reason why it is not read, in words.
 * Reads 8 bits for each sample, and 1 bit for grey, without a palette and without interlacing.
 */
export function readPng(file: Uint8Array): Picture | string {
  if (!SIGNATURE.every((byte, index) => file[index] === byte)) return 'it is not a PNG';
  const chunks = chunksIn(file);
  if (chunks === null) return 'it is cut or damaged';
  const [{ type, data: header } = { type: '', data: file }] = chunks;
  if (type !== 'IHDR' || header.length !== 13) return 'it has no header';
  const view = new DataView(header.buffer, header.byteOffset);
  const [width, height, bits = 0, colour = 0] = [view.getUint32(0), view.getUint32(4), header[8], header[9]];
  const samples = SAMPLES[colour];
  if (width === 0 || height === 0 || width * height > MAXIMUM_PIXELS) return 'it has no pixels or more than 16 million';
  if (Math.max(width, height) > MAXIMUM_SIDE) return `it has a side of more than ${MAXIMUM_SIDE} pixels`;
  if (samples === undefined || !(bits === 8 || (bits === 1 && colour === GREY)) || header[12] !== 0)
    return 'it has a palette, more than 8 bits or is interlaced; save it as a plain PNG';
  const rows = unfiltered(chunks, {
    height,
    stride: Math.ceil((width * samples * bits) / 8),
    step: bits === 1 ? 1 : samples,
  });
  if (rows === null) return 'its pixels are damaged';
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) grey[y * width + x] = greyAt(rows[y] ?? rows[0], x, { bits, colour, samples });
  return { width, height, grey };
}

interface Form {
  readonly bits: number;
  readonly colour: number;
  readonly samples: number;
}

function greyAt(row: Uint8Array | undefined, x: number, { bits, colour, samples }: Form): number {
  const at = (index: number) => row?.[index] ?? 0;
  if (bits === 1) return at(x >> 3) & (0x80 >> (x & 7)) ? 255 : 0;
  const first = x * samples;
  const light = samples < 3 ? at(first) : (at(first) * 3 + at(first + 1) * 6 + at(first + 2)) / 10;
  const opacity = WITH_OPACITY.includes(colour) ? at(first + samples - 1) / 255 : 1;
  return Math.round(light * opacity + 255 * (1 - opacity));
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

/** Null when a chunk is cut, when its checksum does not fit, and without an end. */
function chunksIn(file: Uint8Array): Chunk[] | null {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > file.length || view.getUint32(end) !== crc32(file.subarray(at + 4, end))) return null;
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    chunks.push({ type, data: file.subarray(at + 8, end) });
    if (type === 'IEND') return chunks;
    at = end + 4;
  }
  return null;
}

interface Lines {
  readonly height: number;
  /** Bytes of a row. */
  readonly stride: number;
  /** Bytes from a pixel to the next. */
  readonly step: number;
}

/** The rows without their filters. Null for other bytes. */
function unfiltered(chunks: readonly Chunk[], { height, stride, step }: Lines): Uint8Array[] | null {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const length = height * (1 + stride);
  const raw = inflated(packed, length);
  if (raw?.length !== length) return null;
  const rows: Uint8Array[] = [];
  let above: Uint8Array = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (1 + stride);
    const filter = FILTERS[raw[start] ?? 5];
    if (filter === undefined) return null;
    const row = raw.subarray(start + 1, start + 1 + stride);
    for (let x = 0; x < stride; x += 1) {
      const [left, up, corner] = [row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0];
      row[x] = (row[x] ?? 0) + filter(left, up, corner);
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function inflated(packed: Uint8Array, most: number): Uint8Array | null {
  try {
    return new Uint8Array(inflateSync(packed, { maxOutputLength: most + 1 }));
  } catch {
    return null;
  }
}

const FILTERS: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [number, number, number];
    return a <= b && a <= c ? left : b <= c ? up : corner;
  },
];

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = join([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data]);
  return join([Uint8Array.from(uint32Bytes(data.length)), body, Uint8Array.from(uint32Bytes(crc32(body)))]);
}

const join = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));
