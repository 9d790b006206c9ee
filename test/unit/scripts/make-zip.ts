import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipSource {
  readonly name: string;
  readonly content: string;
  /** Unix mode, with the file type. */
  readonly mode: number;
  readonly stored?: boolean;
}

/** A zip archive of these files, as the Info-ZIP tool lays it out, with an extra field in the local headers only. */
export function makeZip(sources: readonly ZipSource[], comment = ''): Buffer {
  const extra = Buffer.from([0x55, 0x54, 1, 0, 0]);
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode, stored } of sources) {
    const data = stored ? Buffer.from(content) : deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(22);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(Buffer.byteLength(content), 18);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(nameBytes.length, 0);
    const localLengths = Buffer.from(lengths);
    localLengths.writeUInt16LE(extra.length, 2);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, localLengths, nameBytes, extra, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, lengths, rest, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const listBytes = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(sources.length, 4);
  end.writeUInt16LE(sources.length, 6);
  end.writeUInt32LE(listBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([...parts, listBytes, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)]);
}
