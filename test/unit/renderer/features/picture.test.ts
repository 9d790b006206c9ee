import { encodeQR } from 'qr';
import { expect, test } from 'vitest';
import { recogniseContent } from '../../../../renderer/features/sign/recognise.ts';
import { contentOf } from '../../../../renderer/parts/picture.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';

const MODULE = 4;

/** Codes beside each other, dark on white with a quiet border. */
function pictureOf(...codes: readonly (readonly (readonly boolean[])[])[]) {
  const side = Math.max(...codes.map((code) => code.length)) * MODULE;
  const [width, height] = [side * codes.length, side];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [index, code] of codes.entries())
    for (let y = 0; y < code.length * MODULE; y += 1)
      for (let x = 0; x < code.length * MODULE; x += 1)
        if (code[Math.floor(y / MODULE)]?.[Math.floor(x / MODULE)] === true)
          data.fill(0, 4 * (y * width + index * side + x), 4 * (y * width + index * side + x) + 3);
  return { width, height, data };
}
const codeOf = (text: string) => encodeQR(text, 'raw', { border: 4 });

test('text in any script is read unchanged', async () => {
  const content = await contentOf(pictureOf(codeOf('Pay Bob 10 €, größe')));
  expect(recogniseContent(content as Uint8Array)).toMatchObject({ kind: 'message', text: 'Pay Bob 10 €, größe' });
});

test('binary data is read byte for byte', async () => {
  const psbt = hexDecode('70736274ff0100fdffc0fe');
  const code = encodeQR('x'.repeat(psbt.length), 'raw', { border: 4, encoding: 'byte', textEncoder: () => psbt });
  const content = await contentOf(pictureOf(code));
  expect(content).toEqual(psbt);
  expect(recogniseContent(content as Uint8Array)).toMatchObject({ type: 'TRANSACTION_TYPE_BITCOIN' });
});

test.each([
  ['none', pictureOf([[false, false]]), /^No QR code was found/],
  ['two that differ', pictureOf(codeOf('one'), codeOf('two')), /^The picture holds 2 QR codes/],
  ['one whose middle is gone', spoilt(), /cannot be read, so nothing was taken/],
])('a picture with %s gives no text', async (_, picture, words) => {
  expect(await contentOf(picture)).toMatch(words);
});

test('a repeated code counts once', async () => {
  expect(await contentOf(pictureOf(codeOf('same'), codeOf('same')))).toEqual(new TextEncoder().encode('same'));
});

function spoilt() {
  const code = codeOf('what stands here cannot be read any more'.repeat(3));
  const middle = (at: number) => Math.abs(at - code.length / 2) < code.length / 5;
  return pictureOf(code.map((line, y) => line.map((dark, x) => (middle(x) && middle(y) ? false : dark))));
}
