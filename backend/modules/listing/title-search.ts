import type { Rows } from './rows.ts';

/** New rows are searched one by one until there are this many. */
const NEW_ROWS_MAX = 2000;
/** PostgreSQL stores no NUL, so no title contains it. */
const SEPARATOR = '\u0000';

/**
 * Finds titles that contain a text. Searching one long text is several times as fast as searching 200,000 titles one by
 * one, and needs no index of words.
 */
export type TitleSearch = {
  /** Finds and marks the rows whose title contains `search`, in lower case; removed rows may be among them. */
  find(search: string): { slots: Int32Array; mark: number };
};

export function createTitleSearch(rows: Rows): TitleSearch {
  let text = '';
  /** Where the title of each row begins in the text, and where the text ends. */
  let starts = new Int32Array(1);
  let searches = 0;

  function joinTitles(): void {
    const titles = Array.from({ length: rows.size }, (_, slot) => rows.title(slot));
    starts = new Int32Array(titles.length + 1);
    for (const [slot, title] of titles.entries()) starts[slot + 1] = (starts[slot] as number) + title.length + 1;
    text = titles.join(SEPARATOR) + SEPARATOR;
  }

  function* findInText(search: string): Generator<number> {
    let slot = 0;
    for (let place = text.indexOf(search); place !== -1; place = text.indexOf(search, starts[slot])) {
      while ((starts[slot + 1] as number) <= place) slot += 1;
      yield slot;
      slot += 1;
    }
  }

  function* findSlots(search: string): Generator<number> {
    if (search.includes(SEPARATOR)) return;
    if (rows.size - (starts.length - 1) > NEW_ROWS_MAX) joinTitles();
    yield* findInText(search);
    for (let slot = starts.length - 1; slot < rows.size; slot += 1) {
      if (rows.title(slot).includes(search)) yield slot;
    }
  }

  return {
    find(search) {
      searches += 1;
      const slots = Int32Array.from(findSlots(search));
      for (const slot of slots) rows.setMark(slot, searches);
      return { slots, mark: searches };
    },
  };
}
