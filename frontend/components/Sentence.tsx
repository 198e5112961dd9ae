import { Fragment, type ReactNode } from 'react';

type Parts = Record<string, (text: string) => ReactNode>;

/** `<name>text</name>` */
const PART = /<(\w+)>(.*?)<\/\1>/;

/** For words of a control's name that only its neighbors on screen make clear: `Remove<hidden> code</hidden>`. */
export const hidden = (text: string) => <span className="visually-hidden">{text}</span>;

/** A message with elements in it, such as a link: `parts` makes them of the texts between the tags of their names. */
export function Sentence({ of: message, parts }: { of: string; parts: Parts }): ReactNode {
  // The pieces alternate: text, name, text of the part.
  const pieces = message.split(new RegExp(PART, 'g'));
  return pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    const name = index % 3 === 2 ? pieces[index - 1] : undefined;
    const make = name === undefined ? undefined : parts[name];
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has a fixed order
    return <Fragment key={index}>{make ? make(piece) : piece}</Fragment>;
  });
}
