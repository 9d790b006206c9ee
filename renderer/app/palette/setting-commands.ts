import { worded } from '../../language/worded.ts';
import { go } from '../../state/route.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../state/settings-sections.ts';
import type { Command } from './command.ts';

/** Further words that find a section of the settings. */
const SECTION_WORDS: Readonly<Partial<Record<SettingsSection, string>>> = {
  Keys: 'api passkey token rotate retire',
  Lock: 'PIN passphrase security key idle time',
  Backup: 'restore copy save',
  Checks: 'doctor machine sandbox',
  Profiles: 'service address connection',
  Network: 'node rpc endpoint',
  'Contracts you described': 'abi descriptor interface',
  Appearance: 'theme rows density shortcuts',
  Notifications: 'alerts announce votes ending keys desktop',
  Updates: 'new release version upgrade',
  About: 'version licences',
};

interface Setting {
  readonly label: string;
  readonly words: string;
}

/** The settings and the acts of each section. The themes are commands of their own. */
const SETTINGS: Readonly<Record<SettingsSection, readonly Setting[]>> = {
  Keys: [
    { label: 'Key on a token', words: 'smart card pkcs11 hsm yubikey add' },
    { label: 'Passkey for signing', words: 'webauthn security key add' },
    { label: 'Rotate key', words: 'replace new register' },
    { label: 'Rename key', words: 'name' },
    { label: 'Retire or destroy key', words: 'delete remove forget' },
  ],
  Lock: [
    { label: 'Idle time', words: 'lock minutes automatically away timeout' },
    { label: 'PIN', words: 'passphrase change set' },
    { label: 'Security key for the vault', words: 'passkey fido unlock touch' },
  ],
  Backup: [
    { label: 'Back up', words: 'write save copy folder' },
    { label: 'Check backup', words: 'verify restore open' },
  ],
  Checks: [{ label: 'Run checks', words: 'doctor sandbox machine again' }],
  Profiles: [
    { label: 'Check connection', words: 'service profile test' },
    { label: 'Address of a service', words: 'change url gateway profile' },
    { label: 'Blind signing', words: 'allow stop undecodable profile permission' },
    { label: 'Ask each time it signs', words: 'PIN touch every signature profile' },
    { label: 'Sign in for reading', words: 'session login email code end profile' },
    { label: 'Remove profile', words: 'delete disconnect service' },
  ],
  Network: [{ label: 'Add node', words: 'rpc electrum endpoint chain url' }],
  'Contracts you described': [{ label: 'Add contract', words: 'describe abi descriptor interface' }],
  Appearance: [
    { label: 'Language', words: 'english deutsch german translation' },
    { label: 'Rows', words: 'density compact comfortable height' },
    { label: 'Single-key shortcuts', words: 'keyboard keys letters' },
  ],
  Notifications: [
    { label: 'Notifications of waiting requests', words: 'alerts inbox votes' },
    { label: 'Notifications of your requests', words: 'alerts completed failed rejected' },
    { label: 'Notifications of ending keys', words: 'alerts expire 30 days api' },
    { label: 'Notifications of missing backups', words: 'alerts new wallets keys' },
    { label: 'Names and amounts in notifications', words: 'alerts details locked screen privacy' },
  ],
  Updates: [{ label: 'Check for updates', words: 'new release version once a day' }],
  About: [{ label: 'Licences', words: 'open source third party' }],
};

/** A command for each section of the settings, and for each setting in it. */
export const SETTING_COMMANDS: readonly Command[] = Object.values(SETTINGS_SECTIONS).flatMap((names) =>
  names.flatMap((name): Command[] => {
    const run = () => go('settings', { section: name.toLowerCase() });
    return [
      {
        id: `settings:${name}`,
        label: `Settings: ${worded(name)}`,
        words: SECTION_WORDS[name] ?? '',
        icon: 'settings',
        run,
      },
      ...SETTINGS[name].map(
        ({ label, words }): Command => ({
          id: `settings:${name}:${label}`,
          label: `Settings: ${label}`,
          words,
          note: worded(name),
          icon: 'settings',
          run,
        }),
      ),
    ];
  }),
);
