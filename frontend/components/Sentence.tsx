import { Fragment, type ReactNode } from 'react';

type Parts = Record<string, (text: string) => ReactNode>;

/** For words of a control's name that only its neighbors on screen make clear: `Remove<hidden> code</hidden>`. */
export const hidden = (text: string) => <span className="visually-hidden">{text}</span>;

/** A message with elements in it, such as a link: `parts` makes them of the texts between the tags of their names. */
export function Sentence({ of: message, parts }: { of: string; parts: Parts }): ReactNode {
  // Only the names of parts: a value may have angle brackets, too.
  const part = new RegExp(`<(${Object.keys(parts).join('|')})>(.*?)</\\1>`);
  // The pieces alternate: text, name, text of the part.
  const pieces = message.split(part);
  return pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    const make = index % 3 === 2 ? parts[pieces[index - 1] ?? ''] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has a fixed order
    return <Fragment key={index}>{make ? make(piece) : piece}</Fragment>;
  });
}
