import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../unit/repository/sources.ts';

/** Changes of files by their path from the root. The text of a file that does not exist is empty. */
export type Edits = Readonly<Record<string, (text: string) => string>>;

/** Inserts text behind an anchor, which must stand in the file exactly once. */
export const after = (anchor: string, inserted: string) => (text: string) => {
  if (text.split(anchor).length !== 2) throw new Error(`the anchor must stand there exactly once: ${anchor}`);
  return text.replace(anchor, () => anchor + inserted);
};
export const append = (added: string) => (text: string) => text + added;

/** Files from which every other source of the product is imported, except the preload scripts. */
const ROOTS = [
  ...['electron/main', 'electron/vault', 'electron/custody', 'electron/token'].map((each) => `${each}/index.ts`),
  'renderer/app/frame.tsx',
];

const OPTIONS = {
  extends: './test/tools/tsconfig.base.json',
  compilerOptions: {
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node', 'vite/client'],
    jsx: 'react-jsx',
    incremental: false,
  },
  files: ROOTS,
};

/** An error of the compiler: `shared/model/enums.ts(3,14): error TS2322: ...`. */
const ERROR = /^(.+?)\(\d+,\d+\): error TS\d+: (.*)$/gm;

/** The product as the compiler sees a copy of it after some edits. */
export class PlantedBuild {
  readonly #errors = new Map<string, string[]>();
  /** The text of each file of the product, by its path from the root. */
  readonly #texts: ReadonlyMap<string, string>;

  constructor(edits: Edits) {
    const folder = mkdtempSync(join(tmpdir(), 'planted-'));
    try {
      for (const each of ['electron', 'shared', 'renderer', 'test/tools'])
        cpSync(`${root}${each}`, join(folder, each), { recursive: true });
      // The product reads its name and its version here.
      cpSync(`${root}package.json`, join(folder, 'package.json'));
      symlinkSync(`${root}node_modules`, join(folder, 'node_modules'));
      for (const [path, edit] of Object.entries(edits)) {
        const target = join(folder, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, edit(existsSync(target) ? readFileSync(target, 'utf8') : ''));
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
      const compiler = [`${root}node_modules/tsc-native/bin/tsc`, '--pretty', 'false', '--listFiles'];
      const { stdout } = spawnSync('node', compiler, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
      for (const [, path = '', message = ''] of stdout.matchAll(ERROR))
        this.#errors.set(path, [...(this.#errors.get(path) ?? []), `${path}: ${message}`]);
      const own = stdout
        .split('\n')
        .filter((line) => line.startsWith(`${folder}/`) && !line.includes('/node_modules/'));
      this.#texts = new Map(own.map((line) => [line.slice(folder.length + 1), readFileSync(line, 'utf8')]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** Paths of the product's files whose text matches the pattern, sorted. */
  files(pattern: RegExp): string[] {
    return [...this.#texts].flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).toSorted();
  }

  /** The errors of a file, each with its path. */
  errors(path: string): string[] {
    return this.#texts.has(path) ? (this.#errors.get(path) ?? []) : [`${path}: not part of the build`];
  }
}
