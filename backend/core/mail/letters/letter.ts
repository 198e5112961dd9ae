import type { SettingsView } from '#contract/shop/settings.ts';

/** What a mail says, without its layout. All texts are plain text. */
export type Letter = { title: string; blocks: readonly Block[] };

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'button'; text: string; href: string; isSecondary?: boolean }
  /** Quieter than a button. */
  | { kind: 'link'; text: string; href: string }
  /** Short lists, two side by side, below each other on phones. */
  | { kind: 'facts'; facts: readonly Fact[] }
  /** A table of things and their sums. */
  | { kind: 'items'; items: readonly Item[]; sums?: readonly Sum[] };

export type Fact = { name: string; lines: readonly string[] };
export type Item = {
  title: string;
  detail?: string;
  amount?: string;
  /** A square picture, as WebP. The mail carries it, because loading it from a server would reveal when the mail is read. */
  picture?: Buffer;
};
export type Sum = { name: string; amount: string; isTotal?: boolean };

/** The shop that writes the letters. */
export type Writer = { shop: Pick<SettingsView, 'name' | 'address'>; publicUrl: string };

/** A letter as the two parts of a mail, and the pictures that its HTML shows. */
export type LetterParts = { text: string; html: string; attachments?: (Attachment | File)[] };

/** Shown by the HTML under its `cid`. */
export type Attachment = { cid: string; filename: string; content: Buffer; contentDisposition: 'inline' };

/** A file that the recipient keeps. */
export type File = { filename: string; content: Buffer; contentType: string };

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

export function heading(text: string): Block {
  return { kind: 'heading', text };
}

export function button(text: string, href: string) {
  return { kind: 'button', text, href } as const;
}
