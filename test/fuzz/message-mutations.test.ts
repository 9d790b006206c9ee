import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatsOf } from '../../electron/vault/calls/descriptors/find.ts';
import { readRegistry } from '../../electron/vault/calls/descriptors/registry.ts';
import { RULES } from '../../electron/vault/calls/messages/index.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { describedMessage } from '../meanings/evm-calls.ts';
import { messageOf, OPERATOR, type Typed } from './example-messages.ts';
import { FUZZ_RUNS } from './seed.ts';

/** The texts that an operator reads without opening the list of all fields. */
function read(typed: Typed) {
  const parameters = {
    signWith: OPERATOR,
    payload: JSON.stringify(typed),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  const body = { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', timestampMs: '1', organizationId: 'org', parameters };
  const { judged, headline, decoded, findings } = describeBody(utf8Encode(JSON.stringify(body)));
  const digest = decoded?.fields.at(-1)?.value ?? '';
  return { judged, digest, text: JSON.stringify([headline, decoded?.summary, findings.map(({ text }) => text)]) };
}

type Path = readonly (string | number)[];

/** The places of single values, in lists and structs too. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) =>
    leaves(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((outer, step) => (outer as Record<string | number, unknown>)[step], value);

function changed(value: unknown, [step, ...rest]: Path, to: unknown): unknown {
  if (step === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(copy, { [step]: changed((value as Record<string | number, unknown>)[step], rest, to) });
  return copy;
}

/** Another value of the same kind; `pick` chooses which. */
function another(value: unknown, pick: number): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1 + (pick % 7);
  const text = String(value);
  if (/^0x([0-9a-f]{2})*$/i.test(text)) {
    if (text === '0x') return '0x01';
    const position = 2 + (pick % (text.length - 2));
    const digit = ((Number.parseInt(text[position] ?? '0', 16) + 1 + (pick % 15)) % 16).toString(16);
    return `${text.slice(0, position)}${digit}${text.slice(position + 1)}`.toLowerCase();
  }
  if (/^-?\d+$/.test(text)) return String(BigInt(text) + 1n + BigInt(pick % 1000));
  return `${text}${pick % 10}`;
}

const cases = (all: readonly (readonly [string, Typed])[]) => all.filter(([, typed]) => read(typed).judged === 'whole');

/** A tree of more than two levels holds only more of the same orders. */
const TYPES = [...RULES].filter(([type]) => !type.includes('[2][2][2]'));
const byRule = cases(TYPES.map(([type, rule]) => [`${rule.basis}: ${type.slice(0, 60)}`, messageOf(type, rule)]));
const byDescriptor = cases(
  [...readRegistry()].flatMap(([path, root]) =>
    path.startsWith('registry/') && path.includes('eip712')
      ? Object.keys(formatsOf(root)).flatMap((type) => {
          const begin = type.slice(0, type.indexOf('(') + 1);
          try {
            const made = describedMessage(path.slice('registry/'.length, -'.json'.length), begin);
            return [[path, JSON.parse(String(made.parameters.payload)) as Typed] as const];
          } catch {
            return [];
          }
        })
      : [],
  ),
);

describe('a whole message', () => {
  test('is made for most rules, and for the registry', () => {
    const missing = TYPES.filter(([type, rule]) => read(messageOf(type, rule)).judged !== 'whole');
    // Rules that are blind whatever the message says.
    expect(new Set(missing.map(([, { basis }]) => basis))).toEqual(
      new Set(['Coinbase Smart Wallet', 'Kernel', 'Avocado', 'Hyperliquid']),
    );
    expect(missing.filter(([, { basis }]) => basis === 'Hyperliquid').map(([type]) => type)).toEqual([
      'Agent(string source,bytes32 connectionId)',
    ]);
    expect(byDescriptor.length).toBeGreaterThan(20);
  });

  test.each([
    ['a rule', byRule],
    ['a descriptor', byDescriptor],
  ])('of %s says each value that is signed, or is blind once one is changed', (_of, all) => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), fc.nat(), ([name, typed], place, pick) => {
        const places = leaves({ domain: typed.domain, message: typed.message });
        const path = places[place % places.length] ?? [];
        const other = changed(typed, path, another(at(typed, path), pick)) as Typed;
        const [before, after] = [read(typed), read(other)];
        if (after.judged !== 'whole' || before.digest === after.digest) return;
        expect({ name, path: path.join('.'), isTold: before.text !== after.text }).toMatchObject({ isTold: true });
      }),
      { numRuns: FUZZ_RUNS / 50 },
    );
  });

  test('is not whole with a member more, a member of another type or another name', () => {
    for (const [name, typed] of [...byRule, ...byDescriptor])
      for (const [struct, members] of Object.entries(typed.types)) {
        if (struct === 'EIP712Domain') continue;
        const withTypes = (types: Typed['types'], message = typed.message) => read({ ...typed, types, message });
        const more = { ...typed.types, [struct]: [...members, { name: 'extra', type: 'uint256[]' }] };
        const extended = typed.primaryType === struct ? { ...(typed.message as object), extra: [] } : typed.message;
        expect([name, struct, withTypes(more, extended).judged]).not.toContain('whole');
        members.forEach((member, index) => {
          const type = member.type.startsWith('uint') ? member.type.replace(/^uint\d*/, 'int256') : null;
          if (type === null) return;
          const others = members.map((each, place) => (place === index ? { ...each, type } : each));
          expect([name, member.name, withTypes({ ...typed.types, [struct]: others }).judged]).not.toContain('whole');
        });
      }
  });
});
