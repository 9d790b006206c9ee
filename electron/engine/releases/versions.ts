/** Compares semantic versions (semver.org, 11): negative when `one` comes before `other`. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [versionParts(one), versionParts(other)];
  for (const [index, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first.pre === second.pre) return 0;
  if (first.pre === '' || second.pre === '') return first.pre === '' ? 1 : -1;
  return first.pre.localeCompare(second.pre, 'en', { numeric: true });
}

function versionParts(version: string): { readonly numbers: readonly number[]; readonly pre: string } {
  const [core = '', ...rest] = version.split('-');
  return { numbers: core.split('.').map(Number), pre: rest.join('-') };
}
