// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
import type { Claim } from '../lift.ts';

const ITEM = 'electron/engine/history/item.ts';
const READING = 'electron/engine/history/reading.ts';
const ROWS = 'electron/engine/history/rows.ts';
const TEST = 'test/unit/engine/history/history.test.ts';
const WRONG_TEST = 'test/unit/engine/history/wrong-answers.test.ts';

/** Limits of a service that gives a wrong history. */
export const KEPT_HISTORY: readonly Claim[] = [
  {
    id: 'SERVICE-03',
    sentence: 'An impossible list of transactions is discarded.',
    lifts: [
      {
        mechanism: 'a transaction with a member that is not as it has to be is not kept',
        file: ITEM,
        from: 'if (!pattern.test(text)) throw invalid(member);',
        to: 'if (member === pattern.source) throw invalid(member);',
        test: WRONG_TEST,
        name: 'about transactionHash keeps nothing',
      },
      {
        mechanism: 'an asset of another chain is not kept',
        file: ITEM,
        from: 'if (splitAsset(caip19)?.chain !== chain) throw invalid(member);',
        to: 'if (caip19 === chain) throw invalid(member);',
        test: WRONG_TEST,
        name: 'about fee.caip19 keeps nothing',
      },
      {
        mechanism: 'a list of transactions that is not in the order of blocks is not kept',
        file: READING,
        from: 'if (block > lowest) throw',
        to: 'if (block < 0) throw',
        test: WRONG_TEST,
        name: 'is not in order is not believed',
      },
      {
        mechanism: 'a list that tells a transaction twice is not kept',
        file: READING,
        from: 'if (hashes.has(hash)) throw',
        to: 'if (hashes.has(`${hash} again`)) throw',
        test: WRONG_TEST,
        name: 'tells one twice is not believed',
      },
      {
        mechanism: 'a list of transactions that goes round is not followed',
        file: READING,
        from: 'next === cursor || cursors.has(next)',
        to: 'cursors.size < 0',
        test: WRONG_TEST,
        name: 'goes round in a circle is not believed',
      },
    ],
  },
  {
    id: 'SERVICE-04',
    sentence: 'An unknown token is shown with its symbol in quotation marks, without invisible characters.',
    lifts: [
      {
        mechanism: 'a token that is not known is called by its own name in quotation marks',
        file: ROWS,
        from: ': `“${asset.symbol}”`;',
        to: ': asset.symbol;',
        test: WRONG_TEST,
        name: 'no token by the name of a coin',
      },
      {
        mechanism: 'a symbol loses what would not be seen',
        file: ITEM,
        from: 'symbol: oneLine(asset.symbol, MAXIMUM_SYMBOL),',
        to: 'symbol: asset.symbol,',
        test: WRONG_TEST,
        name: 'shows no text of it that hides or turns',
      },
      {
        mechanism: 'the coin of a chain is counted as it is known here',
        file: ROWS,
        from: "const coin = kind === 'slip44' ? chainOf(chain) : null;",
        to: "const coin = kind === 'none' ? chainOf(chain) : null;",
        test: WRONG_TEST,
        name: 'calls the coin and known tokens what they are',
      },
    ],
  },
  {
    id: 'SERVICE-05',
    sentence: 'No text of a service runs as a formula when a spreadsheet opens an export.',
    lifts: [
      {
        mechanism: 'a cell that a spreadsheet would take for a formula is text',
        file: 'electron/engine/tools/csv-cell.ts',
        from: 'const safe = text.replace(FORMULA, "\'");',
        to: 'const safe = text;',
        test: TEST,
        name: 'nothing a spreadsheet would run',
      },
      {
        mechanism: 'a cell that begins with a tab is text',
        file: 'electron/engine/tools/csv-cell.ts',
        from: '\\uff20\\t\\r]',
        to: '\\uff20\\r]',
        test: 'test/unit/engine/tools/csv-cell.test.ts',
        name: 'with a tab',
      },
      {
        mechanism: 'a cell that begins with a carriage return is text',
        file: 'electron/engine/tools/csv-cell.ts',
        from: '\\uff20\\t\\r]',
        to: '\\uff20\\t]',
        test: 'test/unit/engine/tools/csv-cell.test.ts',
        name: 'with a carriage return',
      },
      {
        mechanism: 'a formula behind another separator than a comma is text',
        file: 'electron/engine/tools/csv-cell.ts',
        from: '(?<=^|[;|\\t\\r\\n])',
        to: '(?<=^)',
        test: 'test/unit/engine/tools/csv-cell.test.ts',
        name: 'a formula after a semicolon',
      },
    ],
  },
];
