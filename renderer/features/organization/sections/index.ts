import type { OrganizationSection } from '../../../state/organization-sections.ts';
import type { AnySection } from '../section.ts';
import { apps } from './apps.tsx';
import { factors } from './factors.tsx';
import { features } from './features.tsx';
import { keys } from './keys.tsx';
import { limits } from './limits.tsx';
import { passkeys } from './passkeys.tsx';
import { policies } from './policies.tsx';
import { providers } from './providers.tsx';
import { quorum } from './quorum.tsx';
import { secrets } from './secrets.tsx';
import { sessions } from './sessions.tsx';
import { subOrganizations } from './sub-organizations.tsx';
import { tags } from './tags.tsx';
import { users } from './users.tsx';

/** The declaration of each section. */
export const SECTIONS: Readonly<Record<OrganizationSection, AnySection>> = {
  users,
  tags,
  keys,
  passkeys,
  providers,
  policies,
  limits,
  quorum,
  factors,
  sessions,
  features,
  subOrganizations,
  secrets,
  apps,
};
