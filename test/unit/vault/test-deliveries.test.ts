import { describe, expect, it } from 'vitest';
import { ed25519Verify } from '../../../electron/crypto/index.ts';
import { hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { createHarness, createStarted } from './harness.ts';

const delivery = (body = '{}') => ({ eventId: 'event-1', timestamp: '1700000000000', body: utf8Encode(body) });

describe('a test delivery', () => {
  it('is signed under a key id that only the vault chooses', async () => {
    const { ask } = await createStarted();
    const { keyId, publicKey, signature } = await ask('signTestDelivery', delivery('{"a":1}'));
    expect(keyId).toBe(`castellan-test-${publicKey.slice(0, 16)}`);
    const message = utf8Encode(`v1.ed25519.${keyId}.1700000000000.event-1.{"a":1}`);
    expect(ed25519Verify(publicKey, message, hexDecode(signature))).toBe(true);
  });

  it('is signed by one key until the vault ends, and by no other', async () => {
    const { ask } = await createStarted();
    const first = await ask('signTestDelivery', delivery());
    expect((await ask('signTestDelivery', delivery('[]'))).publicKey).toBe(first.publicKey);
    const other = await createStarted();
    expect((await other.ask('signTestDelivery', delivery())).publicKey).not.toBe(first.publicKey);
  });

  it('cannot carry the form of another message in its event id or time', async () => {
    const { ask } = await createStarted();
    for (const change of [{ eventId: 'a.b' }, { eventId: '' }, { timestamp: '1.x' }, { timestamp: '-1' }])
      await expect(ask('signTestDelivery', { ...delivery(), ...change })).rejects.toThrow();
  });

  it('is not signed before the vault was started', async () => {
    await expect(createHarness().ask('signTestDelivery', delivery())).rejects.toThrow('The vault was not started');
  });
});
