import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Folders that .gitignore keeps out, and git's own. */
const NOT_OURS = new Set(['.git', 'out', 'dist', 'test/output']);
const CODE = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.js']);

/** Paths of all files of the repository, relative to its top, with `/`, sorted. Needs no git. */
export function repositoryFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (NOT_OURS.has(path) || entry.name === 'node_modules') return [];
      return entry.isDirectory() ? repositoryFiles(path) : [path];
    })
    .toSorted();
}

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** One source file as TypeScript reads it. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

export const parseSource = (path: string, text: string): SourceFile => ({
  path,
  text,
  tree: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true),
});

/** The parsed code files below the given folders (`electron/`, `shared/ipc/`). */
export function sourcesOf(...folders: string[]): SourceFile[] {
  return repositoryFiles()
    .filter((path) => folders.some((folder) => path.startsWith(folder)) && CODE.has(extname(path)))
    .map((path) => parseSource(path, readText(path)));
}

/** The shipped code, from which every program is built. */
export const PRODUCT = ['shared/', 'electron/', 'renderer/'] as const;

export const isIn = (path: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(folder));
