import { useRef, useState } from 'react';
import {
  CATALOGUE_FILE_BYTES_MAX,
  fileTooLarge,
  IMPORT_PICTURES_BYTES_MAX,
  IMPORT_PICTURES_MAX,
  picturesTooLarge,
  tooManyPictures,
} from '#contract/imports.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { IMAGE_TYPES, MEGABYTE } from '#contract/pictures.ts';
import { m } from '#messages';
import { imports, isUnfinished, startImport } from '../../../api/admin/imports.ts';
import { fieldErrors, showFailure } from '../../../api/errors.ts';
import { useRemoteState } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { ProgressBar } from '../../../components/feedback/ProgressBar.tsx';
import { FileDrop } from '../../../components/forms/FileDrop.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { fileSize } from '../../../components/forms/fileSize.ts';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportReport } from './ImportReport.tsx';

const NO_PICTURES = `Optional: the files named in the image and images columns. Up to ${formatNumber(IMPORT_PICTURES_MAX)} pictures, ${
  IMPORT_PICTURES_BYTES_MAX / MEGABYTE
} MB in total.`;
const CATALOGUE_TYPES = '.jsonl,.ndjson,.json,.csv,.gz,.txt';

/** The errors of the catalogue file, the pictures, or the import as a whole. */
type Errors = { file?: string; pictures?: string; form?: string };

/** Imports a catalogue file with the pictures it names, once a check has said what it would do. */
export function ImportForm() {
  const [file, setFile] = useState<File | null>(null);
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const [errors, setErrors] = useState<Errors>({});
  const [sent, setSent] = useState<number | null>(null);
  const [publish, setPublish] = useState(false);
  const [checkId, setCheckId] = useState<string | null>(null);
  const check = useRemoteState(imports, null).data?.find(({ _id }) => _id === checkId);
  const isChecked = check?.state === 'done';
  const isChecking = check !== undefined && isUnfinished(check);
  const fileButton = useRef<HTMLButtonElement>(null);
  const picturesButton = useRef<HTMLButtonElement>(null);

  const chooseFile = ([chosen]: File[]) => {
    if (chosen === undefined) return;
    setCheckId(null);
    const isTooLarge = chosen.size > CATALOGUE_FILE_BYTES_MAX;
    setErrors({ pictures: errors.pictures, file: isTooLarge ? fileTooLarge() : undefined });
    setFile(isTooLarge ? null : chosen);
  };
  const choosePictures = (chosen: readonly File[]) => {
    const refusal = refusalOf(chosen);
    setCheckId(null);
    setErrors({ file: errors.file, pictures: refusal });
    setPictures(refusal ? [] : chosen);
  };
  const removePictures = () => {
    choosePictures([]);
    // The pressed button disappears.
    picturesButton.current?.focus();
  };
  const submit = async () => {
    if (file === null) {
      setErrors({ pictures: errors.pictures, file: m.imports.fileRequired() });
      fileButton.current?.focus();
      return;
    }
    // Don't silently import without the rejected pictures.
    if (errors.pictures) return picturesButton.current?.focus();
    setErrors({});
    setSent(0);
    try {
      const importId = await startImport(file, pictures, { check: !isChecked, publish }, setSent);
      if (!isChecked) return setCheckId(importId);
      setFile(null);
      setPictures([]);
      setCheckId(null);
    } catch (failure) {
      setErrors(errorsOf(failure));
    } finally {
      setSent(null);
    }
  };

  return (
    <Form className="medium-wide" onSubmit={submit}>
      <FileDrop
        label="Catalogue file"
        action={file ? 'Choose another file' : 'Choose a catalogue file'}
        accept={CATALOGUE_TYPES}
        onChoose={chooseFile}
        hint={file ? `${file.name}, ${fileSize(file.size)}` : <FileRequirements />}
        error={errors.file}
        buttonRef={fileButton}
      />
      <FileDrop
        label="Pictures"
        action={pictures.length > 0 ? 'Choose other pictures' : 'Choose pictures'}
        accept={IMAGE_TYPES.join()}
        multiple
        onChoose={choosePictures}
        hint={pictures.length > 0 ? chosenPictures(pictures) : NO_PICTURES}
        error={errors.pictures}
        buttonRef={picturesButton}
      />
      <ImportColumns />
      <p className="remark">
        A <code>stock</code> column replaces the stock of your products. Sales made since you counted aren't subtracted.
      </p>
      {sent !== null && <ProgressBar label={sent < 1 ? 'Uploading files…' : 'Processing files…'} value={sent} />}
      {check && <ImportReport key={check._id} view={check} />}
      {isChecked && (
        <SwitchField
          label="Publish new products"
          hint="Otherwise they stay hidden until you publish them. A published column decides for its rows."
          checked={publish}
          onChange={({ target }) => setPublish(target.checked)}
        />
      )}
      <InlineError>{errors.form}</InlineError>
      <div className="cluster">
        <Button type="submit" variant="primary" busy={sent !== null || isChecking}>
          {isChecked ? 'Import' : 'Check file'}
        </Button>
        {(pictures.length > 0 || errors.pictures) && (
          <Button variant="quiet" onClick={removePictures}>
            Remove pictures
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Checks pictures before a long upload. */
function refusalOf(pictures: readonly File[]): string | undefined {
  if (pictures.length > IMPORT_PICTURES_MAX) return tooManyPictures();
  return bytesOf(pictures) > IMPORT_PICTURES_BYTES_MAX ? picturesTooLarge() : undefined;
}

function bytesOf(files: readonly File[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Shows an error toast and returns the message for its place in the form. */
function errorsOf(failure: unknown): Errors {
  const message = showFailure(failure);
  const { file, pictures } = fieldErrors(failure);
  return file || pictures ? { file, pictures } : { form: message };
}

function FileRequirements() {
  return (
    <>
      JSON Lines or CSV, optionally gzipped, up to {CATALOGUE_FILE_BYTES_MAX / MEGABYTE} MB. One product per row with{' '}
      <code>title</code>, <code>description</code>, <code>price</code> and <code>category</code>. Rows match by{' '}
      <code>id</code>, or by category, title and description. Matches are updated.
    </>
  );
}

function chosenPictures(pictures: readonly File[]): string {
  const names = pictures.slice(0, 3).map(({ name }) => name);
  const others = pictures.length - names.length;
  const amount = `${counted(pictures.length, adminNouns.picture)}, ${fileSize(bytesOf(pictures))}`;
  return `${amount}: ${names.join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`;
}
