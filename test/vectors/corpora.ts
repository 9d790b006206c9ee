import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = fileURLToPath(new URL('../../../shared/corpora', import.meta.url));
const folder = resolve(process.env.CASTELLAN_CORPORA ?? beside);

/** Whether a file of the public test corpora is on this machine. */
export function hasCorpus(path: string): boolean {
  return existsSync(join(folder, path));
}

/** What a suite that needs the file is called: the name says when it is skipped, and why. */
export function corpusTitle(title: string, path: string): string {
  return hasCorpus(path) ? title : `${title} SKIPPED: ${path} is not in ${folder} (set CASTELLAN_CORPORA)`;
}

/** A JSON file of the corpora; the caller names its shape. */
export function readCorpus<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as Shape;
}
