/** The kinds of owners that have pictures. */
export const pictureOwners = ['product', 'user'] as const;
export type PictureOwnerKind = (typeof pictureOwners)[number];
export type PictureOwner = { kind: PictureOwnerKind; id: string };

export const pictureStates = ['waiting', 'ready', 'failed'] as const;
export type PictureState = (typeof pictureStates)[number];

/**
 * The allowed transitions. A picture that failed because of a server error keeps its upload and becomes ready if an
 * operator retries its job. A ready one never changes; it can only be replaced or removed.
 */
const transitions: Record<PictureState, readonly PictureState[]> = {
  waiting: ['ready', 'failed'],
  failed: ['ready', 'failed'],
  ready: [],
};

/** The states from which a picture can move to `state`. */
export function statesLeadingTo(state: PictureState): PictureState[] {
  return pictureStates.filter((before) => transitions[before].includes(state));
}
