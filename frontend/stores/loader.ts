import { proxy } from 'valtio';

/** How many calls to the server are under way. */
export const loader = proxy({ pending: 0 });
