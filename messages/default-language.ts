/**
 * The language of the specification, without a prefix in addresses, and of whatever is not translated. Apart from the table
 * of all languages, so that the client's first load goes without it.
 */
export const DEFAULT_LANGUAGE = 'en' as const;
