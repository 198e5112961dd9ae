import type { TableQuery } from '#contract/table.ts';
import { attempt, baseURL } from '../api/call.ts';
import { adminFallback } from './messages.ts';

/** What a table of the dashboard asks for: the query of every table, and the filters of its own. */
export type TableRequest<Column extends string = string> = TableQuery<Column> & {
  /** Counted from 1. */
  page: number;
  /** The value of each filter that is set, under the name that the call's address uses. */
  filters: Record<string, string>;
};

/** The path of a table's call, with what is asked for in its query string. */
export function tablePath(path: string, { search, sort, direction, page, pageSize, filters }: TableRequest): string {
  const parameters = new URLSearchParams({
    sort,
    direction,
    page: String(page),
    pageSize: String(pageSize),
    ...filters,
  });
  if (search !== '') parameters.set('search', search);
  return `${path}?${parameters}`;
}

/** Fetches a file, for which a link would not do: the server wants the token. @throws ApiError */
export function download(path: string): Promise<Blob> {
  return attempt({ fallback: adminFallback.export, quiet: true }, async (token) => {
    const response = await fetch(baseURL + path, { headers: token ? { Authorization: token } : {} });
    if (response.ok) return response.blob();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    throw { status: response.status, data: isJson ? await response.json() : undefined };
  });
}
