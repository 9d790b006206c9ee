import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CertificateRefused } from '../../../electron/client/index.ts';
import { createFirstContact } from '../../../electron/main/first-contact.ts';
import type { CertificateFault } from '../../../shared/errors/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NODE = new URL('https://node.test/a');
const OTHER_PORT = new URL('https://node.test:8443/');
const refusal = (fault: CertificateFault) => new CertificateRefused('refused', 'notSent', fault);

/** Exchanges that end on request, in the order in which they began. */
function exchanges() {
  const begun: { readonly name: string; readonly end: (error?: Error) => void }[] = [];
  const named = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ name, end: (error) => (error === undefined ? resolve(name) : reject(error)) });
    });
  const names = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return begun.map(({ name }) => name);
  };
  return { begun, named, names };
}

describe('the first exchange with a host', () => {
  it('goes alone while others wait, at every port', async () => {
    const { begun, named, names } = exchanges();
    const contact = createFirstContact();
    const all = [contact(NODE, named('first')), contact(NODE, named('second')), contact(OTHER_PORT, named('third'))];
    void contact(new URL('https://elsewhere.test'), named('elsewhere'));
    expect(await names()).toEqual(['first', 'elsewhere']);
    begun[0]?.end();
    expect(await names()).toEqual(['first', 'elsewhere', 'second', 'third']);
    void contact(NODE, named('fourth'));
    expect(await names()).toContain('fourth');
    for (const { end } of begun) end();
    expect(await Promise.all(all)).toEqual(['first', 'second', 'third']);
  });

  it('is waited for whatever its result, but not for long', async () => {
    const { begun, named, names } = exchanges();
    const contact = createFirstContact();
    const first = contact(NODE, named('first')).catch(({ message }: Error) => message);
    void contact(NODE, named('second'));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await names()).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await names()).toEqual(['first', 'second']);
    begun[0]?.end(new Error('it hung'));
    expect(await first).toBe('it hung');
  });

  it('is waited for no longer than the caller’s own limit', async () => {
    const { named, names } = exchanges();
    const contact = createFirstContact();
    void contact(NODE, named('first'));
    const waiting = new AbortController();
    void contact(NODE, named('cancelled'), waiting.signal);
    void contact(NODE, named('never waited'), AbortSignal.abort());
    expect(await names()).toEqual(['first', 'never waited']);
    waiting.abort();
    expect(await names()).toEqual(['first', 'never waited', 'cancelled']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is repeated once only for an unknown authority', async () => {
    const contact = createFirstContact();
    const run = vi.fn(async () => 'answered');
    run.mockRejectedValueOnce(refusal('certificate_authority'));
    expect(await contact(NODE, run)).toBe('answered');
    run.mockClear().mockRejectedValue(refusal('certificate_authority'));
    await expect(contact(NODE, run)).rejects.toMatchObject({ fault: 'certificate_authority' });
    expect(run).toHaveBeenCalledTimes(2);
    run.mockClear().mockRejectedValue(refusal('certificate_name'));
    await expect(contact(NODE, run)).rejects.toMatchObject({ fault: 'certificate_name' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not delay requests without TLS', async () => {
    const { named, names } = exchanges();
    const contact = createFirstContact();
    for (const name of ['first', 'second']) void contact(new URL('http://127.0.0.1:1/'), named(name));
    expect(await names()).toEqual(['first', 'second']);
  });
});
