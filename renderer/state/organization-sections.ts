/** The sections of the place Organization by group, in their order. */
export const ORGANIZATION_GROUPS = {
  People: ['users', 'tags', 'keys', 'passkeys', 'providers'],
  Rules: ['policies', 'limits', 'quorum', 'factors', 'sessions', 'features'],
  More: ['subOrganizations', 'secrets', 'apps'],
} as const;

export type OrganizationSection = (typeof ORGANIZATION_GROUPS)[keyof typeof ORGANIZATION_GROUPS][number];

/** The name of each section, and further words that find it in the command palette. */
export const ORGANIZATION_SECTIONS: Readonly<
  Record<OrganizationSection, { readonly title: string; readonly words: string }>
> = {
  users: { title: 'Users', words: 'people members team programs add user remove' },
  tags: { title: 'Tags', words: 'groups roles user tag' },
  keys: { title: 'API keys', words: 'expire end rotate replace credentials programs' },
  passkeys: { title: 'Passkeys', words: 'authenticators security keys webauthn' },
  providers: { title: 'OAuth providers', words: 'login google oidc identity' },
  policies: { title: 'Policies', words: 'rules allow deny consensus condition policy' },
  limits: { title: 'Limits', words: 'velocity controls spending over time daily used remaining' },
  quorum: { title: 'Quorum', words: 'root users threshold votes' },
  factors: { title: 'Second factors', words: 'mfa multi-factor authentication' },
  sessions: { title: 'Session profiles', words: 'login lifetime limits' },
  features: { title: 'Features', words: 'configuration email sms recovery origins' },
  subOrganizations: { title: 'Sub-organizations', words: 'customers tenants suborgs' },
  secrets: { title: 'Secrets', words: 'import stored passwords tokens exchange keys' },
  apps: { title: 'TVC apps', words: 'verifiable applications deployments enclave deploy' },
};

/** The names of the sections in their order. */
export const SECTION_NAMES: readonly OrganizationSection[] = Object.values(ORGANIZATION_GROUPS).flat();
