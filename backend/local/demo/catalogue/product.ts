export type DemoComment = { author: string; content: string; daysAgo: number; approved: boolean };

export type DemoProduct = {
  title: string;
  description: string;
  /** EUR, at most two decimals. */
  price: number;
  category: string;
  /** Draws the product as SVG. */
  picture: () => string;
  /** Whole stars, each from another shopper. */
  rates: number[];
  comments: DemoComment[];
};

/** What a category's file lists; the category is the file's. */
export type ListedProduct = Omit<DemoProduct, 'category'>;

/** Rates from how many gave five stars, four, three, two and one, mixed as they would have come in over time. */
export function stars(five: number, four = 0, three = 0, two = 0, one = 0): number[] {
  const sorted = [five, four, three, two, one].flatMap((count, index) => Array<number>(count).fill(5 - index));
  const order = (index: number) => (index * 0.618034) % 1;
  return sorted
    .map((rate, index) => ({ rate, at: order(index) }))
    .sort((first, second) => first.at - second.at)
    .map(({ rate }) => rate);
}

/** A comment that the shop's people have approved. */
export const said = (author: string, daysAgo: number, content: string): DemoComment => ({
  author,
  content,
  daysAgo,
  approved: true,
});

/** A comment that still waits for approval. */
export const waiting = (author: string, daysAgo: number, content: string): DemoComment => ({
  author,
  content,
  daysAgo,
  approved: false,
});
