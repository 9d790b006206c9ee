import { describe, expect, it } from 'vitest';
import { readLazily, textOf } from '../../../scripts/lib/lazy-files.mjs';

describe('a file of text', () => {
  it('is read where it is used', () => {
    const code = [
      '"use strict";',
      'const require_code = require("./code-DIAJFTm8.cjs");',
      'const require_codes = require("./codes-B_UfeWlF.cjs");',
      'exports.read = () => require_code.t.slice(require_codes.start);',
    ];
    expect(readLazily(code.join('\n'), 'code').split('\n')).toEqual([
      '"use strict";',
      'const require_code = () => require("./code-DIAJFTm8.txt");',
      'const require_codes = require("./codes-B_UfeWlF.cjs");',
      'exports.read = () => require_code().slice(require_codes.start);',
    ]);
  });

  it('changes no file that does not use it', () => {
    const code = 'const require_codes = require("./codes-B_UfeWlF.cjs");\nexports.start = require_codes.start;';
    expect(readLazily(code, 'code')).toBe(code);
  });

  it('is the text of one module', () => {
    const built = (text: string) =>
      `"use strict";\n// code.ts\nvar code_default = ${text};\nObject.defineProperty(exports, "t", {});`;
    expect(textOf(built('"data:,a"'))).toBe('data:,a');
    expect(() => textOf(built('"a" + "b"'))).toThrow();
    expect(() => textOf(built('"a\\n"'))).toThrow();
  });
});
