import type { ReactNode } from 'react';
import { proxy, ref } from 'valtio';

export type Question = {
  title: string;
  /** Explains what confirming does. */
  text: ReactNode;
  /** The confirm button's label: the verb of the question. */
  action: string;
  cancel?: string;
};

/** The open question; null without one. */
export const confirmation = proxy<{ question: Question | null }>({ question: null });

let settle: (isConfirmed: boolean) => void = () => undefined;

/**
 * Asks before an action that can't be undone, in the page's Confirmation. Another question answers it with false.
 * @returns whether the user confirms
 */
export function confirm(question: Question): Promise<boolean> {
  answer(false);
  confirmation.question = ref(question);
  return new Promise((resolve) => {
    settle = resolve;
  });
}

/** Answers the open question, if there is one. */
export function answer(isConfirmed: boolean): void {
  confirmation.question = null;
  settle(isConfirmed);
}
