import { createECDH } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { needlesOf, type Secret } from './secrets.ts';

/** One process of the program, described by its command line. */
export interface Process {
  readonly pid: number;
  readonly what: string;
}

const PAGE = 4096;
/** Bits 63 and 62 of an entry of /proc/PID/pagemap: the page is in memory, or it is swapped out. */
const USED = 0xc0;
const CHUNK = 16 * 1024 * 1024;
const NUMBER_BYTES = 32;
const WORD_BYTES = 8;

/** A process and all below it: Chromium's own (zygotes, gpu, network, renderers) and the program's children. */
export function processesBelow(root: number): Process[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name in the second field may hold spaces and brackets.
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return [{ pid: Number(name), parent: Number(parent) }];
    } catch {
      return []; // It ended meanwhile.
    }
  });
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ];
  return below(root).map((pid) => ({ pid, what: whatIs(pid) }));
}

function whatIs(pid: number): string {
  const read = (name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  };
  const [, own] = /CASTELLAN_PROCESS=(\w+)/.exec(read('environ')) ?? [];
  const [, type] = /--type=([\w-]+)/.exec(read('cmdline')) ?? [];
  const [, part] = /--utility-sub-type=([\w.]+)/.exec(read('cmdline')) ?? [];
  return (type === 'utility' && own) || part || type || 'main';
}

/**
 * Finds which secrets are in the memory of which processes, as `vault: API key, hex`. It searches for the second half
 * of each spelling, because an allocator writes over the beginning of freed memory. Must run as root: nobody else can
 * read processes that protect themselves. Throws when a process cannot be read, unless it ended meanwhile.
 */
export function foundInMemory(secrets: readonly Secret[], processes: readonly Process[]): string[] {
  const needles = needlesOf(secrets).map(({ name, bytes }) => ({ name, half: bytes.subarray(bytes.length >> 1) }));
  const longest = Math.max(...needles.map(({ half }) => half.length));
  return processes.flatMap(({ pid, what }) => {
    const found = new Set<string>();
    try {
      for (const memory of memoryOf(pid, longest))
        for (const { name, half } of needles) if (memory.includes(half)) found.add(name);
    } catch (error) {
      if (!hasEnded(error)) throw error;
    }
    return needles.filter(({ name }) => found.has(name)).map(({ name }) => `${what}: ${name}`);
  });
}

/**
 * Finds the private half of a P-256 key in a process by its public half (compressed, hexadecimal digits). OpenSSL keeps
 * the number as words, the lowest byte first. Returns null when the process holds none.
 */
export function privateHalfIn({ pid }: Process, publicKey: string): Uint8Array | null {
  const curve = createECDH('prime256v1');
  for (const memory of memoryOf(pid, NUMBER_BYTES)) {
    const halves = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
    for (let at = 0; at + NUMBER_BYTES <= memory.length; at += WORD_BYTES) {
      if (!isLikeRandom(halves, at >> 2)) continue;
      const number = memory.subarray(at, at + NUMBER_BYTES);
      // Random bytes seldom repeat. Most other contents of a program do.
      if (new Set(number).size < 22) continue;
      const candidate = Buffer.from(number).reverse();
      try {
        curve.setPrivateKey(candidate);
      } catch {
        continue; // Above the order of the curve.
      }
      if (curve.getPublicKey('hex', 'compressed') === publicKey) return Uint8Array.from(candidate);
    }
  }
  return null;
}

/**
 * Leaves out most contents of a program without a multiplication on the curve. Bytes of text are below 128, and the two
 * highest bytes of an address are zero. Of 15,000 random numbers it leaves out one.
 * @param halves memory as half words
 * @param at index of the first of eight half words
 */
function isLikeRandom(halves: Uint32Array, at: number): boolean {
  let bits = 0;
  for (let index = at; index < at + 8; index += 2) {
    const [low = 0, high = 0] = [halves[index], halves[index + 1]];
    if (high >>> 16 === 0) return false;
    bits |= low | high;
  }
  return (bits & 0x80808080) !== 0;
}

const hasEnded = (error: unknown) => ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');

/** All the memory of a process that is not merely a file of the program, in chunks that overlap. */
function* memoryOf(pid: number, overlap: number): Iterable<Buffer> {
  const files: number[] = [];
  const open = (name: string) => {
    files.push(openSync(`/proc/${pid}/${name}`, 'r'));
    return files.at(-1) as number;
  };
  const chunk = Buffer.alloc(CHUNK + overlap);
  try {
    const [memory, pagemap] = [open('mem'), open('pagemap')];
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, start, end, rights, path] = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ *(.*)$/.exec(line) ?? [];
      if (start === undefined || end === undefined || !rights?.startsWith('r')) continue;
      if (path?.startsWith('[v') === true || (rights[1] !== 'w' && path?.startsWith('/') === true)) continue;
      for (const [from, to] of usedRuns(pagemap, Number.parseInt(start, 16), Number.parseInt(end, 16))) {
        for (let at = from; at < to; at += CHUNK) {
          const wanted = Math.min(to - at, CHUNK + overlap);
          yield chunk.subarray(0, readMemory(memory, chunk, wanted, at));
        }
      }
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** Reads as much as is still mapped. Memory that was freed meanwhile is skipped. */
function readMemory(memory: number, chunk: Buffer, length: number, at: number): number {
  try {
    return readSync(memory, chunk, 0, length, at);
  } catch {
    return 0;
  }
}

/** The stretches of a mapping that have memory behind them. */
function usedRuns(pagemap: number, start: number, end: number): [number, number][] {
  const runs: [number, number][] = [];
  const entries = Buffer.alloc(64 * 1024 * 8);
  for (let at = start; at < end; at += (entries.length / 8) * PAGE) {
    const wanted = Math.min((end - at) / PAGE, entries.length / 8);
    const pages = readSync(pagemap, entries, 0, wanted * 8, (at / PAGE) * 8) / 8;
    for (let page = 0; page < pages; page += 1) {
      if ((entries.readUInt8(page * 8 + 7) & USED) === 0) continue;
      const from = at + page * PAGE;
      const last = runs.at(-1);
      if (last !== undefined && last[1] === from) last[1] = from + PAGE;
      else runs.push([from, from + PAGE]);
    }
  }
  return runs;
}
