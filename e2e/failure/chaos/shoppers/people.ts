import type Stripe from 'stripe';
import type { Journal } from '../journal.ts';
import type { Client } from './client.ts';

/** What everybody in the shop shares. */
export type Traffic = {
  client: Client;
  journal: Journal;
  /** The provider, as browsers reach it. */
  provider: Stripe;
  adminToken: string;
  isOpen(): boolean;
  /** Products that are for sale all the while. */
  productIds(): readonly string[];
  /** EUR. */
  priceOf(productId: string): number;
  categoryIds(): readonly string[];
  noteCategory(id: string): void;
};

/** Somebody who has logged in. */
export type Shopper = { email: string; username: string; token: string; rated: Set<string> };
