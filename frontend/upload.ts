/** Called with the share that has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

type Upload = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData;
  onProgress?: OnProgress;
};

type Response<T> = { status: number; data: T };

/**
 * Sends a form and tells how far it is, which `fetch` can't. There is no timeout. Rejects, as redaxios does, with the
 * Response if its status is not from 200 to 299, and with an Error without a sentence if there was no answer.
 */
export function upload<T>({ method, url, headers, body, onProgress }: Upload): Promise<Response<T>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method.toUpperCase(), url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const response = { status: request.status, data: parse(request.responseText) as T };
      if (request.status >= 200 && request.status < 300) resolve(response);
      else reject(response);
    };
    request.onerror = () => reject(new Error());
    request.send(body);
  });
}

/** An answer that is no JSON, such as a proxy's page, stays a text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
