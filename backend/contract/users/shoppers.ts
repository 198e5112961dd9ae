/** Whose an order or a return is, for admins. */
export type ShopperView = { _id: string; username: string; email: string };
