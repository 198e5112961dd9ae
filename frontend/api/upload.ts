import { ApiError } from './errors.ts';

/** Receives the fraction of bytes sent, from 0 to 1. */
export type OnProgress = (fraction: number) => void;

/** A form of values and files, in this order: the server reads the values before the files stream in. */
export function formOf(field: string, values: object, files: File | File[]): FormData {
  const form = new FormData();
  form.set(field, JSON.stringify(values));
  for (const file of [files].flat()) form.append('file', file);
  return form;
}

/** Why the server rejected a form's file; undefined for any other error. */
export function fileRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // These two codes always concern the file.
  const isFileRejected = error.code === 'tooLarge' || error.code === 'unsupportedType';
  return error.fields.file ?? (isFileRejected ? error.message : undefined);
}

type Upload = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData;
  onProgress?: OnProgress;
};

type UploadResponse<T> = { status: number; data: T };

/**
 * Sends a form and reports progress, which `fetch` can't. There is no timeout. Like redaxios, it rejects with the
 * response if its status is not 2xx. Without a response, the caller chooses the message.
 */
export function upload<T>({ method, url, headers, body, onProgress }: Upload): Promise<UploadResponse<T>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const response = { status: request.status, data: request.response };
      if (request.status >= 200 && request.status < 300) resolve(response);
      else reject(response);
    };
    request.onerror = () => reject(new Error());
    request.send(body);
  });
}
