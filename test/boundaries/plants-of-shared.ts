import { line, type Plant, plant } from './plant.ts';

/** Violations planted in code that runs anywhere. */
export const PLANTS_OF_SHARED: readonly Plant[] = [
  plant('what finds secrets reads a file', line('shared/secrets/index.ts', 'node:fs'), 'imports-of-shared-secrets'),
  plant('words read a file', line('shared/words/index.ts', 'node:fs'), 'imports-of-shared-words'),
  plant('what opens a reveal writes it down', line('shared/reveal/index.ts', 'node:fs'), 'imports-of-shared-reveal'),
  plant('what judges addresses asks', line('shared/network/index.ts', 'node:dns'), 'imports-of-shared-network'),
  plant(
    'errors build on a package',
    line('shared/errors/index.ts', 'typebox'),
    'imports-of-shared-errors',
    'preload-carries-no-schemas',
  ),
  plant(
    'a model reads a file',
    line('shared/model/index.ts', 'node:fs'),
    'imports-of-shared-model',
    'page-never-reaches-the-machine',
    'vault-never-reaches-outside',
  ),
  plant(
    'a type of the page in shared',
    { 'shared/model/rows.ts': "import type { Row } from '../../renderer/ui/button.tsx';\nexport type Same = Row;\n" },
    'imports-of-shared-model',
  ),
  plant('wire knows operations', line('shared/wire/index.ts', '../operations/index.ts'), 'imports-of-shared-wire'),
  plant(
    'a policy is checked by a file of the machine',
    line('shared/policy-language/index.ts', 'node:fs'),
    'imports-of-shared-policy-language',
  ),
  plant('an operation encodes', line('shared/operations/index.ts', '../wire/index.ts'), 'imports-of-shared-operations'),
  plant(
    'the contract knows the vault',
    line('shared/ipc/index.ts', '../processes/index.ts'),
    'imports-of-shared-ipc',
    'page-never-reaches-the-machine',
  ),
  plant(
    'vault messages know the window',
    line('shared/processes/index.ts', '../ipc/index.ts'),
    'imports-of-shared-processes',
  ),
];
