import { describe, expect, it } from 'vitest';
import { lockOutBy } from '../../../../electron/engine/activities/lock-out.ts';

const RULES = [{ cidr: '10.0.0.0/8' }];
const found = (kind: 'local' | 'remote', parameters: object, operation = 'set_ip_allowlist') =>
  lockOutBy({ kind }, { operation, parameters })?.text ?? null;

describe('the finding of an IP allowlist at a service elsewhere', () => {
  it.for([
    ['that takes effect', { rules: RULES }, 'nobody can use the organization from here, nor change the list back.'],
    ['that is only enabled', { enabled: true }, 'nobody can use the organization from here, nor change the list back.'],
    ['of an API key', { publicKey: '02ab', enabled: false, rules: RULES }, 'the key no longer works from here.'],
  ] as const)('says that the own address is not known, for a list %s', ([, parameters, end]) => {
    expect(found('remote', parameters)).toBe(
      `Castellan cannot know the address that the service sees for this machine. If the list leaves it out, ${end}`,
    );
  });

  it('is left out for a disabled list, another request, and the service here, which refuses such a list', () => {
    expect(found('remote', { enabled: false, rules: RULES })).toBeNull();
    expect(found('remote', {}, 'remove_ip_allowlist')).toBeNull();
    expect(found('local', { rules: RULES })).toBeNull();
  });
});
