/** What can have pictures. */
export const pictureOwners = ['product', 'user'] as const;
export type PictureOwnerKind = (typeof pictureOwners)[number];
export type PictureOwner = { kind: PictureOwnerKind; id: string };

export const pictureStates = ['waiting', 'ready', 'failed'] as const;
export type PictureState = (typeof pictureStates)[number];

/**
 * The only way a picture changes. A failed one becomes ready if it failed for a fault of the shop and an operator
 * retries its job: its upload is kept until then. A ready one only ever makes room for another.
 */
const transitions: Record<PictureState, readonly PictureState[]> = {
  waiting: ['ready', 'failed'],
  failed: ['ready', 'failed'],
  ready: [],
};

/** The states from which a picture can come to `state`. */
export function statesBefore(state: PictureState): PictureState[] {
  return pictureStates.filter((before) => transitions[before].includes(state));
}
