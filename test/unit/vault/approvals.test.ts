import { beforeEach, describe, expect, test } from 'vitest';
import { verifyStamp } from '../../../electron/crypto/index.ts';
import { type Approval, approvalBytes } from '../../../shared/processes/index.ts';
import { decodeStamp, utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted, type Harness, mint } from './harness.ts';

const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');
const refused = expect.objectContaining({ code: 'APPROVAL_REFUSED' });

let vault: Harness;
beforeEach(async () => {
  vault = await createStarted();
  await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: null });
  await vault.ask('createKey', { id: 'b', purpose: 'stamp', store: null });
});

const stamp = (approval: Approval, bytes = body) => vault.ask('stamp', { body: bytes, approval });

test('an approval allows exactly one stamp of exactly its bytes', async () => {
  const approval = mint(1, 'a', body);
  const { value } = await stamp(approval);
  expect(verifyStamp(decodeStamp(value), body)).toBe(true);
  await expect(stamp(approval)).rejects.toThrowError(refused);
});

test('counters may skip numbers but never decrease', async () => {
  await stamp(mint(5, 'a', body));
  await expect(stamp(mint(4, 'a', body))).rejects.toThrowError(refused);
  await expect(stamp(mint(4, 'b', body))).rejects.toThrowError(refused);
  await stamp(mint(6, 'b', body));
  await stamp(mint(Number.MAX_SAFE_INTEGER, 'a', body));
});

describe('is refused', () => {
  test('another body, even with one changed byte', async () => {
    await expect(
      stamp(mint(1, 'a', body), utf8Encode(`${'{"type":"ACTIVITY_TYPE_CREATE_WALLET"}'} `)),
    ).rejects.toThrowError(refused);
  });

  test('an approval that a wrong body used up', async () => {
    const approval = mint(1, 'a', body);
    await expect(stamp(approval, utf8Encode('{}'))).rejects.toThrowError(refused);
    await expect(stamp(approval)).rejects.toThrowError(refused);
  });

  test('an approval for another credential', async () => {
    await expect(stamp({ ...mint(1, 'a', body), credentialId: 'b' })).rejects.toThrowError(refused);
  });

  test('a changed kind', async () => {
    await expect(stamp({ ...mint(1, 'a', body), kind: 'read' })).rejects.toThrowError(refused);
  });

  test.each([
    '{"type":"ACTIVITY_TYPE_CREATE_WALLET"}',
    '{"organizationId":"o","type":null}',
    '{"a":{},"\\u0074ype":"x"}',
    '{"type":1,"type":2}',
    '{"TYPE":"x"}',
    '[{"type":"x"}]',
    'not JSON',
    '{"a":1} {"type":"x"}',
  ])('a read approval for a body that is not a read: %s', async (text) => {
    const bytes = utf8Encode(text);
    await expect(stamp(mint(1, 'a', bytes, undefined, 'read'), bytes)).rejects.toThrowError(refused);
    await stamp(mint(2, 'a', bytes), bytes);
  });

  test('a repeated read', async () => {
    const bytes = utf8Encode('{"organizationId":"o","filter":{"type":"x"}}');
    const approval = mint(1, 'a', bytes, undefined, 'read');
    await stamp(approval, bytes);
    await expect(stamp(approval, bytes)).rejects.toThrowError(refused);
  });

  test('a changed counter', async () => {
    await expect(stamp({ ...mint(1, 'a', body), counter: 2 })).rejects.toThrowError(refused);
  });

  test('a forged MAC: of another key, of zeros, with any one bit flipped', async () => {
    await expect(stamp(mint(1, 'a', body, new Uint8Array(32).fill(0x42)))).rejects.toThrowError(refused);
    await expect(stamp({ ...mint(1, 'a', body), mac: new Uint8Array(32) })).rejects.toThrowError(refused);
    for (let index = 0; index < 32; index += 1) {
      const approval = mint(1, 'a', body);
      approval.mac[index] = approval.mac[index]! ^ (1 << (index % 8));
      await expect(stamp(approval)).rejects.toThrowError(refused);
    }
    await stamp(mint(1, 'a', body));
  });

  test.each([0, -1, 1.5, Number.NaN])('the invalid counter %d', async (counter) => {
    const approval = { ...mint(1, 'a', body), counter };
    await expect(stamp(approval)).rejects.toThrowError(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  // Eight bytes hold only the remainder of such a counter, so its MAC would equal that of an earlier counter.
  test.each([2 ** 53, 2 ** 64 + 2048, Number.MAX_VALUE])(
    'the counter %d, beyond the safe integers',
    async (counter) => {
      const approval = mint(2048, 'a', body);
      await stamp(approval);
      await expect(stamp({ ...approval, counter })).rejects.toThrowError(
        expect.objectContaining({ code: 'INVALID_INPUT' }),
      );
      expect(() => approvalBytes({ ...approval, counter })).toThrowError(RangeError);
    },
  );

  test('a genuine approval for a key that is not unlocked', async () => {
    await expect(stamp(mint(1, 'missing', body))).rejects.toThrowError(
      expect.objectContaining({ code: 'VAULT_LOCKED' }),
    );
  });
});
