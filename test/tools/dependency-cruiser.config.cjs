const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { ELECTRON, importRules } = require('../boundaries/import-rules.cjs');

const lock = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8'));

/** `npx depcruise -c test/tools/dependency-cruiser.config.cjs shared electron renderer scripts`, from the top folder. */
module.exports = {
  forbidden: importRules(lock),
  options: {
    // Type-only imports count: a type from the wrong side is the first step of code from the wrong side.
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    builtInModules: { add: ELECTRON },
    // The packages of the keys are followed, so that an outdated one behind them is seen.
    doNotFollow: { path: 'node_modules/(?!@noble|@scure|micro-)' },
    exclude: { path: '^(out|dist|test/output)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
