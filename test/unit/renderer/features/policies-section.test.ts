import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { namesIn } from '../../../../renderer/features/organization/names.ts';
import { policyWords, whatWords } from '../../../../renderer/features/organization/policy-words.ts';
import {
  type Line,
  type Look,
  linesOf,
  type SectionAct,
  type SectionRow,
} from '../../../../renderer/features/organization/section.ts';
import { SECTIONS } from '../../../../renderer/features/organization/sections/index.ts';
import type { OrganizationContent } from '../../../../shared/model/index.ts';
import { organization, TAG_IDS, WALLET_ID } from '../fixture-organization.ts';

const NOW = Date.UTC(2026, 10, 26, 14, 32);
const content = organization(NOW);
const look: Look = { content, names: namesIn(content), now: NOW };
const { names } = look;

const _rowsIn = (lines: readonly Line<SectionRow>[]) => lines.flatMap((line) => ('row' in line ? [line.row] : []));
const headingsIn = (lines: readonly Line<SectionRow>[]) =>
  lines.flatMap((line) => ('heading' in line ? [line.heading] : []));
const find = (section: keyof typeof SECTIONS, search: string) => linesOf(SECTIONS[section], look, search, null);
const _askedIn = (act: SectionAct | undefined) => (act !== undefined && 'asked' in act ? act.asked : undefined);

describe('policies', () => {
  test('stand in the order in which the service decides', () => {
    expect(headingsIn(find('policies', '').lines)).toEqual(['Root quorum', 'Deny', 'Allow', 'Everything else']);
    expect(headingsIn(find('policies', 'small').lines)).toEqual(['Allow']);
    expect(find('policies', 'effect:deny ').found).toBe(2);
  });

  const policy = { effect: 'EFFECT_ALLOW', condition: '', consensus: '', time: '' } as const;

  test.each([
    ['', 'Anyone'],
    [`approvers.any(user, user.tags.contains('${TAG_IDS.approvers}'))`, 'One of the tag Approvers'],
    [`approvers.any(user, user.id == '${content.users[0]?.id}')`, '“Ada Byrne”'],
    [
      `approvers.count() >= 2 && approvers.any(user, user.tags.contains('${TAG_IDS.treasurers}'))`,
      'Two people, among them one of the tag Treasurers',
    ],
  ])('name the people of a consensus: %s', (consensus, text) =>
    expect(policyWords({ ...policy, consensus }, names).who).toEqual({ text, isExact: false }),
  );

  test.each([
    ['', 'Do anything that policies decide'],
    ["activity.resource == 'WALLET' && activity.action == 'CREATE'", 'Create wallets'],
    [`activity.action == 'SIGN' && wallet.id == '${WALLET_ID}'`, 'Sign anything from the wallet “Treasury hot”'],
    ['eth.tx.value <= 10000000000000000000', 'Sign EVM transactions of at most 10 of the chain’s coin'],
    ['eth.tx.chain_id == 137 && eth.tx.value <= 10000000000000000000', 'Sign Polygon transactions of at most 10 POL'],
    ["activity.action != 'EXPORT'", 'Do anything that policies decide, where the action is not “EXPORT”'],
  ])('say what a condition fits: %s', (condition, text) =>
    expect(whatWords(condition, names)).toEqual({ text, isExact: false }),
  );

  test('say whom a denial spares no less', () => {
    const denied = policyWords({ ...policy, effect: 'EFFECT_DENY', condition: "activity.action == 'EXPORT'" }, names);
    expect(denied.who.text).toBe('Everybody');
    expect(denied.what.text).toBe('Export anything');
  });

  test('stand as they are where they are unreadable', () => {
    const condition = 'activity.resource == ';
    expect(whatWords(condition, names)).toEqual({ text: condition, isExact: true });
  });

  const stored = (at: number, change: object) =>
    ({ ...content.policies[at], ...change }) as (typeof content.policies)[0];
  const findings = async (changed: OrganizationContent) => {
    const now: Look = { ...look, content: changed };
    await SECTIONS.policies.prepare?.(changed);
    const rows = SECTIONS.policies.rows(now) as unknown as { id: string; name: string; care: string }[];
    const notices = rows.map((row) => SECTIONS.policies.inspect(row, now).notices);
    return rows.map(({ name, care }, at) => [name, care, renderToStaticMarkup(notices[at] as ReactElement)] as const);
  };
  const caresIn = async (changed: OrganizationContent) =>
    (await findings(changed)).filter(([, care]) => care !== '').map(([name, care]) => `${name}: ${care}`);

  test('show no finding while each does what it says', async () => expect(await caresIn(content)).toEqual([]));

  test('can never match after a user left', async () => {
    const users = content.users.filter(({ name }) => name !== 'Payroll bot');
    expect(await caresIn({ ...content, users })).toEqual(['Odd one: can never match']);
    const [, , , [, , notice] = []] = await findings({ ...content, users });
    expect(notice).toContain('This policy can never match');
    expect(notice).toContain('The organization has no user with the identifier');
    expect(linesOf(SECTIONS.policies, { ...look, content: { ...content, users } }, 'finding:yes ', null).found).toBe(1);
  });

  test('show no finding about people that were not read', async () => {
    const users = { readAt: NOW, problem: 'no permission' };
    expect(await caresIn({ ...content, users: [], parts: { ...content.parts, users } })).toEqual([]);
  });

  test.each([
    [{ condition: 'eth.tx.value > 5 && eth.tx.value < 3' }, 'can never match'],
    [{ condition: '', consensus: '' }, 'always matches'],
    [{ condition: 'true', consensus: '' }, 'always matches'],
    [{ condition: 'true && eth.tx.chain_id == 1' }, 'has a test that always holds'],
    [{ consensus: `approvers.any(user, user.tags.contains('${WALLET_ID}'))` }, 'names what does not exist'],
  ])('have a finding: %j', async (change, words) => {
    const policies = [stored(1, { ...change, name: 'Changed' })];
    expect(await caresIn({ ...content, policies })).toEqual([`Changed: ${words}`]);
  });

  test('have no finding about a denial of everybody', async () => {
    const denial = {
      name: 'No exports',
      effect: 'EFFECT_DENY',
      condition: "activity.action == 'EXPORT'",
      consensus: 'true',
    };
    const quorum = { userIds: content.users.slice(0, 2).map(({ id }) => id), threshold: 2 };
    expect(await caresIn({ ...content, quorum, policies: [stored(1, denial)] })).toEqual([]);
  });

  test('are covered by a wider one', async () => {
    const policies = [
      stored(1, { name: 'Wide', condition: 'eth.tx.chain_id == 1' }),
      stored(2, {
        name: 'Narrow',
        condition: 'eth.tx.chain_id == 1 && eth.tx.value < 3',
        consensus: content.policies[1]?.consensus,
      }),
    ];
    const [wide, narrow] = await findings({ ...content, policies });
    expect(wide?.[1]).toBe('');
    expect(narrow?.[1]).toBe('is covered by another');
    expect(narrow?.[2]).toContain('The policy “Wide” already allows everything that this one allows.');
  });

  test('say that their effect is not known', async () => {
    const changed = {
      ...content,
      policies: [stored(1, { effect: 'EFFECT_DENY', unknownEffect: 'EFFECT_\u202ePERHAPS' })],
    };
    const [[, care, notice] = []] = await findings(changed);
    expect(care).toBe('has an unknown effect');
    expect(notice).toContain('PERHAPS');
    expect(notice).not.toContain('\u202e');
    const [row] = SECTIONS.policies.rows({ ...look, content: changed });
    expect(SECTIONS.policies.inspect(row as SectionRow, look).under).not.toContain('Denies');
  });

  test('are judged once for a list, and show nothing before', async () => {
    const changed = { ...content, policies: [stored(1, { condition: '', consensus: '' })] };
    expect((SECTIONS.policies.rows({ ...look, content: changed }) as unknown as { care: string }[])[0]?.care).toBe('');
    await SECTIONS.policies.prepare?.(changed);
    const again = structuredClone(changed);
    await SECTIONS.policies.prepare?.(again);
    expect((SECTIONS.policies.rows({ ...look, content: again }) as unknown as { care: string }[])[0]?.care).toBe(
      'always matches',
    );
  });
});
