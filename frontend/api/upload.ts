/** Called with the share that has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

type Upload = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData;
  onProgress?: OnProgress;
};

/**
 * Sends a form and reports progress, which `fetch` can't. There is no timeout. Resolves with any answer, also a refusal.
 * Rejects without an answer, with an error that leaves the sentence to the call.
 */
export function upload({ method, url, headers, body, onProgress }: Upload): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new Error());
    request.send(body);
  });
}
