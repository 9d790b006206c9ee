import { describe, expect, it } from 'vitest';
import { bindImports, changedExports, circleOf } from '../../../scripts/lib/bound-imports.mjs';

describe('what a built file imports from another', () => {
  it('is read once', () => {
    const code = [
      '"use strict";',
      'const require_hash = require("./hash-DIAJFTm8.cjs");',
      'const require_hashes = require("./hashes-B_UfeWlF.cjs");',
      'let node_fs = require("node:fs");',
      'const twice = () => require_hash.t(require_hash.t(require_hashes.$, require_hash.r)) + node_fs.sep;',
    ];
    expect(bindImports(code.join('\n')).split('\n')).toEqual([
      '"use strict";',
      'const { t: require_hash_t, r: require_hash_r } = require("./hash-DIAJFTm8.cjs");',
      'const { $: require_hashes_$ } = require("./hashes-B_UfeWlF.cjs");',
      'let node_fs = require("node:fs");',
      'const twice = () => require_hash_t(require_hash_t(require_hashes_$, require_hash_r)) + node_fs.sep;',
    ]);
  });

  it('is loaded although no part of it is used', () => {
    const code = 'const require_polyfill = require("./polyfill-DIAJFTm8.cjs");';
    expect(bindImports(code)).toBe(code);
  });

  it.for([
    ['count = 1;', true],
    ['function add() {\n\tcount += 1;\n}', true],
    ['function add() {\n\tcount++;\n}', true],
    ['function add() {\n\tcount ??= 1;\n}', true],
    ['function add() {\n\tlet count = 1;\n}', false],
    ['if (count === 1 || count >= 2) other.count = 2;', false],
  ])('must not change: %s', ([use, isChange]) => {
    const code = `var count = 0;\n${use}\nObject.defineProperty(exports, "t", {\n\tenumerable: true,\n\tget: function() {\n\t\treturn count;\n\t}\n});`;
    expect(changedExports(code as string)).toEqual(isChange === true ? ['count'] : []);
    expect(changedExports(`var count = 0;\n${use}`)).toEqual([]);
  });

  it('must be there, so no two files may import each other', () => {
    const imports = (ofHash: string[]) =>
      new Map([
        ['vault.cjs', ['hash.cjs', 'curve.cjs']],
        ['curve.cjs', ['hash.cjs']],
        ['hash.cjs', ofHash],
      ]);
    expect(circleOf(imports([]))).toBeUndefined();
    expect(circleOf(imports(['curve.cjs']))).toEqual(['hash.cjs', 'curve.cjs']);
  });
});
