/** The import of a WebAssembly file that Vite puts into the bundle: a base64 `data:` URL. */
declare module '*.wasm?url&inline' {
  const dataUrl: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives it.
  export default dataUrl;
}
