const PAGE = 4096;
/** The bytes between two that the checksum of a page adds (SQLite file format, section 3). */
const STEP = 200;
const SECTOR = 512;
const NONCE = 7;

/** Makes a rollback journal that turns any database beside it into `database`, as after an interrupted transaction. */
export function hotJournal(database: Uint8Array): Uint8Array {
  const pages = database.length / PAGE;
  const head = Buffer.alloc(SECTOR);
  head.write('d9d505f920a163d7', 'hex');
  for (const [index, value] of [pages, NONCE, pages, SECTOR, PAGE].entries()) head.writeUInt32BE(value, 8 + 4 * index);
  const records = Array.from({ length: pages }, (_, index) => {
    const page = database.subarray(index * PAGE, (index + 1) * PAGE);
    let sum = NONCE;
    for (let at = PAGE - STEP; at > 0; at -= STEP) sum = (sum + (page[at] ?? 0)) >>> 0;
    const record = Buffer.alloc(PAGE + 8);
    record.writeUInt32BE(index + 1);
    record.set(page, 4);
    record.writeUInt32BE(sum, PAGE + 4);
    return record;
  });
  return Buffer.concat([head, ...records]);
}
