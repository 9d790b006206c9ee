import { describe, expect, it } from 'vitest';
import { commandsFor } from '../../../../renderer/app/palette/commands.ts';
import { OPERATION_COMMANDS } from '../../../../renderer/app/palette/operation-commands.ts';
import { memberCommands } from '../../../../renderer/app/palette/organization-commands.ts';
import { activityCommand } from '../../../../renderer/app/palette/row-commands.ts';
import { namesIn } from '../../../../renderer/features/organization/names.ts';
import { SECTIONS } from '../../../../renderer/features/organization/sections/index.ts';
import { ORGANIZATION_SECTIONS, SECTION_NAMES } from '../../../../renderer/state/organization-sections.ts';
import { useRoute } from '../../../../renderer/state/route.ts';
import { ranked } from '../../../../renderer/words/match.ts';
import { Preferences } from '../../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import { activity } from '../fixture-data.ts';
import { organization } from '../fixture-organization.ts';

const commands = commandsFor({ profiles: [], account: null, isOffline: false, waiting: {} });
const labels = (typed: string) =>
  [...ranked(typed, commands), ...ranked(typed, OPERATION_COMMANDS)].map((one) => one.label);

describe('the palette', () => {
  it.each([
    [[], false, true],
    [[], true, false],
    [[{ kind: 'remote' }], false, true],
    [[{ kind: 'remote' }, { kind: 'local' }], false, false],
  ])(
    'offers the vault on this machine where there is none and its service can run (%j, offline: %s)',
    (profiles, isOffline, offers) => {
      const found = commandsFor({ profiles: profiles as ProfileRow[], account: null, isOffline, waiting: {} });
      expect(found.some(({ id }) => id === 'vault')).toBe(offers);
    },
  );

  it.each([
    ['policies', 'Policies'],
    ['policy', 'Write policy'],
    ['webhook', 'Webhook bench'],
    ['send', 'Send a payment'],
    ['broadcast', 'Send a payment'],
    ['usdc', 'Send a payment'],
    ['batch', 'Send a payment'],
    ['backup', 'Settings: Backup'],
    ['restore', 'Settings: Backup'],
    ['import', 'Import wallet, private key or secret'],
    ['vote', 'Go to inbox'],
    ['approve', 'Go to inbox'],
    ['mfa', 'Second factors'],
    ['quorum', 'Quorum'],
    ['receive', 'Receive with an account'],
    ['deposit', 'Receive with an account'],
    ['qr', 'Receive with an account'],
    ['node', 'Settings: Add node'],
    ['rpc', 'Settings: Add node'],
    ['language', 'Settings: Language'],
    ['deutsch', 'Settings: Language'],
    ['compact', 'Settings: Rows'],
    ['single-key', 'Settings: Single-key shortcuts'],
    ['idle', 'Settings: Idle time'],
    ['smart card', 'Settings: Key on a token'],
    ['rotate key', 'Settings: Rotate key'],
    ['blind signing', 'Settings: Blind signing'],
    ['sign in for reading', 'Settings: Sign in for reading'],
    ['locked screen', 'Settings: Names and amounts in notifications'],
    ['run checks', 'Settings: Run checks'],
    ['check access', 'Check access'],
    ['who may', 'Check access'],
    ['limit', 'Limits'],
    ['theme', 'Use the light theme'],
    ['update', 'Settings: Updates'],
    ['offline', 'Go to offline station'],
    ['create policy', 'Create policy'],
    ['write policy', 'Write policy'],
    ['new limit', 'Create limit'],
    ['add user', 'Add user'],
    ['add endpoint', 'Add webhook endpoint'],
    ['delete wallets', 'Delete wallets'],
    ['whoami', 'Who am I'],
  ])('finds for “%s” first: %s', (typed, label) => expect(labels(typed)[0]).toBe(label));

  it('has the primary action of each section by its name, and begins it there', () => {
    const look = { content: organization(0), names: namesIn(organization(0)), now: 0 };
    for (const name of SECTION_NAMES) {
      const { act } = ORGANIZATION_SECTIONS[name];
      const label = SECTIONS[name].primary(look)?.label ?? '';
      if (act !== null) expect(act.replace(' OAuth', ''), name).toContain(label.replace('profile', ''));
      const command = commands.find(({ id }) => id === `act:${name}`);
      expect(command?.label ?? null, name).toBe(act);
      command?.run();
      if (act !== null)
        expect(useRoute.getState()).toMatchObject({
          place: 'organization',
          organizationSection: name,
          isActWanted: true,
        });
    }
  });

  it('reaches every setting, and shows its section', () => {
    for (const { id, run } of commands.filter(({ id }) => id.startsWith('settings:'))) {
      run();
      const section = id.split(':')[1]?.toLowerCase() ?? '';
      expect(useRoute.getState(), id).toMatchObject({ place: 'settings', section });
    }
  });

  it('has a setting for each kind of notification and for each preference', () => {
    const ofNotices = commands.filter(({ id }) => id.startsWith('settings:Notifications:'));
    expect(ofNotices).toHaveLength(Object.keys(Preferences.properties.notices.properties).length);
    const ofAppearance = commands.filter(({ id }) => id.startsWith('settings:Appearance:')).map(({ label }) => label);
    expect(ofAppearance.toSorted()).toEqual([
      ...['Settings: Language', 'Settings: Rows', 'Settings: Single-key shortcuts'],
    ]);
  });

  it('reaches every operation, and shows its form', () => {
    const creation = OPERATION_COMMANDS.find(({ id }) => id === 'operation:create_policy');
    creation?.run();
    expect(useRoute.getState()).toMatchObject({ place: 'operations', operation: 'create_policy' });
  });
});

describe('the organization in the palette', () => {
  const content = organization(Date.UTC(2026, 10, 26));

  it('is found by the names of its users, tags, rules and sub-organizations', () => {
    const members = memberCommands({ ...content, subOrganizations: [{ id: 'desk', name: 'Customer 1' }] });
    const [user] = ranked('marek', members);
    expect(user).toMatchObject({ label: 'Marek Novák', note: 'User' });
    user?.run();
    expect(useRoute.getState()).toMatchObject({ place: 'organization', organizationSection: 'users' });
    expect(user?.id).toBe(`users:${useRoute.getState().organizationRow}`);
    expect(ranked('customer', members)).toMatchObject([{ label: 'Customer 1', note: 'Sub-organization' }]);
    expect(memberCommands(null)).toEqual([]);
  });

  it('names who asked for an activity, and repeats no text of the request', () => {
    const row = { ...activity(1, 0), summary: '9b39c15e-0000 · oauthProviders: 1', words: null };
    expect(activityCommand({ ...row, askedBy: { userId: 'x', name: 'Ada Byrne' } }).note).toBe('Ada Byrne');
    expect(activityCommand({ ...row, askedBy: null })).not.toHaveProperty('note');
  });
});
