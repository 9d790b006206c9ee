/** A module that Vite puts into the bundle as text. */
declare module '*.txt?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives it.
  export default text;
}
