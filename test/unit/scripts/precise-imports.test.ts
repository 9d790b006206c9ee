import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { preciseImports } from '../../../scripts/lib/precise-imports.mjs';
import { temporaryFolder } from './temporary-folder.ts';

/** Runs the plugin on a module beside the files of a small library. */
function transformed(code: string, files: Readonly<Record<string, string>>): { code: string; folder: string } | null {
  const folder = join(temporaryFolder(), 'shared');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'library', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'library', name), text);
  }
  const plugin = preciseImports() as unknown as {
    transform(code: string, id: string): { code: string } | null;
  };
  const result = plugin.transform(code, join(folder, 'program.ts'));
  return result === null ? null : { code: result.code, folder };
}

const at = (folder: string, name: string) => JSON.stringify(join(folder, 'library', name));

describe('imports of a program', () => {
  it('name the module that declares each name, through every index', () => {
    const files = {
      'index.ts': `export { one, type Two as Second, two as second } from './numbers/index.ts';\nexport * from './words.ts';\nexport const own = 1;\n`,
      'numbers/index.ts': `export {\n  one,\n  type Two,\n  two,\n} from './numbers.ts';\n`,
      'numbers/numbers.ts': 'export const one = 1;\nexport function two() {}\n',
      'words.ts': `export async function word() {}\nexport { other } from './others.ts';\n`,
      'others.ts': 'export class other {}\n',
    };
    const made = transformed(
      `import { one, second as theSecond, type Second, own, word, other } from './library/index.ts';\none();\n`,
      files,
    );
    const folder = made?.folder ?? '';
    expect(made?.code).toBe(
      [
        `import { one as one } from ${at(folder, 'numbers/numbers.ts')};`,
        `import { two as theSecond } from ${at(folder, 'numbers/numbers.ts')};`,
        `import { own as own } from ${at(folder, 'index.ts')};`,
        `import { word as word } from ${at(folder, 'words.ts')};`,
        `import { other as other } from ${at(folder, 'others.ts')};\none();\n`,
      ].join(' '),
    );
  });

  it('that it passes on name that module too', () => {
    const made = transformed(`export { one, type Two } from './library/index.ts';\n`, {
      'index.ts': `export * from './numbers.ts';\n`,
      'numbers.ts': 'export const one = 1;\nexport type Two = 2;\n',
    });
    expect(made?.code).toBe(`export { one as one } from ${at(made?.folder ?? '', 'numbers.ts')};\n`);
  });

  it('leave a name that a package declares at the module that imports it', () => {
    const made = transformed(`import { scrypt } from './library/index.ts';\n`, {
      'index.ts': `export { scrypt } from './native.ts';\n`,
      'native.ts': `export { scrypt } from 'node:crypto';\n`,
    });
    expect(made?.code).toBe(`import { scrypt as scrypt } from ${at(made?.folder ?? '', 'native.ts')};\n`);
  });

  it('take names of TypeBox instead of all of it', () => {
    const made = transformed(`import Type, { type Static } from 'typebox';\nimport Value from 'typebox/value';\n`, {});
    expect(made?.code).toBe(`import * as Type from 'typebox';\nimport * as Value from 'typebox/value';\n`);
  });

  it('stay as they are elsewhere', () => {
    expect(
      transformed(`import type { One } from './library/index.ts';\nimport { two } from './two.ts';\n`, {}),
    ).toBeNull();
    const plugin = preciseImports() as unknown as { transform(code: string, id: string): unknown };
    expect(plugin.transform(`import Type from 'typebox';\n`, '/somewhere/program.ts')).toBeNull();
  });
});
