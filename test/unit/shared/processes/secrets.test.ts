import type { TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { CONTRACT, type Entry, TRUSTED_MESSAGES } from '../../../../shared/ipc/index.ts';
import { CUSTODY_MESSAGES, type MessageTable, VAULT_MESSAGES } from '../../../../shared/processes/index.ts';

/** The names of the byte arrays of one kind anywhere in a schema. An item of a list goes by its list's name. */
function namesOf(kind: 'open' | 'secret', schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { bytes, properties, items, anyOf } = schema as Record<string, unknown>;
  return [
    ...(bytes === kind ? [name] : []),
    ...Object.entries(properties ?? {}).flatMap(([member, node]) => namesOf(kind, node, member)),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((node) => namesOf(kind, node, name)) : []),
    ...namesOf(kind, items, name),
  ];
}

const inTable = (kind: 'open' | 'secret', table: MessageTable) =>
  [
    ...new Set(Object.values(table).flatMap((side) => [...namesOf(kind, side.input), ...namesOf(kind, side.output)])),
  ].sort();

it('all bytes in the vault’s messages are public, sealed, or marked secret', () => {
  expect(inTable('open', VAULT_MESSAGES)).toEqual([
    ...['attestationObject', 'authenticatorData', 'body', 'bodySha256', 'bytes', 'challenge', 'ciphertext'],
    ...[
      'clientDataJson',
      'credentialId',
      'encappedPublic',
      'hash',
      'header',
      'mac',
      'salt',
      'sealTo',
      'sealed',
      'signature',
    ],
    // A key as a backup has it: sealed in the vault under the passphrase of the backup.
    ...['to', 'wrapped'],
  ]);
  expect(inTable('secret', VAULT_MESSAGES)).toEqual([
    'answer',
    'approvalKey',
    'code',
    'filePassphrase',
    'given',
    'header',
    'mnemonic',
    'next',
    'passphrase',
    'privateKey',
    'securityKey',
    'stored',
  ]);
});

it('the local service gets only bytes sealed to its offered key, or a copy of its database', () => {
  expect(inTable('open', CUSTODY_MESSAGES)).toEqual(['bytes', 'ciphertext', 'encappedPublic', 'sealTo']);
  expect(inTable('secret', CUSTODY_MESSAGES)).toEqual([]);
});

it('no secret crosses between the page and main, either way', () => {
  const crossing = ({ kind, ...schemas }: Entry): TSchema[] => Object.values(schemas) as TSchema[];
  const carrying = Object.entries(CONTRACT).flatMap(([group, entries]) =>
    Object.entries<Entry>(entries)
      .filter(([, entry]) => crossing(entry).some((schema) => namesOf('secret', schema).length > 0))
      .map(([name]) => `${group}.${name}`),
  );
  expect(carrying).toEqual([]);
  // The search finds existing secrets: the trusted window's passphrases.
  expect(inTable('secret', { confirm: { input: TRUSTED_MESSAGES.confirm, output: TRUSTED_MESSAGES.refuse } })).toEqual([
    'filePassphrase',
    'passphrase',
  ]);
});
