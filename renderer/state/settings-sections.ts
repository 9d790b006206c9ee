/** The names of the sections of the settings, by group and in their order. Each is the title of its section. */
export const SETTINGS_SECTIONS = {
  Vault: ['Keys', 'Lock', 'Backup', 'Checks'],
  Services: ['Profiles', 'Network', 'Contracts you described'],
  'This window': ['Appearance', 'Notifications', 'Updates', 'About'],
} as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[keyof typeof SETTINGS_SECTIONS][number];
