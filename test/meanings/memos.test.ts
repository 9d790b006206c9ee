import { keyScript, networkAddress } from '../../electron/crypto/addresses/bitcoin.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { RECIPIENT } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { type Draft, draftOf, provenInput, publicKey, writeDraft } from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { type Field, rawText, TRANSFER } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, transaction, whole } from './corpus.ts';
import { PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const INVOICE = '{"invoice_id":"2026-7"}';
const BASE64 = 'CpkBCpYBChwvY29zbW9zLmJhbmsudjFiZXRhMS5Nc2dTZW5kEnYKLWNvc21vczFw';
const letters = (text: string) => hexEncode(utf8Encode(text));

const own = networkAddress(keyScript('P2WPKH', publicKey), 'MAINNET');
const bitcoin = (script: string, amount = 0n) => {
  const draft: Draft = { ...draftOf(['P2WPKH'], publicKey), lockTime: 0, global: new Map() };
  draft.inputs = [provenInput('P2WPKH', publicKey, 0)];
  draft.outputs = [
    { amount, script, fields: new Map() },
    { amount: 90_000n, script: `0014${'11'.repeat(20)}`, fields: new Map() },
  ];
  return transaction('TRANSACTION_TYPE_BITCOIN', writeDraft(draft), own);
};
const published = (text: string) => bitcoin(`6a${text.length.toString(16).padStart(2, '0')}${letters(text)}`);
const tron = (...raw: readonly Field[]) => transaction('TRANSACTION_TYPE_TRON', rawText({ ...TRANSFER, raw }));
const solana = (memo: string) =>
  transaction(
    'TRANSACTION_TYPE_SOLANA',
    solanaOf([
      {
        program: PROGRAMS.system,
        accounts: [
          [PAYER, 'sw'],
          [someone(7), 'w'],
        ],
        data: `${u32(2)}${u64(5)}`,
      },
      { program: PROGRAMS.memo, accounts: [], data: letters(memo) },
    ]),
    PAYER,
  );

corpus('memos', {
  'Bitcoin: an address': blind(published(ADDRESS)),
  'Bitcoin: an address behind a mark': blind(published(`to:${ADDRESS}`)),
  'Bitcoin: bytes in base64': blind(published(BASE64)),
  'Bitcoin: a note': whole(published('Invoice 2026-7')),
  'Bitcoin: an invoice': whole(published(INVOICE)),
  'Bitcoin: an output with no script': whole(bitcoin('', 5_000n)),
  'Bitcoin: an output whose script is a number': whole(bitcoin('60', 5_000n)),
  'Bitcoin: an output whose script is nothing but zero': whole(bitcoin('00', 5_000n)),
  'Tron: an address': blind(tron([10, RECIPIENT])),
  'Tron: bytes in hexadecimal': blind(tron([10, `0x${'a1'.repeat(40)}`])),
  'Tron: a hash, which can be an address': blind(tron([10, 'a1'.repeat(32)])),
  'Tron: an invoice': whole(tron([10, INVOICE])),
  'Tron: a limit of a fee that the transfer does not have': whole(tron([18, 5_000_000_000_000])),
  'Solana: an address': blind(solana(RECIPIENT)),
  'Solana: bytes in base64': blind(solana(BASE64)),
  'Solana: an invoice': whole(solana(INVOICE)),
});
