import type Stripe from 'stripe';

/** A running process of the shop. */
export type FuzzedProcess = {
  name: string;
  pid: number;
  /** The address of its inspector. */
  inspector: string;
  /** Whether it answers that it is ready. */
  isReady(): Promise<boolean>;
};

/** A shop to fuzz, which trusts one proxy. */
export type FuzzedShop = {
  url: string;
  databaseUrl: string;
  webhookSecret: string;
  provider: Stripe;
  setFaults(faults: object): Promise<void>;
  mailboxUrl: string;
  /** An admin that no case touches. */
  root: { email: string; password: string };
  /** The name that its API gives to its connections to PostgreSQL. */
  apiName: string;
};
