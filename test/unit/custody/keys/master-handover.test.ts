import { describe, expect, it } from 'vitest';
import { hpkeSeal } from '../../../../electron/crypto/index.ts';
import { createMasterHandover } from '../../../../electron/custody/keys/master-handover.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import { MASTER_INFO } from '../../../../shared/processes/index.ts';

const MASTER = () => new Uint8Array(32).fill(7);
const refused = (code: string) => expect.objectContaining({ code });
const create = () => {
  const { pages } = createArena();
  return { pages, handover: createMasterHandover(createSecretMemory(pages)) };
};
const sealed = (recipientPublic: Uint8Array, info: Uint8Array = MASTER_INFO) =>
  hpkeSeal({ recipientPublic, plaintext: MASTER(), info });
const copied = async (master: Uint8Array) => master.slice();
const isEmpty = (pages: Uint8Array) => pages.every((byte) => byte === 0);

describe('the master key of a local service', () => {
  it('opens with the key that was offered for it, once', async () => {
    const { handover } = create();
    const handed = sealed(handover.offer());
    expect(await handover.take(handed, copied)).toEqual(MASTER());
    await expect(handover.take(handed, copied)).rejects.toThrow(refused('INVALID_INPUT'));
  });

  it('does not open with an earlier offer, as something else or changed, and the offer is gone then', async () => {
    const { handover, pages } = create();
    const before = handover.offer();
    handover.offer();
    await expect(handover.take(sealed(before), copied)).rejects.toThrow(refused('BUNDLE_UNREADABLE'));
    const other = sealed(handover.offer(), new Uint8Array(0));
    await expect(handover.take(other, copied)).rejects.toThrow(refused('BUNDLE_UNREADABLE'));
    const { encappedPublic, ciphertext } = sealed(handover.offer());
    ciphertext[0] = (ciphertext[0] ?? 0) ^ 1;
    await expect(handover.take({ encappedPublic, ciphertext }, copied)).rejects.toThrow(refused('BUNDLE_UNREADABLE'));
    expect(isEmpty(pages)).toBe(true);
  });

  it.for<[string, () => unknown]>([
    ['started', () => 1],
    ['did not start', () => Promise.reject(new Error('it broke'))],
  ])('is wiped when its service %s, and what opened it before that', async ([, work]) => {
    const { handover, pages } = create();
    const handed = sealed(handover.offer());
    expect(isEmpty(pages)).toBe(false);
    let given: Uint8Array | undefined;
    let wasGone = false;
    const use = async (master: Uint8Array) => {
      given = master;
      wasGone = isEmpty(pages);
      return work();
    };
    await handover.take(handed, use).catch(() => undefined);
    expect({ given, wasGone }).toEqual({ given: new Uint8Array(32), wasGone: true });
  });
});
