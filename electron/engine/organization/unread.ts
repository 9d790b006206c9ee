import { ORGANIZATION_PARTS, type OrganizationContent, type ProfileRow } from '../../../shared/model/index.ts';

/** The organization of a profile before its first read. */
export function unreadOrganization({ organizationId, organizationName }: ProfileRow): OrganizationContent {
  const parts = Object.fromEntries(ORGANIZATION_PARTS.map((part) => [part, { readAt: null, problem: null }]));
  return {
    id: organizationId,
    name: organizationName ?? '',
    me: null,
    users: [],
    tags: [],
    policies: [],
    limits: [],
    quorum: null,
    features: [],
    subOrganizations: [],
    sessionProfiles: [],
    secrets: [],
    apps: [],
    factors: [],
    named: [],
    parts: parts as OrganizationContent['parts'],
  };
}
