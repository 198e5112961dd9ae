/** Line icons on a 24 by 24 grid, drawn for this shop. Every page loads those of this list. */
const paths = {
  cart: 'M3 4h2.2l2 11.2a1.5 1.5 0 0 0 1.5 1.3h8.6a1.5 1.5 0 0 0 1.5-1.2L20.5 8H6M9.5 21a.75.75 0 1 0 0-1.5.75.75 0 0 0 0 1.5ZM17 21a.75.75 0 1 0 0-1.5.75.75 0 0 0 0 1.5Z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.9-3.4 3.9-5 7.5-5s6.6 1.6 7.5 5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  menu: 'M4 8.5h16M4 15.5h16',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevronUp: 'M6.5 14.5l5.5-5.5 5.5 5.5',
  chevronDown: 'M6.5 9.5l5.5 5.5 5.5-5.5',
  chevronBack: 'M14.5 6.5L9 12l5.5 5.5',
  chevronForward: 'M9.5 6.5L15 12l-5.5 5.5',
  arrowBack: 'M19 12H5M11 6l-6 6 6 6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  compare: 'M4.5 5.5H10v13H4.5ZM14 5.5h5.5v13H14Z',
  alert: 'M12 8.5v4.5M12 16.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  lock: 'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5ZM8 10.5V8a4 4 0 0 1 8 0v2.5',
  picture:
    'M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM8.5 10.5a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5ZM4 17l5-4.5 3 2.5 4-4 4.5 4',
} as const;

/** An icon of the list, or the path of one that no page shows first. */
export type IconName = keyof typeof paths | `M${string}`;

/** Those that point along a line of text, or move along it. */
const mirrored: ReadonlySet<IconName> = new Set(['cart', 'chevronBack', 'chevronForward', 'arrowBack']);

type IconProps = {
  name: IconName;
  /** Edge length in pixels. */
  size?: number;
};

/** An icon in the color of its text. Decorative: the control around it has the accessible name. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={mirrored.has(name) ? 'mirrored' : undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name as keyof typeof paths] ?? name} />
    </svg>
  );
}
