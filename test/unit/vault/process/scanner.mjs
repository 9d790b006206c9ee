/**
 * Starts the child (argv 2) and prints the keys that another process of the same user finds in its memory after each
 * command. Keys beside the test keys count as exported. They are in argv 3 as hex with each byte's bits flipped, so
 * that no memory holds them as they are. The scanner must be the child's parent and have no CAP_SYS_PTRACE, like any
 * program of the operator.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { testKey } from './test-key.mjs';

const PAGE = 4096;
const wanted =
  process.argv[3] === undefined ? testKey(2) : Uint8Array.from(Buffer.from(process.argv[3], 'hex'), (byte) => ~byte);
const child = spawn(process.execPath, ['--expose-gc', '--disallow-code-generation-from-strings', process.argv[2]], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

async function command(name) {
  child.stdin.write(`${name}\n`);
  return JSON.parse((await lines.next()).value);
}

/**
 * Counts the key in the memory: as its bytes, as the native library's words (the bytes reversed), or as hex text. It
 * searches for the second half, because an allocator writes over the beginning of freed memory.
 */
function count(memory, key) {
  const reversed = key.slice().reverse();
  return [key, reversed]
    .flatMap((bytes) => [bytes, Buffer.from(Buffer.from(bytes).toString('hex'))])
    .reduce((sum, bytes) => sum + occurrences(memory, bytes.subarray(bytes.length / 2)), 0);
}

function occurrences(memory, bytes) {
  let found = 0;
  for (let at = memory.indexOf(bytes); at !== -1; at = memory.indexOf(bytes, at + 1)) found += 1;
  return found;
}

function scan() {
  const found = { stamp: 0, target: 0, exported: 0, master: 0 };
  const files = [];
  try {
    const [memory, pagemap] = ['mem', 'pagemap'].map((name) => {
      files.push(openSync(`/proc/${child.pid}/${name}`, 'r'));
      return files.at(-1);
    });
    for (const line of readFileSync(`/proc/${child.pid}/maps`, 'utf8').split('\n')) {
      const [, start, end] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (start === undefined) continue;
      for (const [from, to] of usedRuns(pagemap, Number.parseInt(start, 16), Number.parseInt(end, 16))) {
        const bytes = Buffer.alloc(to - from);
        if (readSync(memory, bytes, 0, bytes.length, from) < bytes.length)
          throw new Error('a mapping was read in part');
        found.stamp += count(bytes, testKey());
        found.target += count(bytes, testKey(1));
        found.exported += count(bytes, wanted);
        found.master += count(bytes, testKey(3));
      }
    }
    return found;
  } catch (error) {
    return error.code;
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** The stretches of a mapping that have memory behind them (bits 63 and 62 of its pagemap entries: present, swapped). */
function usedRuns(pagemap, start, end) {
  const entries = Buffer.alloc(((end - start) / PAGE) * 8);
  const pages = readSync(pagemap, entries, 0, entries.length, (start / PAGE) * 8) / 8;
  const runs = [];
  for (let page = 0; page < pages; page += 1) {
    if (entries.readUInt8(page * 8 + 7) < 0x40) continue;
    const from = start + page * PAGE;
    if (runs.at(-1)?.[1] === from) runs.at(-1)[1] = from + PAGE;
    else runs.push([from, from + PAGE]);
  }
  return runs;
}

const scans = {};
for (const name of ['start', 'import', 'stamp', 'mismatch', 'open', 'reveal', 'forget', 'handOver']) {
  await command(name);
  scans[name] = scan();
}
const hardening = await command('harden');
const hardened = scan();
const confined = await command('confine');
process.stdout.write(JSON.stringify({ scans, hardening, hardened, confined }));
child.stdin.end();
child.kill();
