/**
 * Starts the child (argv 2) and prints what another process of the same user finds in its memory after each command.
 * It must be the child's parent and have no CAP_SYS_PTRACE, like any program of the operator.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { testKey } from './test-key.mjs';

const child = spawn(process.execPath, ['--expose-gc', process.argv[2]], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

async function command(name) {
  child.stdin.write(`${name}\n`);
  return JSON.parse((await lines.next()).value);
}

/** How often the key is there: as its bytes, as the native library's words (the bytes reversed), or as hex text. */
function count(memory, key) {
  const reversed = key.slice().reverse();
  return [key, reversed].flatMap((bytes) => [bytes, Buffer.from(Buffer.from(bytes).toString('hex'))]).reduce((sum, bytes) => sum + occurrences(memory, bytes), 0);
}

function occurrences(memory, bytes) {
  let found = 0;
  for (let at = memory.indexOf(bytes); at !== -1; at = memory.indexOf(bytes, at + 1)) found += 1;
  return found;
}

function scan() {
  const found = { stamp: 0, target: 0 };
  let file;
  try {
    file = openSync(`/proc/${child.pid}/mem`, 'r');
    for (const line of readFileSync(`/proc/${child.pid}/maps`, 'utf8').split('\n')) {
      const [, start, end] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (start === undefined) continue;
      const region = readRegion(file, Number.parseInt(start, 16), Number.parseInt(end, 16));
      found.stamp += count(region, testKey());
      found.target += count(region, testKey(1));
    }
    return found;
  } catch (error) {
    return error.code;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What can be read of a region; pages that were never touched end it. */
function readRegion(file, start, end) {
  const region = Buffer.alloc(end - start);
  let length = 0;
  try {
    while (length < region.length) {
      const read = readSync(file, region, length, region.length - length, start + length);
      if (read === 0) break;
      length += read;
    }
  } catch (error) {
    if (error.code !== 'EIO') throw error;
  }
  return region.subarray(0, length);
}

await command('idle');
const before = scan();
await command('import');
const imported = scan();
await command('forget');
const forgotten = scan();
const { hardening } = await command('start');
const hardened = scan();
const confined = await command('confine');
process.stdout.write(JSON.stringify({ before, imported, forgotten, hardening, hardened, confined }));
child.stdin.end();
child.kill();
