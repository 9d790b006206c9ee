import { createHmac, randomBytes } from 'node:crypto';
import { type Approval, approvalBytes } from '../../../shared/processes/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { Consent, Consents } from './consents.ts';

/** Mints the one-time permissions without which the vault stamps nothing. */
export interface Approvals {
  /** The key to hand to a vault that starts. The caller wipes its copy after the hand-over. */
  keyForVault(): Uint8Array<ArrayBuffer>;
  /**
   * Permits one stamp of exactly `body` with exactly that credential, and uses up a consent to it. A null consent mints
   * the kind for reads, which the vault refuses for a body with an activity type. Throws APPROVAL_REFUSED.
   */
  mint(credentialId: string, body: Uint8Array, consent: Consent | null): Approval;
  /**
   * Permits opening the bundle that `body` describes, once. An approval of a stamp never does. Called after the
   * operator confirms.
   */
  mintOpening(credentialId: string, body: Uint8Array): Approval;
  /** Permits the key of a session to sign that it takes a login, once (`loginMessage`). Called after the operator's answer. */
  mintLogin(credentialId: string, message: Uint8Array): Approval;
  /** Wipes the key. Later calls of `mint` throw. */
  end(): void;
}

/** A stamp, as the header of a request. */
export interface StampHeader {
  readonly name: string;
  readonly value: string;
}

/** The process that has a key, and the approvals that it takes. */
export interface Holder {
  readonly approvals: Approvals;
  stamp(body: Uint8Array<ArrayBuffer>, approval: Approval): Promise<StampHeader>;
}

/** A fresh approval key and its counter, for the life of one vault process. */
export function createApprovals(consents: Pick<Consents, 'take'>): Approvals {
  const key = copySecret(randomBytes(32));
  let counter = 0;
  let ended = false;
  const approve = (kind: Approval['kind'], credentialId: string, body: Uint8Array): Approval => {
    counter += 1;
    const approval = { kind, credentialId, counter, bodySha256: sha256(body) };
    return { ...approval, mac: Uint8Array.from(createHmac('sha256', key).update(approvalBytes(approval)).digest()) };
  };
  const requireRunning = () => {
    if (ended) throw new Error('approvals ended with their vault');
  };
  return {
    keyForVault: () => copySecret(key),
    mint(credentialId, body, consent) {
      requireRunning();
      if (consent !== null) consents.take(consent, credentialId, body);
      return approve(consent === null ? 'read' : 'write', credentialId, body);
    },
    mintOpening(credentialId, body) {
      requireRunning();
      return approve('open', credentialId, body);
    },
    mintLogin(credentialId, message) {
      requireRunning();
      return approve('login', credentialId, message);
    },
    end() {
      ended = true;
      key.fill(0);
    },
  };
}
