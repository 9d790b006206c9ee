import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { tableOf } from '../../../../renderer/features/organization/csv.ts';
import { namesIn } from '../../../../renderer/features/organization/names.ts';
import {
  type Line,
  type Look,
  linesOf,
  type SectionAct,
  type SectionRow,
} from '../../../../renderer/features/organization/section.ts';
import { SECTIONS } from '../../../../renderer/features/organization/sections/index.ts';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { valuesOf } from '../../../../renderer/form/values.ts';
import { SECTION_NAMES } from '../../../../renderer/state/organization-sections.ts';
import type { Member } from '../../../../shared/model/index.ts';
import { OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';
import { organization } from '../fixture-organization.ts';

const NOW = Date.UTC(2026, 10, 26, 14, 32);
const content = organization(NOW);
const look: Look = { content, names: namesIn(content), now: NOW };

const rowsIn = (lines: readonly Line<SectionRow>[]) => lines.flatMap((line) => ('row' in line ? [line.row] : []));
const headingsIn = (lines: readonly Line<SectionRow>[]) =>
  lines.flatMap((line) => ('heading' in line ? [line.heading] : []));
const find = (section: keyof typeof SECTIONS, search: string) => linesOf(SECTIONS[section], look, search, null);
const askedIn = (act: SectionAct | undefined) => (act !== undefined && 'asked' in act ? act.asked : undefined);
const nameOf = (row: SectionRow | undefined) => (row as { name?: string } | undefined)?.name;

describe('every section', () => {
  test.each(SECTION_NAMES)('%s finds each of its rows by id, and explains it', (name) => {
    const declared = SECTIONS[name];
    for (const row of declared.rows(look)) {
      expect(rowsIn(find(name, row.id).lines)).toContainEqual(row);
      const { title, tables } = declared.inspect(row, look);
      expect(title).not.toBe('');
      // The id of the row comes last.
      expect(tables.at(-1)?.facts.at(-1)?.label).toMatch(/id$|^Name$/);
    }
  });

  test.each(SECTION_NAMES)('%s is written as CSV with every text that its cells show', (name) => {
    const declared = SECTIONS[name];
    // Main writes these from its own rows.
    if (declared.csv !== undefined) return;
    const { header, rows } = tableOf(declared, look, '', null);
    const shown = rowsIn(find(name, '').lines);
    expect([rows.length, new Set(header).size]).toEqual([shown.length, header.length]);
    for (const [at, row] of shown.entries()) {
      expect(rows[at]).toContain(row.id);
      for (const [place, { cell, title }] of declared.columns.entries()) {
        const text = renderToStaticMarkup(cell(row) as ReactElement).replaceAll(/<[^>]*>/g, '');
        if (text !== '') expect([title, rows[at]?.[place]]).not.toEqual([title, '']);
      }
    }
  });

  test('a file has the rows that a search finds, and all names of a cell with chips', () => {
    const { header, rows } = tableOf(SECTIONS.users, look, 'ada', null);
    const tags = header.indexOf('tags');
    const [ada] = content.users.filter(({ name }) => name.startsWith('Ada'));
    const names = content.tags.filter(({ id }) => ada?.tagIds.includes(id)).map(({ name }) => name);
    expect(rows.map((row) => row[tags])).toEqual([names.join(', ')]);
  });

  test('tags are filtered by their kind', () => {
    const kinds = (search: string) => rowsIn(find('tags', search).lines).map((row) => (row as { kind?: string }).kind);
    expect(new Set(kinds('kind:user '))).toEqual(new Set(['user']));
    expect(kinds('kind:private ').every((kind) => kind === 'private key')).toBe(true);
  });

  test.each(SECTION_NAMES)('%s asks only for declared requests, with declared members', (name) => {
    const declared = SECTIONS[name];
    const primary = declared.primary(look);
    const acts = [
      ...(primary === null ? [] : [primary]),
      ...declared.rows(look).flatMap((row) => declared.acts(row, look)),
    ];
    for (const act of acts) {
      if (!('asked' in act)) continue;
      const { label, asked } = act;
      const operation: Operation | undefined = OPERATIONS[asked.operation as keyof typeof OPERATIONS];
      if (operation?.kind !== 'activity') throw new Error(`${label}: ${asked.operation} is no activity`);
      expect(operation.earlierOf, label).toBeNull();
      const fields = fieldsOf(operation.parameters);
      const members = fields.map((field) => field.name);
      expect(members, label).toEqual(expect.arrayContaining(Object.keys(asked.values)));
      expect(members, label).toEqual(expect.arrayContaining(Object.keys(asked.today)));
      expect(members, label).toEqual(expect.arrayContaining(asked.fixed.map((path) => path.split('.')[0])));
      expect(valuesOf(fields, asked.values), label).toMatchObject({});
    }
  });

  test.each(['users', 'tags', 'keys', 'passkeys', 'policies'] as const)('%s says that a row has no name', (name) => {
    const [row] = SECTIONS[name].rows(look);
    const nameless = { ...row, name: ' ' } as unknown as SectionRow;
    expect(SECTIONS[name].inspect(nameless, look).title).toBe('Without a name');
    const cell = SECTIONS[name].columns[0]?.cell(nameless) as ReactElement;
    expect(renderToStaticMarkup(typeof cell === 'string' ? createElement('p', null, cell) : cell)).toContain(
      'Without a name',
    );
  });

  test.each(SECTION_NAMES)('%s has no lines, and no heading, without rows', (name) => {
    expect(find(name, 'no such row anywhere').lines).toEqual([]);
  });
});

describe('users', () => {
  test('are found by tag, by root and by their keys', () => {
    expect(find('users', 'tag:treasurers ').found).toBe(2);
    expect(find('users', 'root:yes ').found).toBe(3);
    expect(rowsIn(find('users', 'key:none ').lines).map(nameOf)).toEqual(['Lena Fischer']);
    expect(rowsIn(find('users', 'tag:approvers whit').lines).map(nameOf)).toEqual(['Sam Whitaker']);
  });

  test('have the question about their access first', () => {
    const [ada] = SECTIONS.users.rows(look);
    const [first, second] = SECTIONS.users.acts(ada as SectionRow, look);
    expect(first).toEqual({ label: 'Check access', page: { name: 'access', id: ada?.id } });
    expect(second?.label).toBe('Add API key…');
  });

  test('are removed on a page of their own', () => {
    const tom = SECTIONS.users.rows(look).find((row) => nameOf(row) === 'Tom Okafor') as SectionRow;
    const removal = SECTIONS.users.acts(tom, look).find(({ label }) => label === 'Remove user…');
    expect(removal).toMatchObject({ page: { name: 'leaving', id: tom.id } });
  });

  test('are added to a tag that the form chooses', () => {
    const [ada] = SECTIONS.users.rows(look);
    const adding = SECTIONS.users.acts(ada as SectionRow, look).find(({ label }) => label === 'Add to tag…');
    expect(askedIn(adding)).toMatchObject({ operation: 'update_user_tag', values: { addUserIds: [ada?.id] } });
    expect(askedIn(adding)?.fixed).not.toContain('userTagId');
  });
});

describe('API keys', () => {
  test('are grouped by their ends, the next first', () => {
    const { lines, found } = find('keys', '');
    expect(found).toBe(13);
    expect(headingsIn(lines)).toEqual(['In a week or less', 'In 8 to 30 days', 'Later', 'No end']);
    const ends = rowsIn(lines).map((row) => (row as unknown as { words: { text: string; tone: string } }).words);
    expect(ends[0]?.tone).toBe('danger');
    expect(ends[2]).toEqual({ text: 'in 7 days', tone: 'care' });
  });

  test('are filtered by their ends', () => {
    expect(find('keys', 'ends:30 ').found).toBe(6);
    expect(find('keys', 'ends:within-30-days ').found).toBe(6);
    expect(find('keys', 'ends:7 ').found).toBe(3);
    expect(find('keys', 'ends:never ').found).toBe(6);
    expect(find('keys', 'ends:passed ').found).toBe(0);
    expect(find('keys', 'user:payroll ').found).toBe(2);
  });

  test('show their last use on this machine, which no service reports', () => {
    const [ada, ...others] = content.users;
    const [first, second, ...rest] = ada?.keys ?? [];
    const keys = [
      { ...first, usedAt: NOW - 2 * 3_600_000 },
      { ...second, usedAt: null },
      ...rest,
    ] as (typeof content.users)[0]['keys'];
    const here: Look = { ...look, content: { ...content, users: [{ ...ada, keys } as Member, ...others] } };
    const used = (search: string) =>
      rowsIn(linesOf(SECTIONS.keys, here, search, null).lines).map((row) => (row as { used?: string }).used);
    expect(used('used:here ')).toEqual(['here 2 h ago']);
    expect(used('used:never ')).toEqual(['not yet here']);
    expect(used('user:payroll ')).toEqual(['not reported', 'not reported']);
    const said = (search: string) =>
      renderToStaticMarkup(SECTIONS.keys.pinned?.(SECTIONS.keys.rows(here), here, search) as ReactElement);
    expect(said('used:never ')).toContain('The use of 11 keys that are not kept here is not known.');
    expect(said('')).not.toContain('is not known');
  });

  test('are replaced by a key of the same curve and lifetime', () => {
    const replaced = (change: object) => {
      const row = { ...SECTIONS.keys.rows(look)[0], name: 'CI', createdAt: NOW, expiresAt: null, ...change } as never;
      const act = SECTIONS.keys.acts(row, look).find(({ label }) => label === 'Replace key…');
      return askedIn(act)?.values.apiKeys;
    };
    expect(replaced({ type: 'CREDENTIAL_TYPE_API_KEY_ED25519', expiresAt: NOW + 3_600_000 })).toEqual([
      { apiKeyName: 'CI (2)', curveType: 'API_KEY_CURVE_ED25519', expirationSeconds: '3600' },
    ]);
    expect(replaced({ createdAt: null, expiresAt: NOW })).toEqual([
      { apiKeyName: 'CI (2)', curveType: 'API_KEY_CURVE_P256' },
    ]);
    expect(replaced({ type: 'CREDENTIAL_TYPE_LOGIN' })).toEqual([{ apiKeyName: 'CI (2)' }]);
  });
});

describe('TVC apps', () => {
  const labelsIn = (index: number) => {
    const row = SECTIONS.apps.rows(look)[index] as SectionRow;
    return SECTIONS.apps.acts(row, look).map(({ label }) => label);
  };

  test('have a row for each deployment, and one for an app without any', () => {
    expect(SECTIONS.apps.rows(look).map((row) => (row as { state?: string }).state)).toEqual([
      ...['live', 'not live', 'marked for deletion', 'no deployment', 'not read'],
    ]);
    expect(find('apps', 'state:not-live ').found).toBe(1);
  });

  test('offer what the state of a deployment allows', () => {
    const others = ['Deploy app…', 'Create another app…', 'Delete app…'];
    expect(labelsIn(0)).toEqual(others);
    expect(labelsIn(1)).toEqual(['Make live…', 'Delete deployment…', ...others]);
    expect(labelsIn(2)).toEqual(['Restore deployment…', ...others]);
  });

  test('are created before they are deployed', () => {
    expect(askedIn(SECTIONS.apps.primary(look) ?? undefined)?.operation).toBe('create_tvc_deployment');
    const none = { ...look, content: { ...content, apps: [] } };
    expect(askedIn(SECTIONS.apps.primary(none) ?? undefined)?.operation).toBe('create_tvc_app');
  });
});

describe('secrets', () => {
  test('are imported in the trusted window, and deleted by names that the form can add to', () => {
    expect(SECTIONS.secrets.primary(look)).toMatchObject({ dialog: { name: 'import', kind: 'secret' } });
    const [row] = SECTIONS.secrets.rows(look);
    const [exported, act] = SECTIONS.secrets.acts(row as SectionRow, look);
    expect(exported).toMatchObject({ dialog: { name: 'export', of: { kind: 'secret', secrets: [{ id: row?.id }] } } });
    const all = SECTIONS.secrets.rows(look);
    const refusalOf = (number: number) =>
      SECTIONS.secrets.onSelected?.(Array.from({ length: number }, () => all[0] as SectionRow))?.refusal;
    expect([refusalOf(100), refusalOf(101)]).toEqual([null, 'One request exports at most 100 secrets.']);
    expect(SECTIONS.secrets.onSelected?.(all)).toMatchObject({
      dialog: { name: 'export', of: { kind: 'secret', secrets: all } },
    });
    expect(askedIn(act)).toMatchObject({ operation: 'delete_secrets', values: { secretIds: [row?.id] }, fixed: [] });
    expect(find('secrets', 'property:kind=ex ').found).toBe(1);
  });
});

describe('the quorum', () => {
  const pinned = (threshold: number) => {
    const changed: Look = {
      ...look,
      content: { ...content, quorum: { threshold, userIds: content.quorum?.userIds ?? [] } },
    };
    return renderToStaticMarkup(SECTIONS.quorum.pinned?.(SECTIONS.quorum.rows(changed), changed, '') as ReactElement);
  };

  test.each([0, 4])('of %i of 3 votes is said to be out of reach', (threshold) =>
    expect(pinned(threshold)).toContain('The service reports a quorum that nobody can reach'),
  );

  test('that can be reached is stated', () => expect(pinned(3)).toContain('root users can do everything'));
});
