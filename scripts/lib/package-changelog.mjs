import { MAINTAINER } from './package-identity.mjs';
import { SetupProblem } from './problem.mjs';

/**
 * One version in CHANGELOG.md.
 * @typedef {object} Release
 * @property {string} version
 * @property {string} date `2026-11-26`.
 * @property {string[]} changes
 */

/**
 * Reads CHANGELOG.md (keepachangelog.com), the newest version first.
 * @param {string} text
 * @returns {Release[]}
 */
export function readChangelog(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, version, date] = /^\[([^\]]+)\] - (\d{4}-\d{2}-\d{2})$/m.exec(section.split('\n')[0] ?? '') ?? [];
      if (version === undefined || date === undefined) return [];
      const changes = section.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
      return [{ version, date, changes }];
    });
}

/**
 * Returns the versions up to the packaged one.
 * @param {Release[]} releases
 * @param {string} version
 * @returns {Release[]}
 * @throws {SetupProblem} when CHANGELOG.md does not name the version
 */
export function releasesUpTo(releases, version) {
  const index = releases.findIndex((release) => release.version === version);
  if (index !== -1) return releases.slice(index);
  throw new SetupProblem(`CHANGELOG.md has no dated section for version ${version}, so nothing was packaged.`, [
    `Add “## [${version}] - YYYY-MM-DD” with its changes, and commit it.`,
  ]);
}

/**
 * Returns the changelog in Debian's form (deb-changelog(5)).
 * @param {Release[]} releases the newest first.
 * @param {import('./package-identity.mjs').Identity} identity of the newest
 */
export function debianChangelog(releases, { name, debian }) {
  const entries = releases.map(({ version, date, changes }, index) => {
    const shown = index === 0 ? debian : version.replaceAll('-', '~');
    const lines = changes.flatMap((change) => wrap(change));
    const time = new Date(`${date}T00:00:00Z`).toUTCString().replace('GMT', '+0000');
    return `${name} (${shown}) stable; urgency=medium\n\n${lines.join('\n')}\n\n -- ${MAINTAINER}  ${time}\n`;
  });
  return entries.join('\n');
}

/** Returns the releases for AppStream metadata. @param {Release[]} releases */
export const appstreamReleases = (releases) =>
  releases.map(({ version, date }) => `    <release version="${version}" date="${date}" />`).join('\n');

/** One change as lines of at most 80 columns. @param {string} text @returns {string[]} */
function wrap(text) {
  const lines = [];
  let line = '  *';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > 80) {
      lines.push(line);
      line = '   ';
    }
    line = `${line} ${word}`;
  }
  return [...lines, line];
}
