import { describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY, PAGE_HEADERS } from '../../../../electron/main/security/csp.ts';

const policy = new Map(
  CONTENT_SECURITY_POLICY.split('; ').map((directive): [string, string[]] => {
    const [name = '', ...values] = directive.split(' ');
    return [name, values];
  }),
);

describe('the content security policy', () => {
  it('names every directive once and allows nothing by default', () => {
    expect(policy.size).toBe(CONTENT_SECURITY_POLICY.split('; ').length);
    expect(policy.get('default-src')).toEqual(["'none'"]);
  });

  it('takes scripts, styles and connections from the page only', () => {
    for (const name of ['script-src', 'style-src', 'font-src', 'connect-src'])
      expect(policy.get(name)).toEqual(["'self'"]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
  });

  it('shuts frames, forms, bases, plug-ins and the script sinks of the DOM', () => {
    for (const name of ['base-uri', 'form-action', 'frame-ancestors', 'object-src'])
      expect(policy.get(name)).toEqual(["'none'"]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  });

  it('gives the page an origin of its own, with scripts and forms and nothing else', () => {
    expect(policy.get('sandbox')).toEqual(['allow-scripts', 'allow-forms']);
    expect(PAGE_HEADERS['Access-Control-Allow-Origin']).toBe('null');
  });

  it('has no loophole anywhere', () => {
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|https?:|blob:|\*|nonce|strict-dynamic/);
  });

  it('goes with every answer', () => expect(PAGE_HEADERS['Content-Security-Policy']).toBe(CONTENT_SECURITY_POLICY));
});
