import type { Files } from './legal-tree.ts';

/** A violation that is planted in the legal tree. */
export interface Plant {
  readonly what: string;
  readonly files: Files;
  /** Exactly the rules that the cruise then reports, sorted. */
  readonly violates: readonly string[];
}

/** A file that imports a module. */
export const line = (path: string, module: string): Files => ({ [path]: `import '${module}';\n` });

export const plant = (what: string, files: Files, ...violates: string[]): Plant => {
  return { what, files, violates: violates.toSorted() };
};
