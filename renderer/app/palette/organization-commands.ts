import { ORGANIZATION_SECTIONS, SECTION_NAMES } from '../../state/organization-sections.ts';
import { beginSectionAct, go, openDialog } from '../../state/route.ts';
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
