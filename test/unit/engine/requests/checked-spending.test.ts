import { describe, expect, it } from 'vitest';
import type { GivenConsent } from '../../../../electron/engine/consent/consents.ts';
import { askUntilSame, type SpendingCheck } from '../../../../electron/engine/requests/checked-spending.ts';

/** The state of a chain at several moments, each with what changed before it. */
function checks(...changes: (readonly string[])[]): SpendingCheck {
  const [changed, ...later] = changes;
  return {
    findings: [{ level: 'care', text: `${changes.length} more`, field: null, basis: null }],
    again: async () => (changed === undefined ? null : { changed, check: checks(...later) }),
  };
}

/** Answers each question with a PIN. Records the questions. */
function operator(byCommand?: true) {
  const asked: (readonly string[])[] = [];
  const given: GivenConsent[] = [];
  const ask = async (findings: readonly { readonly text: string }[], changed: readonly string[]) => {
    asked.push([...findings.map(({ text }) => text), ...changed]);
    const consent = { credentialId: 'a', bodySha256: Uint8Array.of(1), passphrase: Uint8Array.of(7), byCommand };
    given.push(consent as GivenConsent);
    return consent as GivenConsent;
  };
  return { ask, asked, given };
}

describe('a question about what a request spends', () => {
  it('is asked again with the change until nothing changed, and only the last answer counts', async () => {
    const { ask, asked, given } = operator();
    const consent = await askUntilSame(checks(['The fee rose.'], ['Nonce 7 was used.']), undefined, ask);
    expect(asked).toEqual([['2 more'], ['1 more', 'The fee rose.'], ['0 more', 'Nonce 7 was used.']]);
    expect(given.map(({ passphrase }) => passphrase?.[0])).toEqual([0, 0, 7]);
    expect(consent).toBe(given[2]);
  });

  it('is asked once without a check, and by a command', async () => {
    const one = operator();
    await askUntilSame(null, undefined, one.ask);
    const other = operator(true);
    await askUntilSame(checks(['The fee rose.']), undefined, other.ask);
    expect([one.asked, other.asked]).toEqual([[[]], [['1 more']]]);
  });

  it('is withdrawn while the chain is read, and the answer is wiped', async () => {
    const { ask, given } = operator();
    const cancelled = new AbortController();
    cancelled.abort();
    await expect(askUntilSame(checks(), cancelled.signal, ask)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(given[0]?.passphrase).toEqual(Uint8Array.of(0));
  });
});
