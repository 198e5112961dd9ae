import { useRef, useState } from 'react';
import {
  CATALOGUE_FILE_BYTES_MAX,
  fileTooLarge,
  IMPORT_PICTURES_BYTES_MAX,
  IMPORT_PICTURES_MAX,
  picturesTooLarge,
  tooManyPictures,
} from '#contract/catalogue/imports.ts';
import { IMAGE_TYPES, MEGABYTE } from '#contract/catalogue/picture-limits.ts';
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
import { Sentence } from '../../../components/Sentence.tsx';
import { firstOf } from './firstOf.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportReport } from './ImportReport.tsx';

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
    if (isChecking) return;
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
        label={m.importing.catalogueFile()}
        action={file ? m.importing.chooseAnotherFile() : m.importing.chooseFile()}
        accept={CATALOGUE_TYPES}
        onChoose={chooseFile}
        hint={
          file ? (
            `${file.name}, ${fileSize(file.size)}`
          ) : (
            <Coded of={m.importing.fileHint({ max: CATALOGUE_FILE_BYTES_MAX / MEGABYTE })} />
          )
        }
        error={errors.file}
        buttonRef={fileButton}
      />
      <FileDrop
        label={m.importing.pictures()}
        action={pictures.length > 0 ? m.importing.chooseOtherPictures() : m.importing.choosePictures()}
        accept={IMAGE_TYPES.join()}
        multiple
        onChoose={choosePictures}
        hint={picturesHint(pictures)}
        error={errors.pictures}
        buttonRef={picturesButton}
      />
      <ImportColumns />
      <p className="remark">
        <Coded of={m.importing.stockRemark()} />
      </p>
      {sent !== null && (
        <ProgressBar label={sent < 1 ? m.importing.uploading() : m.importing.processing()} value={sent} />
      )}
      {check && <ImportReport key={check._id} view={check} />}
      {isChecked && (
        <SwitchField
          label={m.importing.publishNew()}
          hint={m.importing.publishHint()}
          checked={publish}
          onChange={({ target }) => setPublish(target.checked)}
        />
      )}
      <InlineError>{errors.form}</InlineError>
      <div className="cluster">
        <Button type="submit" variant="primary" busy={sent !== null || isChecking}>
          {isChecked ? m.importing.import() : m.importing.check()}
        </Button>
        {(pictures.length > 0 || errors.pictures) && (
          <Button variant="quiet" onClick={removePictures}>
            {m.importing.removePictures()}
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

/** A sentence that names columns of the file. */
function Coded({ of }: { of: string }) {
  return <Sentence of={of} parts={{ code: (text) => <code>{text}</code> }} />;
}

/** The chosen pictures, or what may be chosen. */
function picturesHint(pictures: readonly File[]): string {
  const count = pictures.length;
  if (count === 0) {
    const megabytes = IMPORT_PICTURES_BYTES_MAX / MEGABYTE;
    return m.importing.picturesHint({ max: IMPORT_PICTURES_MAX, megabytes });
  }
  const names = pictures.map(({ name }) => name);
  return m.importing.chosenPictures({ count, size: fileSize(bytesOf(pictures)), names: firstOf(names, 3) });
}
