import { FAMILIES, PARTS, type Support, SYSTEMS } from '../../electron/engine/doctor/platforms.ts';

const SUPPORT: Readonly<Record<Support, string>> = {
  tested: 'tested',
  expected: 'expected, not tested',
  neverRun: 'never run',
  missing: 'missing',
};

const FAMILY_NAMES = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' } as const;

const PART_NAMES: Readonly<Record<keyof typeof PARTS, string>> = {
  sandbox: 'Sandbox of windows',
  memory: 'Memory protection',
  confinement: 'Confinement of the vault and the service',
  offline: '`--offline`',
  screenLock: 'Lock with the screen',
  keychain: 'Keychain',
  tokens: 'Keys on PKCS#11 tokens',
  stateFolder: 'State folder',
  swap: 'Swap',
};

/** Returns docs/platforms.md: the tables that the doctor and the checks of the window read. */
export function platformsPage(): string {
  const systems = SYSTEMS.map(
    ({ name, processors, support, packages }) =>
      `| ${name} | ${processors.join(', ')} | ${SUPPORT[support]} | ${packages} |`,
  );
  const parts = (Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => {
    const cells = FAMILIES.map((family) => {
      const { support, text } = PARTS[part][family];
      return `${SUPPORT[support]}. ${text}`;
    });
    return `| ${PART_NAMES[part]} | ${cells.join(' | ')} |`;
  });
  return `# Platforms

The tested systems, those that should work, and the missing parts of each. This page is generated from
\`electron/engine/doctor/platforms.ts\`. \`castellan doctor\` and *Settings → Checks* read the same tables and add what they
measure on the machine.

## Systems

| system | processors | state | packages |
|---|---|---|---|
${systems.join('\n')}

- **tested**: the tests run there, and \`npm run package -- --check\` installs, runs, upgrades and purges the package.
- **expected, not tested**: nobody tried it. The package declares both names of the renamed libraries.
- **never run**: nobody started Castellan there. Tests with planted answers of that system are all that ran.
- No kernel with AppArmor and no Wayland compositor without X was tested.
- musl (Alpine) is not supported, because Electron needs glibc.
- The Debian package registers the scheme \`castellan:\`. A link only shows a place in the window, and a web page can open one.
- No package updates itself: a key vault that installs code by itself is an attack path. [Releasing](releasing.md) has the apt
  repository.

## Parts

| part | ${FAMILIES.map((family) => FAMILY_NAMES[family]).join(' | ')} |
|---|${FAMILIES.map(() => '---|').join('')}
${parts.join('\n')}
`;
}
