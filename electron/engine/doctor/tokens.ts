import type { KnownModule } from '../../../shared/model/index.ts';
import { knownModules } from '../tokens/known-modules.ts';
import type { Check, MachineFacts } from './machine.ts';
import { factOf } from './platforms.ts';

/** Reports whether keys on tokens can be used, and which makers' modules are installed. Loads none of them. */
export function tokensCheck(
  { tokenBinding, platform }: Pick<MachineFacts, 'tokenBinding' | 'platform'>,
  modules: readonly KnownModule[] = knownModules(),
): Check {
  const name = 'Tokens';
  const here =
    modules.length === 0
      ? 'No well-known module is here.'
      : `Installed modules: ${modules.map((module) => `${module.name}, ${module.path}`).join('; ')}.`;
  if (!tokenBinding)
    return {
      name,
      status: 'care',
      finding: `Keys on tokens cannot be used: pkcs11js was not built when Castellan was set up. Everything else works. ${here}`,
      advice: 'For keys on tokens, install a C++ compiler (g++) and set Castellan up again.',
    };
  const { support, text, advice } = factOf('tokens', platform);
  if (support !== 'tested') return { name, status: 'care', finding: `${text} ${here}`, advice };
  return {
    name,
    status: 'ok',
    finding: `Keys on PKCS#11 tokens can be used. ${here}`,
    advice: modules.length === 0 ? 'For a token, install its vendor’s software.' : null,
  };
}
