/** What Vite gives for a WebAssembly file that it is asked to put into the bundle: a base64 `data:` URL. */
declare module '*.wasm?url&inline' {
  const dataUrl: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives it.
  export default dataUrl;
}
