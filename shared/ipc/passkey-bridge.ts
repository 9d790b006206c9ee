/**
 * The passkey window's preload exposes these three functions. A request arrives as a message of the window itself.
 * This file has no schemas, so that the preload carries none.
 */
export interface PasskeyBridge {
  created(id: number, passkey: CreatedPasskey): void;
  used(id: number, assertion: UsedPasskey): void;
  refuse(id: number): void;
}

/** A registration (WebAuthn section 5.2.1), as the browser gave it. */
export interface CreatedPasskey {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  readonly clientDataJson: Uint8Array<ArrayBuffer>;
  readonly attestationObject: Uint8Array<ArrayBuffer>;
  readonly transports: readonly string[];
  /** The response to the salt of the request: 32 secret bytes. Absent when the request had no salt. */
  readonly answer?: Uint8Array<ArrayBuffer>;
}

/** An assertion (WebAuthn section 5.2.2), as the browser gave it. */
export interface UsedPasskey {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  readonly clientDataJson: Uint8Array<ArrayBuffer>;
  readonly authenticatorData: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** As in `CreatedPasskey`. */
  readonly answer?: Uint8Array<ArrayBuffer>;
}

/** The name of the exposed bridge, and the mark on request messages. */
export const PASSKEY_BRIDGE_NAME = 'castellanPasskey';

/** Channels of the passkey window alone: one to it, three from it. */
export const PASSKEY_CHANNELS = {
  ask: 'castellan:passkey:ask',
  created: 'castellan:passkey:created',
  used: 'castellan:passkey:used',
  refuse: 'castellan:passkey:refuse',
} as const;
