import type { ElectronApplication } from 'playwright/test';

/** The behaviour of Chromium's own security key. */
interface SecurityKey {
  /** It has a PIN or a finger of its user. */
  readonly verified?: boolean;
  /** It is touched at once. */
  readonly touched?: boolean;
  /** It holds the credentials that were made before. */
  readonly holds?: boolean;
  /** It has a pseudo-random function. */
  readonly answers?: boolean;
}

/**
 * Puts a security key into every passkey window that opens from now on, before it is asked. Later keys hold the
 * credentials that this one makes.
 */
export const plugIn = (app: ElectronApplication, key: SecurityKey = {}): Promise<void> =>
  app.evaluate(({ app: electron }, { verified = true, touched = true, holds = true, answers = false }) => {
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
              protocol: 'ctap2',
              transport: 'usb',
              hasResidentKey: true,
              hasUserVerification: true,
              isUserVerified: verified,
              automaticPresenceSimulation: touched,
              ...(answers ? { ctap2Version: 'ctap2_1', hasPrf: true } : {}),
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

/** Returns the credentials of the security keys, for the next start. They end with the program otherwise. */
export const heldKeys = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => {
    const { keptPasskeys } = globalThis as unknown as { keptPasskeys?: Map<unknown, object> };
    return JSON.stringify([...(keptPasskeys ?? [])]);
  });

/** Loads these credentials into the keys that are plugged in from now on. */
export const holdKeys = (app: ElectronApplication, held: string): Promise<void> =>
  app.evaluate((_electron, text) => {
    (globalThis as unknown as { keptPasskeys: Map<unknown, object> }).keptPasskeys = new Map(JSON.parse(text));
  }, held);

/** The security key of the vault's lock that is present. */
export type LockKey = 'first' | 'second' | 'none';

/**
 * Puts a security key with a pseudo-random function into every window of the vault's lock from now on. Chromium's own
 * keys forget the function's state with the page that they were plugged in to. So each key is held by a page of its
 * own, of the same origin. The windows' requests to their browser are forwarded there.
 */
export const plugInLockKey = (app: ElectronApplication, key: LockKey): Promise<void> =>
  app.evaluate(
    ({ app: electron, BrowserWindow, session }, { which, proxy, ask }) => {
      const ORIGIN = 'https://vault.castellan.internal/';
      type Holder = Electron.BrowserWindow;
      const kept = globalThis as unknown as { lockKey?: string; holders?: Map<string, Promise<Holder>> };
      kept.lockKey = which;
      if (kept.holders !== undefined) return;
      const holders = new Map<string, Promise<Holder>>();
      kept.holders = holders;

      const hold = async (): Promise<Holder> => {
        const made = new BrowserWindow({
          x: 0,
          y: 0,
          width: 120,
          height: 80,
          frame: false,
          webPreferences: { session: session.fromPartition(`passkey ${ORIGIN}`), sandbox: true },
        });
        await made.loadURL(ORIGIN);
        const inside = made.webContents.debugger;
        await inside.sendCommand('WebAuthn.enable', { enableUI: false });
        await inside.sendCommand('WebAuthn.addVirtualAuthenticator', {
          options: {
            protocol: 'ctap2',
            ctap2Version: 'ctap2_1',
            transport: 'usb',
            hasPrf: true,
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
        return made;
      };
      electron.on('web-contents-created', (_event, contents) => {
        const send = contents.send.bind(contents);
        const inside = contents.debugger;
        contents.send = (channel, ...values) => {
          if (channel !== 'castellan:passkey:ask' || contents.getURL() !== ORIGIN) return send(channel, ...values);
          void (async () => {
            inside.on('message', async (_from, method: string, { payload }: { payload: string }) => {
              if (method !== 'Runtime.bindingCalled') return;
              const name = kept.lockKey ?? 'none';
              if (name === 'none') return;
              const holder = holders.get(name) ?? hold();
              holders.set(name, holder);
              const there = await holder;
              there.focus();
              const answer = await there.webContents.executeJavaScript(`(${ask})(${payload})`, true);
              await contents.executeJavaScript(`window.lockKeyAnswered(${JSON.stringify(answer)})`);
            });
            await inside.sendCommand('Runtime.enable');
            await inside.sendCommand('Runtime.addBinding', { name: 'askLockKey' });
            await contents.executeJavaScript(`(${proxy})()`);
            send(channel, ...values);
          })();
        };
      });
    },
    { which: key, proxy: String(proxyCredentials), ask: String(askThere) },
  );

/**
 * Runs in the window. Forwards its credential requests and rebuilds the browser's result from the reply. It runs as
 * text, so it names nothing outside it.
 */
function proxyCredentials(): void {
  const own = window as unknown as {
    askLockKey(payload: string): void;
    lockKeyAnswered(answer: Record<string, unknown>): void;
  };
  const pack = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
      const bytes =
        value instanceof ArrayBuffer
          ? new Uint8Array(value)
          : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return { packed: Array.from(bytes) };
    }
    if (Array.isArray(value)) return value.map(pack);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pack(member)]));
  };
  const bytesOf = (numbers: unknown) => Uint8Array.from(numbers as number[]).buffer;
  const asked = (method: 'create' | 'get') => (options: unknown) =>
    new Promise((resolve, reject) => {
      own.lockKeyAnswered = (answer) => {
        if (typeof answer.problem === 'string') return reject(new DOMException('', answer.problem));
        const response = Object.entries(answer.response as object).map(([name, value]) => [name, bytesOf(value)]);
        const { prf } = answer;
        const first = (prf as { first?: number[] }).first;
        resolve({
          rawId: bytesOf(answer.rawId),
          response: { ...Object.fromEntries(response), getTransports: () => ['usb'] },
          getClientExtensionResults: () => ({
            prf: { ...(prf as object), ...(first && { results: { first: bytesOf(first) } }) },
          }),
        });
      };
      own.askLockKey(JSON.stringify({ method, options: pack(options) }));
    });
  for (const method of ['create', 'get'] as const)
    Object.defineProperty(navigator.credentials, method, { value: asked(method) });
}

/** Runs in the page that holds the security key. Asks the key, and returns its reply as plain values. */
async function askThere({ method, options }: { method: 'create' | 'get'; options: never }): Promise<object> {
  const unpack = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpack);
    if (typeof value !== 'object' || value === null) return value;
    if ('packed' in value) return Uint8Array.from(value.packed as number[]);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unpack(member)]));
  };
  const numbers = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes));
  try {
    const made = (await navigator.credentials[method](unpack(options) as never)) as PublicKeyCredential;
    const response = made.response as unknown as Record<string, ArrayBuffer>;
    const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'];
    const { prf } = made.getClientExtensionResults();
    const first = prf?.results?.first as ArrayBuffer | undefined;
    return {
      rawId: numbers(made.rawId),
      response: Object.fromEntries(
        names.flatMap((name) => {
          const value = response[name];
          return value === undefined ? [] : [[name, numbers(value)]];
        }),
      ),
      prf: { ...(prf?.enabled !== undefined && { enabled: prf.enabled }), ...(first && { first: numbers(first) }) },
    };
  } catch (error) {
    return { problem: (error as DOMException).name };
  }
}
