import { expect, it } from 'vitest';
import { requiredLazily } from '../../../scripts/lib/lazy-files.mjs';

it('a file of a lazy group is required where it is used', () => {
  const code = [
    '"use strict";',
    'const require_code = require("./code-DIAJFTm8.cjs");',
    'const require_codes = require("./codes-B_UfeWlF.cjs");',
    'exports.read = () => require_code.text.slice(require_codes.start);',
  ];
  expect(requiredLazily(code.join('\n'), 'code').split('\n')).toEqual([
    '"use strict";',
    'const require_code = () => require("./code-DIAJFTm8.cjs");',
    'const require_codes = require("./codes-B_UfeWlF.cjs");',
    'exports.read = () => require_code().text.slice(require_codes.start);',
  ]);
});

it('a file that requires no lazy group stays as it is', () => {
  const code = 'const require_codes = require("./codes-B_UfeWlF.cjs");\nexports.start = require_codes.start;';
  expect(requiredLazily(code, 'code')).toBe(code);
});
