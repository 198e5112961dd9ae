import type { FuzzedForm } from './forms.ts';
import type { Operation, Role } from './operations.ts';

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown; encoding: 'identity' | 'gzip' | 'br' | 'broken' }
  | { kind: 'bytes'; bytes: Buffer; type: string }
  | { kind: 'form'; form: FuzzedForm }
  /** Like a webhook; with a wrong signature if it is forged. */
  | { kind: 'signed'; value: unknown; isForged: boolean };

/** A request to one of the API's calls. Values that are known only when it is sent are a Later. */
export type CallStep = {
  operation: Operation;
  role: Role;
  /** A value for each segment of the path; null for one that is as described. */
  segments: unknown[];
  query: [name: string, value: unknown][];
  headers: Record<string, string>;
  body: Body;
  /** What the proxy forwards as the caller's address. */
  address: string;
};
