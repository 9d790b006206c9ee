import { line, type Plant, plant } from './plant.ts';

/** Violations planted in the processes, beside the vault, that sign with an operator's key. */
export const PLANTS_OF_SIGNERS: readonly Plant[] = [
  plant(
    'a token process opens a socket',
    line('electron/token/index.ts', 'node:net'),
    'imports-of-electron-token',
    'vault-never-reaches-outside',
  ),
  plant(
    'a token process knows the vault',
    line('electron/token/index.ts', '../vault/index.ts'),
    'imports-of-electron-token',
  ),
  plant(
    'the vault runs the code of a vendor',
    line('electron/vault/index.ts', 'pkcs11js'),
    'door-of-pkcs11js',
    'imports-of-electron-vault',
  ),
  plant(
    'approvals look at the vault',
    line('electron/approvals/index.ts', '../vault/index.ts'),
    'imports-of-electron-approvals',
    'no-cycles',
  ),
  plant(
    'the trial of displays reads a file',
    {
      ...line('electron/main/index.ts', './displays/displays.ts'),
      ...line('electron/main/displays/displays.ts', 'node:fs'),
    },
    'imports-of-electron-main-displays',
  ),
];
