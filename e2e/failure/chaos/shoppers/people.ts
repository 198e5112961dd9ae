import type Stripe from 'stripe';
import type { Journal } from '../journal.ts';
import type { Client } from './client.ts';

/** How busy a shop is. */
export type Pace = {
  /** Who are in the shop at once. */
  shoppers: number;
  /** Milliseconds between two actions of a shopper. */
  thinkTime: { min: number; max: number };
};

/** Shared by the admin and all shoppers. */
export type Traffic = {
  pace: Pace;
  client: Client;
  journal: Journal;
  /** The provider, without network faults, as browsers reach it. */
  provider: Stripe;
  /** Does what banks do at the provider. */
  control(path: string, body?: object): Promise<{ id: string }>;
  adminToken: string;
  isOpen(): boolean;
  /** The code of the method by which orders are delivered, and its price in EUR. */
  courier: { code: string; price: number };
  /** Products that are never deleted. */
  productIds(): readonly string[];
  /** EUR, without a sale. */
  priceOf(productId: string): number;
  categoryIds(): readonly string[];
  addCategory(id: string): void;
  /** Comments that were approved before any fault. */
  commentIds(): readonly string[];
};

/** A logged-in user. */
export type Shopper = { email: string; username: string; token: string; rated: Set<string> };
