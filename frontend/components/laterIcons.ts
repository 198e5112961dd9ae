// Paths of icons that no page shows first, which so load with what shows them.

export const REMOVE =
  'M4.5 7h15M10 11v5.5M14 11v5.5M6.5 7l.8 11.6a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4L17.5 7M9 7V5.5A1.5 1.5 0 0 1 10.5 4h3A1.5 1.5 0 0 1 15 5.5V7';
export const FILTER =
  'M4 7.5h8M18 7.5h2M15 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM4 16.5h2M12 16.5h8M9 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z';
export const CARD =
  'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3 10h18M6.5 15h3';
