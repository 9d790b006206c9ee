import { call } from '../bridge.ts';

/** The view to show once a profile is the current one. A change of profile clears the view, so it is shown afterwards. */
let wanted: { readonly profile: string; readonly show: () => void } | null = null;

/** Switches to a profile, and shows something of it. Throws the error of the switch, after which nothing is shown. */
export async function switchAndShow(profile: string, show: () => void): Promise<void> {
  wanted = { profile, show };
  try {
    await call('profiles.use', { name: profile });
  } catch (error) {
    wanted = null;
    throw error;
  }
}

/** Shows what was wanted of this profile, now that it is the current one. */
export function showWanted(profile: string): void {
  const show = wanted?.profile === profile ? wanted.show : null;
  wanted = null;
  show?.();
}
