import { homedir } from 'node:os';
import { extname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles, root } from './sources.ts';

const BINARY = new Set(['.png', '.ico', '.icns', '.woff2', '.db', '.gz', '.node']);
const texts = repositoryFiles()
  .filter((path) => !BINARY.has(extname(path)))
  .map((path) => ({ path, text: readText(path) }));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** The folder as the start of a path: not inside a longer path or a word. */
const asPath = (folder: string): RegExp =>
  new RegExp(`(?<![\\w.$}~:/-])${escaped(folder.replace(/\/$/, ''))}(?![\\w-])`);

/**
 * Folders of the authors' machines: this checkout, this home, and the folders of the first version. Invented paths in
 * tests are fine.
 */
const MACHINE_PATHS = [
  root,
  homedir(),
  ['', 'work', ''].join('/'),
  ['', 'root', ''].join('/'),
  ['', 'tmp', 'castellan'].join('/'),
]
  // A folder directly below the root (a container's /app) identifies nobody, and is too short to search for.
  .filter((folder) => folder.split('/').length > 2)
  .map(asPath);

function hostOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).hostname] : [];
}

/**
 * Package hosts: the public ones, and the one this machine is set to (npm gives its scripts the settings that differ
 * from the default).
 */
const REGISTRY_HOSTS = [
  ['registry', 'npmjs', 'org'].join('.'),
  ['registry', 'yarnpkg', 'com'].join('.'),
  ['deb', 'debian', 'org'].join('.'),
  ...hostOf(process.env.npm_config_registry ?? ''),
];

const matching = (pattern: RegExp): string[] =>
  texts.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );

describe('the files reveal nothing about the machine of their author', () => {
  it.for(MACHINE_PATHS)('no path like %s', (pattern) => expect(matching(pattern)).toEqual([]));

  it.for(REGISTRY_HOSTS)('no package registry %s', (host) => expect(matching(new RegExp(escaped(host)))).toEqual([]));

  it('the path test finds paths, and accepts words and parts of URLs', () => {
    const home = asPath('/some/home');
    expect(['cd /some/home', '"/some/home/x"', '(/some/home)'].every((text) => home.test(text))).toBe(true);
    expect(
      ['a/some/home', 'https://host/some/home', 'base}/some/home', '/some/homestead'].some((text) => home.test(text)),
    ).toBe(false);
  });
});
