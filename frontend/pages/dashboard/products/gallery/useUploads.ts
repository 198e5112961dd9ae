import { useRef, useState } from 'react';
import { type AdminProductView, IMAGES_MAX } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { addImage } from '../../../../api/admin/productImages.ts';
import { errorMessage } from '../../../../api/errors.ts';
import { pictureRefusal } from '../../../../components/forms/pictureRefusal.ts';

export type PictureUpload = {
  key: number;
  file: File;
  /** From 0 to 1. */
  sent: number;
};

/** Adds pictures to a product, several at once. `failures` says why some were not added. */
export function useUploads(
  { _id, images }: AdminProductView,
  onChange: (change: Promise<AdminProductView>) => void,
  onAdded: (saved: AdminProductView) => void,
) {
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  const [failures, setFailures] = useState<string[]>([]);
  const lastKey = useRef(0);
  const room = Math.max(0, IMAGES_MAX - images.length - uploads.length);

  const send = async ({ key, file }: PictureUpload) => {
    try {
      const change = addImage(_id, file, (sent) => {
        setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, sent } : upload)));
      });
      onChange(change);
      onAdded(await change);
    } catch (error) {
      setFailures((all) => [...all, `${file.name}: ${errorMessage(error)}`]);
    } finally {
      setUploads((all) => all.filter((upload) => upload.key !== key));
    }
  };

  const add = (files: File[]) => {
    const { accepted, refusals } = chooseFiles(files, room);
    const added = accepted.map((file) => {
      lastKey.current += 1;
      return { key: lastKey.current, file, sent: 0 };
    });
    setFailures(refusals);
    setUploads((all) => [...all, ...added]);
    for (const upload of added) void send(upload);
  };

  return { uploads, failures, room, add };
}

/** The files that can be sent and for which there is room, and why the others can't. */
export function chooseFiles(files: readonly File[], room: number): { accepted: File[]; refusals: string[] } {
  const refusals = files.flatMap((file) => {
    const refusal = pictureRefusal(file);
    return refusal === undefined ? [] : [`${file.name}: ${refusal}`];
  });
  const valid = files.filter((file) => pictureRefusal(file) === undefined);
  if (valid.length > room) refusals.push(m.products.tooManyPictures({ count: valid.length - room, max: IMAGES_MAX }));
  return { accepted: valid.slice(0, room), refusals };
}
