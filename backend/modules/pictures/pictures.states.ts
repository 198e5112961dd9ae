/** The kinds of owners that have pictures. */
export const pictureOwners = ['product', 'user'] as const;
export type PictureOwnerKind = (typeof pictureOwners)[number];
export type PictureOwner = { kind: PictureOwnerKind; id: string };

export const pictureStates = ['waiting', 'ready', 'failed'] as const;
export type PictureState = (typeof pictureStates)[number];

/**
 * The states from which a picture becomes ready or fails. One that failed because of a server error keeps its upload, and
 * becomes ready if an operator retries its job. A ready one never changes; it can only be replaced or removed.
 */
export const unfinishedStates: PictureState[] = ['waiting', 'failed'];
