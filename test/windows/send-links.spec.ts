import { encodeQR } from 'qr';
import { createLocalVault, createWallet } from '../e2e/flows.ts';
import { give } from '../e2e/given.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectScreen } from '../e2e/screens.ts';
import { recipient, sendFromFirst, textbox } from '../e2e/sending.ts';

const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const OTHER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A picture of 65,535 pixels in both ways, of which only the header exists. */
const ENORMOUS = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0x3b])]);

const picture = (content: Uint8Array) => ({ name: 'code.gif', type: 'image/gif', content });
const codeOf = (text: string) => picture(encodeQR(text, 'gif', { scale: 4, border: 4 }));
const textFile = (text: string) => ({ name: 'address.txt', type: 'text/plain', content: Buffer.from(text) });

test('Send takes payment links, pictures of QR codes and text files', async ({ launch }) => {
  const { page, app } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await sendFromFirst(page);
  const to = recipient(page);
  const amount = (symbol: string) => textbox(page, `Amount in ${symbol}`);
  const pasteText = async (text: string) => {
    await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
    await to.focus();
    await page.keyboard.press('Control+v');
  };

  await test.step('a pasted link fills in chain, token and amount, and says so', async () => {
    await pasteText(`ethereum:${USDC}@8453/transfer?address=${TO}&uint256=12500000`);
    await expect(to).toHaveValue(TO);
    await expect(amount('USDC')).toHaveValue('12.5');
    await expect(page.getByText('No node of Base is configured')).toBeVisible();
    await expect(page.getByRole('form', { name: 'Payment' })).toContainText(
      'From the link: the address on Base, 12.5 USDC.',
    );
    await inspectScreen(page, 'send-link');
  });

  await test.step('a link of another chain is refused, and nothing changes', async () => {
    await pasteText('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1');
    await expect(
      page.getByText(/^The link is for Bitcoin, and the account under From is of another chain/),
    ).toBeVisible();
    await expect(to).toHaveValue(TO);
    await expect(amount('USDC')).toHaveValue('12.5');
    await inspectScreen(page, 'send-link-refused');
  });

  await test.step('a typed link is read when the field is left', async () => {
    await to.fill(`ethereum:${OTHER}@1?value=25e17`);
    await page.keyboard.press('Tab');
    await expect(to).toHaveValue(OTHER);
    await expect(amount('ETH')).toHaveValue('2.5');
  });

  await test.step('pictures of QR codes and text files, dropped and pasted', async () => {
    await give('drop', to, codeOf(`ethereum:${TO}@1?value=1e17`));
    await expect(to).toHaveValue(TO);
    await expect(amount('ETH')).toHaveValue('0.1');
    await give('paste', to, codeOf(OTHER));
    await expect(to).toHaveValue(OTHER);
    await expect(page.getByText('The QR code holds this address. Compare it.')).toBeVisible();
    await give('drop', to, textFile(`${TO}\n`));
    await expect(to).toHaveValue(TO);
    await expect(page.getByText('The file holds this address. Compare it.')).toBeVisible();
  });

  await test.step('hostile pictures and other files are refused in words', async () => {
    for (const [file, reason] of [
      [picture(ENORMOUS), /more than 40 million pixels|cannot be read/],
      [picture(codeOf(OTHER).content.slice(0, 40)), /cannot be read|No QR code was found/],
      [picture(Buffer.from('no picture')), /^This picture cannot be read/],
      [codeOf('Pay Bob 10 euros'), /^The QR code holds no address and no payment link/],
      [codeOf(`ethereum:${OTHER}@1/approve?address=${OTHER}`), /^The link calls a function/],
      [textFile('x'.repeat(5_000)), /^The file is larger than 4 KiB/],
      [textFile(`${OTHER}\n${OTHER}`), /^The file holds no address/],
    ] as const) {
      await give('drop', to, file);
      await expect(page.getByText(reason)).toBeVisible();
      await expect(to).toHaveValue(TO);
    }
  });
});
