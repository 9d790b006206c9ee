import type { ElectronApplication } from 'playwright/test';

/** How Chromium's own security key behaves. */
interface SecurityKey {
  /** It has a PIN or a finger of its user. */
  readonly verified?: boolean;
  /** It is touched at once. */
  readonly touched?: boolean;
  /** It holds what was made before. */
  readonly holds?: boolean;
}

/** Puts a security key into every passkey window that opens from now on, before it is asked; what it makes, later ones hold. */
export const plugIn = (app: ElectronApplication, key: SecurityKey = {}): Promise<void> =>
  app.evaluate(({ app: electron }, { verified = true, touched = true, holds = true }) => {
    type Credential = Record<string, unknown>;
    const kept = globalThis as unknown as { keptPasskeys?: Map<unknown, Credential>; plugged?: typeof plug };
    const passkeys = kept.keptPasskeys ?? new Map<unknown, Credential>();
    kept.keptPasskeys = passkeys;
    if (kept.plugged !== undefined) electron.off('web-contents-created', kept.plugged);
    const plug = (_event: unknown, contents: Electron.WebContents) => {
      const send = contents.send.bind(contents);
      const inside = contents.debugger;
      contents.send = (channel, ...values) => {
        if (channel !== 'castellan:passkey:ask') return send(channel, ...values);
        void (async () => {
          await inside.sendCommand('WebAuthn.enable', { enableUI: false });
          const { authenticatorId } = await inside.sendCommand('WebAuthn.addVirtualAuthenticator', {
            options: {
              ...{ protocol: 'ctap2', transport: 'usb', hasResidentKey: true, hasUserVerification: true },
              ...{ isUserVerified: verified, automaticPresenceSimulation: touched },
            },
          });
          if (holds)
            for (const credential of passkeys.values())
              await inside.sendCommand('WebAuthn.addCredential', { authenticatorId, credential });
          inside.on('message', (_from, method: string, { credential }: { credential: Credential }) => {
            if (method === 'WebAuthn.credentialAdded' || method === 'WebAuthn.credentialAsserted')
              passkeys.set(credential.credentialId, credential);
          });
          send(channel, ...values);
        })();
      };
    };
    kept.plugged = plug;
    electron.on('web-contents-created', plug);
  }, key);
