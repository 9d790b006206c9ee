import type { OrganizationContent } from '../../../shared/model/index.ts';
import { ORGANIZATION_SECTIONS, type OrganizationSection, SECTION_NAMES } from '../../state/organization-sections.ts';
import { beginSectionAct, go, openDialog, selectOrganizationRow, showSection } from '../../state/route.ts';
import type { Command } from './command.ts';

/** The primary action of each section of the organization, and those of the webhooks. */
export const ACT_COMMANDS: readonly Command[] = [
  ...SECTION_NAMES.flatMap((name): Command[] => {
    const { title, act, words } = ORGANIZATION_SECTIONS[name];
    if (act === null) return [];
    const found = `organization new ${title} ${words}`;
    return [
      {
        id: `act:${name}`,
        label: act,
        words: found,
        note: 'Organization',
        icon: 'plus',
        run: () => beginSectionAct(name),
      },
    ];
  }),
  {
    id: 'act:endpoint',
    label: 'Add webhook endpoint',
    words: 'webhooks new receiver events url subscribe create',
    note: 'Webhooks',
    icon: 'plus',
    run: () => {
      go('webhooks');
      openDialog({ name: 'add-endpoint' });
    },
  },
];

interface Named {
  readonly id: string;
  readonly name: string | null;
}

/** Returns the commands that show a user, tag, rule or sub-organization by its name. `content` is null before its read. */
export function memberCommands(content: OrganizationContent | null): readonly Command[] {
  if (content === null) return [];
  const { users, tags, policies, limits, sessionProfiles, subOrganizations } = content;
  const shown = (section: OrganizationSection, note: string, rows: readonly Named[]) =>
    rows.flatMap(({ id, name }): Command[] =>
      name === null
        ? []
        : [
            {
              id: `${section}:${id}`,
              label: name,
              words: id,
              note,
              icon: 'people',
              run: () => {
                showSection(section);
                selectOrganizationRow(id);
                go('organization');
              },
            },
          ],
    );
  return [
    ...shown('users', 'User', users),
    ...shown('tags', 'Tag', tags),
    ...shown('policies', 'Policy', policies),
    ...shown('limits', 'Limit', limits),
    ...shown('sessions', 'Session profile', sessionProfiles),
    ...shown('subOrganizations', 'Sub-organization', subOrganizations),
  ];
}
