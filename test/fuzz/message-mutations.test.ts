import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatsOf } from '../../electron/vault/calls/descriptors/find.ts';
import { readRegistry } from '../../electron/vault/calls/descriptors/registry.ts';
import { RULES } from '../../electron/vault/calls/messages/index.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { describedMessage } from '../meanings/evm-calls.ts';
import { messageOf, OPERATOR, type Typed } from './example-messages.ts';
import { fuzzRuns } from './seed.ts';

/** The texts that an operator reads without opening the list of all fields. */
function read(typed: Typed) {
  const parameters = {
    signWith: OPERATOR,
    payload: JSON.stringify(typed),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  const body = {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    timestampMs: '1',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    parameters,
  };
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

describe('a completely explained message', () => {
  test('exists for most rules and for the registry', () => {
    const missing = TYPES.filter(([type, rule]) => read(messageOf(type, rule)).judged !== 'whole');
    // Rules that are blind whatever the message says.
    expect(new Set(missing.map(([, { basis }]) => basis))).toEqual(
      new Set(['Coinbase Smart Wallet', 'Kernel', 'Avocado', 'Hyperliquid']),
    );
    expect(missing.filter(([, { basis }]) => basis === 'Hyperliquid').map(([type]) => type)).toEqual([
      'HyperliquidTransaction:SendMultiSig(string hyperliquidChain,bytes32 multiSigActionHash,uint64 nonce)',
      'HyperliquidTransaction:SendMultiSig(string hyperliquidChain,address payloadMultiSigUser,address outerSigner,bytes32 multiSigActionHash,uint64 nonce)',
      'Agent(string source,bytes32 connectionId)',
    ]);
    expect(byDescriptor.length).toBeGreaterThan(20);
  });

  test.each([
    ['a rule', byRule],
    ['a descriptor', byDescriptor],
  ])('of %s shows each signed value, and a change of one shows or is blind', (_of, all) => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), fc.nat(), ([name, typed], place, pick) => {
        const places = leaves({ domain: typed.domain, message: typed.message });
        const path = places[place % places.length] ?? [];
        const other = changed(typed, path, another(at(typed, path), pick)) as Typed;
        const [before, after] = [read(typed), read(other)];
        if (after.judged !== 'whole' || before.digest === after.digest) return;
        expect({ name, path: path.join('.'), isShown: before.text !== after.text }).toMatchObject({ isShown: true });
      }),
      { numRuns: fuzzRuns(50) },
    );
  });

  test('is not completely explained with an extra member', () => {
    for (const [name, typed] of [...byRule, ...byDescriptor])
      for (const [struct, members] of Object.entries(typed.types)) {
        if (struct === 'EIP712Domain') continue;
        const types = { ...typed.types, [struct]: [...members, { name: 'extra', type: 'uint256[]' }] };
        const message = typed.primaryType === struct ? { ...(typed.message as object), extra: [] } : typed.message;
        expect([name, struct, read({ ...typed, types, message }).judged]).not.toContain('whole');
      }
  });

  test.each([
    ['a member of another type', retyped],
    ['a member of another name', renamed],
    ['members in another order', reordered],
    ['a struct of another name', restructured],
  ])('is not completely explained with %s', (_what, change) => {
    for (const [name, typed] of [...byRule, ...byDescriptor])
      for (const other of change(typed)) expect([name, read(other).judged]).not.toContain('whole');
  });
});

type Types = Typed['types'];

/** The message with each of its structs changed by `change`, where that gives something else. The domain stays. */
function changes(typed: Typed, change: (members: Types[string], index: number) => Types[string] | null): Typed[] {
  return Object.entries(typed.types).flatMap(([struct, members]) =>
    struct === 'EIP712Domain'
      ? []
      : members.flatMap((_, index) => {
          const other = change(members, index);
          return other === null ? [] : [{ ...typed, types: { ...typed.types, [struct]: other } }];
        }),
  );
}

/** Types that take the same values as JSON writes them. */
const SAME_VALUES: Readonly<Record<string, string>> = {
  address: 'bytes20',
  bytes: 'string',
  bytes32: 'bytes',
  string: 'string[]',
  bool: 'bool[]',
};

function retyped(typed: Typed): Typed[] {
  return changes(typed, (members, place) =>
    members.map((member, index) => {
      if (index !== place) return member;
      const { type } = member;
      const number = /^(u?)int(\d*)(.*)$/.exec(type);
      const other =
        number === null ? (SAME_VALUES[type] ?? `${type}[]`) : `${number[1] === 'u' ? '' : 'u'}int256${number[3]}`;
      return { ...member, type: other };
    }),
  );
}

/** Each name of a member, in all structs that have it and in the values. */
function renamed(typed: Typed): Typed[] {
  const structs = Object.entries(typed.types).filter(([struct]) => struct !== 'EIP712Domain');
  const names = new Set(structs.flatMap(([, members]) => members.map(({ name }) => name)));
  return [...names].map((old) => {
    const named = (name: string) => (name === old ? `${name}_` : name);
    const types = structs.map(([struct, members]) => [
      struct,
      members.map((member) => ({ ...member, name: named(member.name) })),
    ]);
    return {
      ...typed,
      types: { ...typed.types, ...Object.fromEntries(types) },
      message: withNames(typed.message, named),
    };
  });
}

function withNames(value: unknown, named: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withNames(each, named));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [named(name), withNames(each, named)]));
}

function reordered(typed: Typed): Typed[] {
  return changes(typed, (members, place) => {
    const [one, next] = [members[place], members[place + 1]];
    return one === undefined || next === undefined ? null : members.with(place, next).with(place + 1, one);
  });
}

function restructured(typed: Typed): Typed[] {
  return Object.keys(typed.types)
    .filter((struct) => struct !== 'EIP712Domain')
    .map((struct) => {
      const named = (name: string) => (name === struct ? `${struct}_` : name);
      const types = Object.fromEntries(
        Object.entries(typed.types).map(([name, members]) => [
          named(name),
          members.map((member) => ({
            ...member,
            type: member.type.replace(/^[^[]+/, named),
          })),
        ]),
      );
      return { ...typed, types, primaryType: named(typed.primaryType) };
    });
}
