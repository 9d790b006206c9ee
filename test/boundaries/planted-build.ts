import { readFileSync } from 'node:fs';
import ts from 'typescript';
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
const ROOTS = ['electron/main', 'electron/vault', 'electron/custody', 'electron/token'].map(
  (each) => `${each}/index.ts`,
);
const PAGE = ['renderer/app/places.tsx'];

function readOptions(): ts.CompilerOptions {
  const folder = `${root}test/tools`;
  const { config } = ts.readConfigFile(`${folder}/tsconfig.base.json`, ts.sys.readFile);
  return {
    ...ts.parseJsonConfigFileContent(config, ts.sys, folder).options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node', 'vite/client'],
    jsx: ts.JsxEmit.ReactJSX,
    incremental: false,
  };
}

/** The product as the compiler sees it after some edits. The files on the disk stay as they are. */
export class PlantedBuild {
  readonly #program: ts.Program;
  readonly #edited: ReadonlySet<string>;

  /** @param earlier A build that shares the unchanged files. */
  constructor(edits: Edits, earlier?: PlantedBuild) {
    const planted = new Map(
      Object.entries(edits).map(([path, edit]) => [`${root}${path}`, edit(readText(`${root}${path}`))]),
    );
    const options = readOptions();
    const host = ts.createCompilerHost(options);
    const { directoryExists, fileExists, getSourceFile } = host;
    host.getCurrentDirectory = () => root;
    host.directoryExists = (path) =>
      [...planted.keys()].some((each) => each.startsWith(`${path}/`)) || directoryExists?.(path) === true;
    host.fileExists = (path) => planted.has(path) || fileExists(path);
    host.getSourceFile = (path, language, ...rest) => {
      const text = planted.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, language);
      return earlier?.unchanged(path) ?? getSourceFile.call(host, path, language, ...rest);
    };
    this.#edited = new Set(planted.keys());
    this.#program = ts.createProgram(
      [...ROOTS, ...PAGE].map((path) => `${root}${path}`),
      options,
      host,
    );
  }

  /** The parsed file if this build did not change it. */
  unchanged(path: string): ts.SourceFile | undefined {
    return this.#edited.has(path) ? undefined : this.#program.getSourceFile(path);
  }

  /** Paths of the product's files whose text matches the pattern, sorted. */
  files(pattern: RegExp): string[] {
    return this.#program
      .getSourceFiles()
      .filter(({ fileName, text }) => isOurs(fileName) && pattern.test(text))
      .map(({ fileName }) => fileName.slice(root.length))
      .toSorted();
  }

  /** The errors of a file, each with its path. */
  errors(path: string): string[] {
    const file = this.#program.getSourceFile(`${root}${path}`);
    if (file === undefined) return [`${path}: not part of the build`];
    return this.#program
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 200)}`);
  }
}

const isOurs = (path: string): boolean => path.startsWith(root) && !path.includes('/node_modules/');

const readText = (path: string): string => (ts.sys.fileExists(path) ? readFileSync(path, 'utf8') : '');
