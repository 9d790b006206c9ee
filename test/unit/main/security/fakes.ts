import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';

/** The handlers a rule set on a session, by the name of the setter. */
export class FakeSession extends EventEmitter {
  readonly set: Record<string, (...values: unknown[]) => unknown> = {};
  readonly given: Record<string, unknown> = {};
  readonly protocol = {
    handle: (scheme: string, handler: (...values: unknown[]) => unknown) => this.#keep(`protocol ${scheme}`, handler),
  };
  readonly webRequest = {
    onBeforeRequest: (handler: (...values: unknown[]) => unknown) => this.#keep('onBeforeRequest', handler),
  };

  #keep(name: string, value: unknown): void {
    if (typeof value === 'function') this.set[name] = value as (...values: unknown[]) => unknown;
    this.given[name] = value;
  }
  setPermissionRequestHandler = (value: unknown): void => this.#keep('permissionRequest', value);
  setPermissionCheckHandler = (value: unknown): void => this.#keep('permissionCheck', value);
  setDevicePermissionHandler = (value: unknown): void => this.#keep('devicePermission', value);
  setDisplayMediaRequestHandler = (value: unknown): void => this.#keep('displayMedia', value);
  setSpellCheckerEnabled = (value: unknown): void => this.#keep('spellChecker', value);
  setSpellCheckerLanguages = (value: unknown): void => this.#keep('spellCheckerLanguages', value);
  async setProxy(value: unknown): Promise<void> {
    this.#keep('proxy', value);
  }
  asSession = (): Session => this as unknown as Session;
}

export class FakeContents extends EventEmitter {
  windowOpen: ((details: unknown) => unknown) | undefined;
  webrtc = '';
  closedTools = 0;
  /** The commands that were sent through the debugger inside main, once it was attached. */
  readonly commands: unknown[][] = [];
  readonly debugger = {
    attach: () => {
      this.debugger.sendCommand = async (...command) => void this.commands.push(command);
    },
    sendCommand: (..._command: unknown[]): Promise<void> => Promise.reject(new Error('not attached')),
  };
  getURL = (): string => 'castellan://app/';
  setWindowOpenHandler = (handler: (details: unknown) => unknown): void => {
    this.windowOpen = handler;
  };
  setWebRTCIPHandlingPolicy = (policy: string): void => {
    this.webrtc = policy;
  };
  closeDevTools = (): void => {
    this.closedTools += 1;
  };
  asContents = (): WebContents => this as unknown as WebContents;

  /** Emits a cancellable event and reports whether a listener cancelled it. */
  prevented(name: string, details: Record<string, unknown> = {}): boolean {
    let prevented = false;
    this.emit(name, { ...details, preventDefault: () => (prevented = true) });
    return prevented;
  }
}
