/** The one set: a 16 px grid, 1.5 px strokes, round ends. Each is drawn beside words or inside a control that has a name. */
const PATHS = {
  account: [
    'M2.25 5.25v6.5a1.5 1.5 0 0 0 1.5 1.5h8.5a1.5 1.5 0 0 0 1.5-1.5v-5a1.5 1.5 0 0 0-1.5-1.5h-10Zm0 0a2 2 0 0 1 2-2h7.25v2',
    'M10.75 9.25h.01',
  ],
  sign: [
    'M2.25 13.25h11.5',
    'M3.25 10.25c2.2-.4 4.3-6.9 5.6-7.3 1.5-.4.2 4-1.1 6.9-.4 1 .9-2.4 2-2.3 1 .1.2 1.9 1 2.2.5.2 1-.4 1.5-.8',
  ],
  activity: ['M1.75 8.25h2.9l2-5 3 9.5 1.9-4.5h2.7'],
  operations: ['M6.25 4h7.5M6.25 8h7.5M6.25 12h7.5', 'M2.5 4h.01M2.5 8h.01M2.5 12h.01'],
  flight: ['M13.75 2.25 7.4 8.6', 'M13.75 2.25 9.6 13.6 7.4 8.6 2.4 6.4l11.35-4.15Z'],
  settings: [
    'M2.25 4.5h6.5M12.25 4.5h1.5M2.25 11.5h1.5M7.25 11.5h6.5',
    'M10.5 6.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5ZM5.5 13.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
  ],
  search: ['M7 11.75a4.75 4.75 0 1 0 0-9.5 4.75 4.75 0 0 0 0 9.5ZM10.5 10.5l3.25 3.25'],
  lock: [
    'M4.25 7.25h7.5a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-7.5a1 1 0 0 1-1-1v-4.5a1 1 0 0 1 1-1Z',
    'M5.25 7.25V5a2.75 2.75 0 0 1 5.5 0v2.25',
  ],
  copy: [
    'M6.25 5.25h6.5a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-6.5a1 1 0 0 1-1-1v-6.5a1 1 0 0 1 1-1Z',
    'M10.75 2.75a.5.5 0 0 0-.5-.5h-7a1 1 0 0 0-1 1v7a.5.5 0 0 0 .5.5',
  ],
  check: ['m3 8.5 3.25 3.25L13 4.75'],
  close: ['m3.75 3.75 8.5 8.5M12.25 3.75l-8.5 8.5'],
  plus: ['M8 3v10M3 8h10'],
  refresh: ['M13.25 8a5.25 5.25 0 1 1-1.6-3.8', 'M13.5 1.75v3h-3'],
  export: [
    'M8 9.75v-7.5M5.25 4.75 8 2l2.75 2.75',
    'M5 7.25H3.75a1 1 0 0 0-1 1v4.5a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1v-4.5a1 1 0 0 0-1-1H11',
  ],
  key: ['M5.25 13.25a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM7.5 8.2l5.75-5.7M10.25 5.5l2 2'],
  care: ['M8 2.25 14 13H2L8 2.25Z', 'M8 6.5v3M8 11.25h.01'],
  danger: ['M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5Z', 'M8 5v3.5M8 10.9h.01'],
  info: ['M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5Z', 'M8 7.5V11M8 5.1h.01'],
  proven: ['M8 1.75 13 3.5v4.25c0 3.1-2.1 5.4-5 6.5-2.9-1.1-5-3.4-5-6.5V3.5l5-1.75Z', 'm5.75 8 1.65 1.65L10.4 6.5'],
  service: [
    'M3.25 2.75h9.5a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1h-9.5a1 1 0 0 1-1-1v-2.5a1 1 0 0 1 1-1ZM3.25 8.75h9.5a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1h-9.5a1 1 0 0 1-1-1v-2.5a1 1 0 0 1 1-1Z',
    'M4.75 5h.01M4.75 11h.01',
  ],
  reveal: [
    'M1.5 8S3.75 3.5 8 3.5 14.5 8 14.5 8 12.25 12.5 8 12.5 1.5 8 1.5 8Z',
    'M8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
  ],
  right: ['m6.25 4.25 3.75 3.75-3.75 3.75'],
  updown: ['m5 6.25 3-3 3 3M5 9.75l3 3 3-3'],
  keyboard: [
    'M2.75 3.75h10.5a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H2.75a1 1 0 0 1-1-1v-6.5a1 1 0 0 1 1-1Z',
    'M4.5 6.5h.01M7 6.5h.01M9.5 6.5h.01M11.5 6.5h.01M5.25 9.5h5.5',
  ],
  theme: ['M8 13.75a5.75 5.75 0 1 0 0-11.5 5.75 5.75 0 0 0 0 11.5Z', 'M8 2.25v11.5M10.5 3v10M12.75 5v6'],
} as const;

export type IconName = keyof typeof PATHS;

/** One drawing of the set, in the colour of the text around it. Says nothing to a screen reader: the words beside it do. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {PATHS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
