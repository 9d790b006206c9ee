import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { decodedFacts, KnownIds, Value } from '../../../../renderer/meaning/value.tsx';
import { drawingOf } from '../../../../renderer/trusted/drawings.tsx';
import type { AskedProfile } from '../../../../shared/ipc/index.ts';
import type { NamedId } from '../../../../shared/model/index.ts';

const drawn = (named: NamedId) =>
  renderToStaticMarkup(
    createElement(
      KnownIds.Provider,
      { value: new Map([[named.id, named]]) },
      createElement(Value, { text: named.id, kind: 'text' }),
    ),
  );
const profile = (kind: AskedProfile['kind']): AskedProfile => ({
  name: 'desk',
  kind,
  baseUrl: null,
  organizationId: 'o',
  hue: 1,
  organizationName: null,
  blindSigning: false,
});
const move = (kind: AskedProfile['kind'], name: string) =>
  drawingOf({
    kind: 'moveKeys',
    profile: profile(kind),
    to: profile('local'),
    moved: [{ kind: 'wallet', name, addresses: 1 }],
  });

it('a name that another service reported is quoted, and marked as its word', () => {
  const marked = drawn({ id: 'id-1', name: 'Ben” is root', byService: true });
  expect(marked).toContain('“Ben&quot; is root”');
  expect(marked).toContain('the service’s word');
  const own = drawn({ id: 'id-1', name: 'this machine’s vault' });
  expect(own).not.toContain('the service’s word');
  expect(own).not.toContain('“');
});

it('the names of keys to move close no quotation, and are marked for another service', () => {
  const { headline, body } = move('remote', 'Hot” to nobody');
  expect(headline).toBe('Move “Hot" to nobody” to desk');
  const html = renderToStaticMarkup(createElement('div', null, body));
  expect(html).toContain('“Hot&quot; to nobody”, 1 address<');
  expect(html).toContain('The names are the word of the service of desk.');
  expect(renderToStaticMarkup(createElement('div', null, move('local', 'Hot').body))).not.toContain('word of the');
});

it('instructions are counted from 1, and their paths stay those of the standard', () => {
  const field = (name: string) => ({ name, value: '1', kind: 'text' }) as const;
  const facts = decodedFacts(['instructions[0].mint', 'instructions[0].amount', 'instructions[1].data'].map(field));
  expect(facts.map(({ group, label }) => [group, label])).toEqual([
    ['Instruction 1', 'mint'],
    ['Instruction 1', 'amount'],
    [undefined, 'Instruction 2.data'],
  ]);
  expect(facts[2]?.from).toBe('instructions[1].data');
  const [inner] = decodedFacts([field('instructions[2].message.instructions[0].data')]);
  expect(inner?.label).toBe('Instruction 3.message.instruction 1.data');
});

it('a reveal names what it reveals by its name and its id, also where no address was asked for', () => {
  const proof = {
    holds: 'mnemonic',
    expectedAddress: null,
    derivedAddress: null,
    addressFormat: null,
    signerKey: '04ab',
    organizationId: 'o',
  };
  const reveal = (named: NamedId | null) => {
    const { body } = drawingOf({
      kind: 'reveal',
      profile: profile('local'),
      what: 'wallet',
      of: 'wallet-7',
      named,
      proof,
      keptUntil: null,
      place: null,
      problem: null,
      passphrase: 'none',
      called: 'PIN',
      securityKey: 'none',
    } as Parameters<typeof drawingOf>[0]);
    return renderToStaticMarkup(createElement('div', null, body));
  };
  expect(reveal(null)).toMatch(/Wallet<.*?wall.*?et-7/s);
  expect(reveal({ id: 'wallet-7', name: 'Treasury' })).toMatch(/Wallet<.*?>Treasury<.*?wall.*?et-7/s);
  expect(reveal({ id: 'wallet-7', name: 'Treasury' })).not.toContain('the service’s word');
  const other = reveal({ id: 'wallet-7', name: 'Treasury', byService: true });
  expect(other).toMatch(/“Treasury”.*the service’s word.*wall.*?et-7/s);
});

it('the copy of a revealed key is an extra beside its wipe', () => {
  const secret = { kind: 'secret', holds: 'key', what: 'account', of: '0x11', named: null, place: null, sealed: null };
  expect(drawingOf(secret as unknown as Parameters<typeof drawingOf>[0])).toMatchObject({
    no: 'Close and wipe',
    yes: 'Copy key',
    extra: true,
  });
});
