/** One attacker, or mistake, that Castellan is made against. */
export interface Attacker {
  /** The first part of the ids of the claims about it. */
  readonly id: string;
  readonly name: string;
  /** The attacker, in one sentence. */
  readonly what: string;
  /** The gains that remain for this attacker, as sentences. */
  readonly gets: readonly string[];
  /** The attacks that nothing here stops, as sentences. */
  readonly open: readonly string[];
}

export const ATTACKERS: readonly Attacker[] = [
  {
    id: 'REQUEST',
    name: 'A hostile request',
    what: 'Somebody who writes the transaction, message or vote that you are asked to sign.',
    gets: ['The question is shown to you.'],
    open: [
      'A transaction that does what you want today can do something else when the chain changes before it is mined.',
      'A contract that you described yourself is explained by your description.',
    ],
  },
  {
    id: 'PAGE',
    name: 'A taken-over page',
    what: 'A script of an attacker in the main window.',
    gets: ['It sees all that the window shows.', 'It can prepare any request and read what the window may read.'],
    open: [
      'It can show lies until you read the trusted window.',
      'It can make another of your profiles the current one.',
    ],
  },
  {
    id: 'MAIN',
    name: 'A taken-over main process',
    what: 'Code of an attacker in the process that has the windows, the keychain and the network.',
    gets: [
      'It reads what is typed in its windows and what the keychain returns.',
      'It can give approvals while the vault is unlocked, and so use the unlocked keys.',
    ],
    open: [
      'It can put a key of its own in place of the window’s or the local service’s, because the vault cannot know whose key it is.',
      'It can reuse a typed passphrase and the answer of a security key that opened the vault.',
      'It can get a touch for another request, because a security key shows no content.',
      'It can put back an earlier copy of a key, from before the key asked for each signature.',
      'It can read a revealed key that you copy, and every export that the command line opens.',
    ],
  },
  {
    id: 'PROGRAM',
    name: 'Another program of the same user',
    what: 'A program that runs with your rights and is not Castellan.',
    gets: [
      'It reads the files of the state folder.',
      'It reads the keys of a keychain that is open.',
      'It reads what the local service answers without a stamp.',
    ],
    open: [
      'It can write to an open keychain: an audit key of its own signs log and profiles as yours does, unless `CASTELLAN_PASSPHRASE_FILE` is set.',
      'It can read the processes that draw the windows where Chromium’s setuid helper does not sandbox them. Settings, Checks shows this.',
      'On X11 it can read the screen and the keyboard, and press keys and buttons. On Wayland it cannot, unless the compositor allows it.',
      'Elsewhere than on Linux it can read the memory of main, vault and local service.',
      'It can open the memory of these processes in the instant before they are hardened, and it can replace the program.',
      'It can ask your security key a question of its own, which a touch meant for Castellan answers.',
    ],
  },
  {
    id: 'SEAT',
    name: 'A person at the operator’s computer',
    what: 'Somebody who sits at the unlocked machine.',
    gets: [
      'The window shows its contents while the vault is unlocked.',
      'Without a PIN, the keys in the keychain can be used.',
    ],
    open: [
      'Whoever reads the open keychain can try PINs off-line at scrypt’s cost (128 MiB, about half a second each), and whoever writes it can reset the count of tries.',
      'A copy of the keychain from before a PIN was chosen, or before a security key was removed, opens as it did then.',
      'A passphrase file can be copied and tried elsewhere, so its tries are not counted.',
      'A clock that is set forward ends waits, and one that is set back extends a session within its time.',
      'Somebody with your security key and its PIN is you.',
      'On Linux, a screen locked by i3lock or swaylock, or in a session without D-Bus, does not lock the vault unless the desktop runs `castellan lock`.',
      'Where the system reports no idle time, work in other programs counts as idle.',
      'An edited list of keys can make the window show what lies in the folder in the clear. It opens and stamps nothing.',
    ],
  },
  {
    id: 'VAULT',
    name: 'Attacker code in the vault or the local service',
    what: 'Native or script code of an attacker in a process that holds keys.',
    gets: ['It reads the keys that are unlocked there.', 'It can say anything to main.'],
    open: [
      'It can stamp while the vault is unlocked and an approval is there.',
      'It can report what it read to main and to clients of the local service.',
      'Native code can use an io_uring that the runtime’s event loop opened at its start (Node 24). `castellan doctor` reports it.',
      'Landlock does not bind threads that ran before it. Other systems and processors have no filter. `castellan doctor` names them.',
    ],
  },
  {
    id: 'USER',
    name: 'Another user of the machine',
    what: 'Somebody with an account of their own on the same machine.',
    gets: ['They see that the local service listens, and its public documents.'],
    open: [
      'Traffic on loopback is not encrypted.',
      'A flood of connections delays the first request on a new connection.',
    ],
  },
  {
    id: 'MEMBER',
    name: 'A user of the local service',
    what: 'A user with few rights, or the finder of a code, a token or a stamp.',
    gets: ['They can do what policies allow.', 'They see what the organization shows to all its users.'],
    open: [
      'A policy can allow too much.',
      'An MFA policy that leaves out changes of credentials lets the holder of one credential add another.',
      'Whoever reads the mail with a code has the code.',
    ],
  },
  {
    id: 'DISK',
    name: 'A thief of the disk',
    what: 'Somebody who has the disk, or a copy of it.',
    gets: [
      'They read names, addresses, history and the audit log.',
      'They read the tokens by which users signed in, and codes that the local service sent within minutes.',
    ],
    open: [
      'A weak passphrase can be found.',
      'A keychain opens with a known login password.',
      'Swap may hold secrets. Encrypt the disk.',
    ],
  },
  {
    id: 'SERVICE',
    name: 'A service that lies',
    what: 'The custody service, or somebody who answers in its place.',
    gets: ['It can refuse and delay.', 'It can say anything about accounts and activities.'],
    open: [
      'It can show a false list of accounts, transactions or balances.',
      'An export of a wallet or a private key by id proves no address.',
    ],
  },
  {
    id: 'NODE',
    name: 'A blockchain node that lies',
    what: 'A node that the operator named, or somebody who answers in its place.',
    gets: [
      'It sees which addresses and transactions are asked for.',
      'It can refuse, delay, and say anything about balances, nonces and outcomes.',
    ],
    open: [
      'It can report a false balance, nonce or outcome.',
      'It can report a past that is consistent and is not the chain’s, or that leaves something out.',
      'It can make you pay up to half a coin as a fee.',
      'A key in the address of a node lies in the state folder in the clear.',
    ],
  },
  {
    id: 'FILES',
    name: 'A person who edits the files',
    what: 'Somebody who changes, adds, removes or puts back files of the state folder.',
    gets: [
      'The window shows wrong names and rows until the cache is read anew.',
      'The window can say wrongly that something was never signed before, or how much.',
      'They choose which profile is the current one.',
    ],
    open: [
      'The trusted window names profile, address and organization. A command names its profile with `--profile`.',
      'Whoever also runs the command line with your passphrase or open keychain can confirm the edit.',
      'A webhook delivery can be removed or marked as delivered. Its receiver asks for the activities.',
      'After a crash, up to 15 audit entries at the end can be cut off, but no change of a profile.',
      'An earlier copy of the whole state with its counter is not noticed.',
      'An earlier copy of the database of the local service together with its head is noticed by `castellan request compare` alone.',
      'A row that is removed from the database with the head is missed by nobody but `castellan request compare`.',
    ],
  },
  {
    id: 'SLIP',
    name: 'An operator’s mistake',
    what: 'A key or a phrase in the wrong place, or an interruption at the wrong moment.',
    gets: ['Nothing is kept.'],
    open: [
      'Phrases in other languages than English, and parts of a secret, are not recognised.',
      'The screen showed what was typed, and other programs may keep the clipboard’s history.',
    ],
  },
  {
    id: 'NET',
    name: 'The network',
    what: 'Somebody between this machine and a service or node.',
    gets: ['They see when and how much is sent.'],
    open: ['A certificate authority that the system or `SSL_CERT_FILE` trusts wrongly.'],
  },
  {
    id: 'DOWNLOAD',
    name: 'A changed download',
    what: 'Somebody who changes, replaces or holds back the files of a release on their way to you.',
    gets: ['They can keep you from downloading anything.'],
    open: [
      'No release key is published yet. Until then `castellan verify-download` verifies nothing, and says so.',
      'A first installation cannot verify itself: compare its digests by other means (docs/releasing.md).',
      'Whoever holds the release key can sign anything. A build of your own shows it.',
    ],
  },
  {
    id: 'ROOT',
    name: 'Root',
    what: 'The administrator of the machine.',
    gets: ['Everything.'],
    open: ['Everything.'],
  },
];
