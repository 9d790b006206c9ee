import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { KOFFI_BINARY, nativePackages, neededAtRunTime } from './package-contents.mjs';
import { inRoot } from './paths.mjs';

/** Section with the versions of symbols that a file needs (SHT_GNU_verneed). */
const NEEDED_VERSIONS = 0x6ffffffe;

/**
 * Returns the names of the symbol versions that a program or library needs, such as `GLIBC_2.34`.
 * @param {Buffer} elf a file in the ELF format of 64 bits, little-endian
 * @returns {string[]}
 */
export function neededVersions(elf) {
  if (elf.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return [];
  const sections = Number(elf.readBigUInt64LE(0x28));
  const size = elf.readUInt16LE(0x3a);
  const sectionAt = (/** @type {number} */ index) => {
    const at = sections + index * size;
    const [type, link, entries] = [4, 0x28, 0x2c].map((field) => elf.readUInt32LE(at + field));
    return { type, link: link ?? 0, entries: entries ?? 0, offset: Number(elf.readBigUInt64LE(at + 0x18)) };
  };
  const names = [];
  for (let index = 0; index < elf.readUInt16LE(0x3c); index += 1) {
    const section = sectionAt(index);
    if (section.type !== NEEDED_VERSIONS) continue;
    const texts = sectionAt(section.link).offset;
    let library = section.offset;
    for (let entry = 0; entry < section.entries; entry += 1) {
      let version = library + elf.readUInt32LE(library + 8);
      for (let count = elf.readUInt16LE(library + 2); count > 0; count -= 1) {
        const start = texts + elf.readUInt32LE(version + 8);
        names.push(elf.toString('latin1', start, elf.indexOf(0, start)));
        version += elf.readUInt32LE(version + 12);
      }
      library += elf.readUInt32LE(library + 12);
    }
  }
  return names;
}

/**
 * Returns the highest version with a prefix.
 * @param {string[]} names
 * @param {string} prefix `GLIBC` or `GLIBCXX`
 * @returns {string} `2.34`, or `0` when there is none
 */
export const highestVersion = (names, prefix) =>
  names
    .flatMap((name) => new RegExp(`^${prefix}_(\\d+(?:\\.\\d+)*)$`).exec(name)?.[1] ?? [])
    .reduce((highest, each) => (isNewer(each, highest) ? each : highest), '0');

/** @param {string} one @param {string} other */
export function isNewer(one, other) {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number));
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/**
 * Returns the C and C++ libraries that Electron and the native modules of this checkout need. Set-up compiles one module.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @returns {{ glibc: string, libstdcxx: string }}
 */
export function neededLibraries(runtime) {
  const modules = [...nativePackages(runtime.kind), KOFFI_BINARY].flatMap((name) => {
    const folder = inRoot('node_modules', name);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.node'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => neededAtRunTime(relative(folder, path), `${process.platform}-${process.arch}`));
  });
  const names = [runtime.executable, ...modules].flatMap((path) => neededVersions(readFileSync(path)));
  return { glibc: highestVersion(names, 'GLIBC'), libstdcxx: highestVersion(names, 'GLIBCXX') };
}
