/**
 * The exports of Node 18.20.4 (Debian 12), without those with a leading underscore, of the modules that scripts import.
 * Printed by that Node: `Object.keys(await import('node:fs'))`.
 */
const EXPORTS: Readonly<Record<string, string>> = {
  'node:child_process': `
    ChildProcess exec execFile execFileSync execSync fork spawn spawnSync
  `,
  'node:crypto': `
    Certificate Cipher Cipheriv Decipher Decipheriv DiffieHellman DiffieHellmanGroup ECDH Hash Hmac KeyObject Sign
    Verify X509Certificate checkPrime checkPrimeSync constants createCipheriv createDecipheriv createDiffieHellman
    createDiffieHellmanGroup createECDH createHash createHmac createPrivateKey createPublicKey createSecretKey
    createSign createVerify diffieHellman generateKey generateKeyPair generateKeyPairSync generateKeySync
    generatePrime generatePrimeSync getCipherInfo getCiphers getCurves getDiffieHellman getFips getHashes
    getRandomValues hkdf hkdfSync pbkdf2 pbkdf2Sync privateDecrypt privateEncrypt publicDecrypt publicEncrypt
    randomBytes randomFill randomFillSync randomInt randomUUID scrypt scryptSync secureHeapUsed setEngine setFips
    sign subtle timingSafeEqual verify webcrypto
  `,
  'node:events': `
    EventEmitter EventEmitterAsyncResource addAbortListener captureRejectionSymbol captureRejections
    defaultMaxListeners errorMonitor getEventListeners getMaxListeners init listenerCount on once setMaxListeners
    usingDomains
  `,
  'node:fs': `
    Dir Dirent F_OK FileReadStream FileWriteStream R_OK ReadStream Stats W_OK WriteStream X_OK access accessSync
    appendFile appendFileSync chmod chmodSync chown chownSync close closeSync constants copyFile copyFileSync cp
    cpSync createReadStream createWriteStream exists existsSync fchmod fchmodSync fchown fchownSync fdatasync
    fdatasyncSync fstat fstatSync fsync fsyncSync ftruncate ftruncateSync futimes futimesSync lchmod lchmodSync
    lchown lchownSync link linkSync lstat lstatSync lutimes lutimesSync mkdir mkdirSync mkdtemp mkdtempSync open
    openSync opendir opendirSync promises read readFile readFileSync readSync readdir readdirSync readlink
    readlinkSync readv readvSync realpath realpathSync rename renameSync rm rmSync rmdir rmdirSync stat statSync
    statfs statfsSync symlink symlinkSync truncate truncateSync unlink unlinkSync unwatchFile utimes utimesSync
    watch watchFile write writeFile writeFileSync writeSync writev writevSync
  `,
  'node:fs/promises': `
    access appendFile chmod chown constants copyFile cp lchmod lchown link lstat lutimes mkdir mkdtemp open opendir
    readFile readdir readlink realpath rename rm rmdir stat statfs symlink truncate unlink utimes watch writeFile
  `,
  'node:http': `
    Agent ClientRequest IncomingMessage METHODS OutgoingMessage STATUS_CODES Server ServerResponse createServer get
    globalAgent maxHeaderSize request setMaxIdleHTTPParsers validateHeaderName validateHeaderValue
  `,
  'node:https': `
    Agent Server createServer get globalAgent request
  `,
  'node:module': `
    Module SourceMap builtinModules createRequire findSourceMap globalPaths isBuiltin register runMain
    syncBuiltinESMExports
  `,
  'node:net': `
    BlockList Server Socket SocketAddress Stream connect createConnection createServer getDefaultAutoSelectFamily
    getDefaultAutoSelectFamilyAttemptTimeout isIP isIPv4 isIPv6 setDefaultAutoSelectFamily
    setDefaultAutoSelectFamilyAttemptTimeout
  `,
  'node:os': `
    EOL arch availableParallelism constants cpus devNull endianness freemem getPriority homedir hostname loadavg
    machine networkInterfaces platform release setPriority tmpdir totalmem type uptime userInfo version
  `,
  'node:path': `
    basename delimiter dirname extname format isAbsolute join normalize parse posix relative resolve sep
    toNamespacedPath win32
  `,
  'node:stream': `
    Duplex PassThrough Readable Stream Transform Writable addAbortSignal compose destroy finished
    getDefaultHighWaterMark isDestroyed isDisturbed isErrored isReadable isWritable pipeline promises
    setDefaultHighWaterMark
  `,
  'node:stream/promises': `
    finished pipeline
  `,
  'node:timers/promises': `
    scheduler setImmediate setInterval setTimeout
  `,
  'node:tls': `
    CLIENT_RENEG_LIMIT CLIENT_RENEG_WINDOW DEFAULT_CIPHERS DEFAULT_ECDH_CURVE DEFAULT_MAX_VERSION
    DEFAULT_MIN_VERSION SecureContext Server TLSSocket checkServerIdentity connect convertALPNProtocols
    createSecureContext createSecurePair createServer getCiphers rootCertificates
  `,
  'node:url': `
    URL URLSearchParams Url domainToASCII domainToUnicode fileURLToPath format parse pathToFileURL resolve
    resolveObject urlToHttpOptions
  `,
  'node:util': `
    MIMEParams MIMEType TextDecoder TextEncoder aborted callbackify debug debuglog deprecate format
    formatWithOptions getSystemErrorMap getSystemErrorName inherits inspect isArray isBoolean isBuffer isDate
    isDeepStrictEqual isError isFunction isNull isNullOrUndefined isNumber isObject isPrimitive isRegExp isString
    isSymbol isUndefined log parseArgs promisify stripVTControlCharacters toUSVString transferableAbortController
    transferableAbortSignal types
  `,
  'node:v8': `
    DefaultDeserializer DefaultSerializer Deserializer GCProfiler Serializer cachedDataVersionTag deserialize
    getHeapCodeStatistics getHeapSnapshot getHeapSpaceStatistics getHeapStatistics promiseHooks serialize
    setFlagsFromString setHeapSnapshotNearHeapLimit startupSnapshot stopCoverage takeCoverage writeHeapSnapshot
  `,
  'node:vm': `
    Script compileFunction createContext createScript isContext measureMemory runInContext runInNewContext
    runInThisContext
  `,
  'node:zlib': `
    BrotliCompress BrotliDecompress Deflate DeflateRaw Gunzip Gzip Inflate InflateRaw Unzip brotliCompress
    brotliCompressSync brotliDecompress brotliDecompressSync codes constants createBrotliCompress
    createBrotliDecompress createDeflate createDeflateRaw createGunzip createGzip createInflate createInflateRaw
    createUnzip deflate deflateRaw deflateRawSync deflateSync gunzip gunzipSync gzip gzipSync inflate inflateRaw
    inflateRawSync inflateSync unzip unzipSync
  `,
};

/** Returns the names that `import { … }` finds in a module of Node 18.20.4. Undefined for a module that is not listed. */
export const node18Exports = (module: string): ReadonlySet<string> | undefined => {
  const names = EXPORTS[module];
  return names === undefined ? undefined : new Set(['default', ...names.trim().split(/\s+/)]);
};
