import { idFact } from '../../../parts/copy.tsx';
import { asked } from '../../../state/asked.ts';
import { ShortAddress } from '../../../ui/address.tsx';
import { section } from '../section.ts';
import { SubOrganizationFacts } from '../sub-organization-facts.tsx';

interface SubOrganizationRow {
  readonly id: string;
  readonly name: string | null;
}

const NO_NAME = 'Name not known';

export const subOrganizations = section<SubOrganizationRow>({
  name: 'subOrganizations',
  part: 'subOrganizations',
  one: 'sub-organization',
  many: 'sub-organizations',
  columns: [
    { key: 'name', title: 'Name', cell: ({ name }) => name ?? <span className="faint">{NO_NAME}</span> },
    { key: 'id', title: 'Id', soft: true, width: '160px', from: 361, cell: ({ id }) => <ShortAddress text={id} /> },
  ],
  rows: ({ content }) => content.subOrganizations,
  textOf: ({ id, name }) => `${name ?? ''} ${id}`,
  orders: { name: ({ name }) => name },
  inspect: (organization) => ({
    title: organization.name ?? NO_NAME,
    under: 'This organization can read it and change nothing in it.',
    notices: <SubOrganizationFacts id={organization.id} />,
    tables: [{ title: 'Sub-organization', facts: [idFact('Organization id', organization.id)] }],
  }),
  primary: () => ({
    label: 'Create sub-organization',
    asked: asked('Create sub-organization', 'create_sub_organization', {
      values: { rootQuorumThreshold: 1 },
      fixed: ['rootUsers.*.authenticators', 'rootUsers.*.oauthProviders', 'verificationToken', 'clientSignature'],
    }),
  }),
  acts: () => [],
  empty: 'No sub-organizations.',
});
