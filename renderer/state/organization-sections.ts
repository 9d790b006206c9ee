/** The sections of the place Organization by group, in their order. */
export const ORGANIZATION_GROUPS = {
  People: ['users', 'tags', 'keys', 'passkeys', 'providers'],
  Rules: ['policies', 'limits', 'quorum', 'factors', 'sessions', 'features'],
  More: ['subOrganizations', 'secrets', 'apps'],
} as const;

export type OrganizationSection = (typeof ORGANIZATION_GROUPS)[keyof typeof ORGANIZATION_GROUPS][number];

/**
 * The name of each section, the name of its primary action in the command palette, and further words that find it there.
 * The action is null where another command has it.
 */
export const ORGANIZATION_SECTIONS: Readonly<
  Record<OrganizationSection, { readonly title: string; readonly act: string | null; readonly words: string }>
> = {
  users: { title: 'Users', act: 'Add user', words: 'people members team programs add user remove' },
  tags: { title: 'Tags', act: 'Create tag', words: 'groups roles user tag' },
  keys: { title: 'API keys', act: 'Add API key', words: 'expire end rotate replace credentials programs' },
  passkeys: { title: 'Passkeys', act: 'Add passkey', words: 'authenticators security keys webauthn' },
  providers: { title: 'OAuth providers', act: 'Add OAuth provider', words: 'login google oidc identity' },
  policies: { title: 'Policies', act: 'Write policy', words: 'rules allow deny consensus condition policy' },
  limits: { title: 'Limits', act: 'Create limit', words: 'velocity controls spending over time daily used remaining' },
  quorum: { title: 'Quorum', act: 'Change quorum', words: 'root users threshold votes' },
  factors: { title: 'Second factors', act: 'Require second factor', words: 'mfa multi-factor authentication' },
  sessions: { title: 'Session profiles', act: 'Create session profile', words: 'login lifetime limits' },
  features: { title: 'Features', act: 'Turn on feature', words: 'configuration email sms recovery origins' },
  subOrganizations: { title: 'Sub-organizations', act: 'Create sub-organization', words: 'customers tenants suborgs' },
  secrets: { title: 'Secrets', act: 'Import secret', words: 'import stored passwords tokens exchange keys' },
  apps: { title: 'TVC apps', act: null, words: 'verifiable applications deployments enclave deploy' },
};

/** The names of the sections in their order. */
export const SECTION_NAMES: readonly OrganizationSection[] = Object.values(ORGANIZATION_GROUPS).flat();
