import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

/** A damage of a file, and the pattern of the clause that describes it. */
interface Damage {
  readonly make: (path: string) => void;
  readonly problem: string;
}

const flip = (path: string) => {
  const bytes = readFileSync(path);
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
const replaced = (make: (path: string) => void) => (path: string) => {
  rmSync(path);
  make(path);
};

export const FLIP: Damage = { make: flip, problem: 'was changed' };

/** The damages of an archive. A user who is root may read every file, so links and folders stand for an unreadable one. */
export const DAMAGES = [
  ['has a flipped bit', FLIP],
  [
    'was cut',
    {
      make: (path) => writeFileSync(path, readFileSync(path).subarray(0, -1)),
      problem: 'has \\d+ bytes instead of \\d+',
    },
  ],
  ['is missing', { make: (path) => rmSync(path), problem: 'is missing' }],
  ['cannot be read', { make: replaced((path) => symlinkSync(path, path)), problem: 'cannot be read \\(ELOOP\\)' }],
  ['is a folder', { make: replaced((path) => mkdirSync(path)), problem: 'has \\d+ bytes instead of \\d+' }],
] as const satisfies readonly (readonly [string, Damage])[];

/** Runs `work` while the file is damaged. */
export async function damaged<Result>(path: string, { make }: Damage, work: () => Promise<Result>): Promise<Result> {
  const bytes = readFileSync(path);
  make(path);
  try {
    return await work();
  } finally {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(`${path}.whole`, bytes, { mode: 0o600 });
    renameSync(`${path}.whole`, path);
  }
}
