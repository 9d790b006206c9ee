import { LIMITS } from '../../../shared/model/index.ts';
import { command } from '../define.ts';
import { PROFILE } from '../options.ts';

export const stamp = command({
  name: 'stamp',
  summary: 'stamps the body on stdin, byte for byte, and prints the header',
  options: {
    profile: PROFILE,
    credential: { hint: 'ID', summary: 'key to stamp with instead of the profile’s own' },
  },
  notes: ['Prints {"header","value"}. Every stamp is in the audit log.'],
  async run({ options }, context) {
    const engine = await context.engine();
    const body = await context.input.readAll(LIMITS.body, 'The body on stdin');
    const profile = engine.profiles.get(options.profile);
    const { name, value } = await engine.requests.stamp(body, { profile, credentialId: options.credential });
    await context.print({ header: name, value });
    return undefined;
  },
});
