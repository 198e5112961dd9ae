import { useRef, useState } from 'react';
import {
  CATALOGUE_FILE_BYTES_MAX,
  FILE_REQUIRED,
  FILE_TOO_LARGE,
  IMPORT_PICTURES_BYTES_MAX,
  IMPORT_PICTURES_MAX,
  PICTURES_TOO_LARGE,
  TOO_MANY_PICTURES,
} from '#contract/imports.ts';
import { IMAGE_TYPES, MEGABYTE } from '#contract/uploads.ts';
import { ApiError } from '../../../api/errors.ts';
import { Button } from '../../../components/Button.tsx';
import { FailureSentence } from '../../../components/FailureSentence.tsx';
import { FileDrop } from '../../../components/FileDrop.tsx';
import { Form } from '../../../components/Form.tsx';
import { fileSize } from '../../../components/fileSize.ts';
import { ProgressBar } from '../../../components/ProgressBar.tsx';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import { sendImport } from '../../../stores/dashboard/imports.ts';
import styles from './ImportForm.module.css';

const NO_PICTURES = `Only for lines that name one: the files of those names, at most ${IMPORT_PICTURES_MAX} with ${
  IMPORT_PICTURES_BYTES_MAX / MEGABYTE
} MB together.`;
const CATALOGUE_TYPES = '.jsonl,.ndjson,.json,.csv,.gz,.txt';

/** What is wrong, and where: with the catalogue file, with the pictures, or with neither of them alone. */
type Wrong = { file?: string; pictures?: string; both?: string };

/** Where a catalogue file is chosen, and the pictures that its lines name. */
export function ImportForm() {
  const [file, setFile] = useState<File | null>(null);
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const [wrong, setWrong] = useState<Wrong>({});
  const [sent, setSent] = useState<number | null>(null);
  const fileButton = useRef<HTMLButtonElement | null>(null);
  const picturesButton = useRef<HTMLButtonElement | null>(null);

  const chooseFile = ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const isTooLarge = chosen.size > CATALOGUE_FILE_BYTES_MAX;
    setWrong({ pictures: wrong.pictures, file: isTooLarge ? FILE_TOO_LARGE : undefined });
    setFile(isTooLarge ? null : chosen);
  };
  const choosePictures = (chosen: readonly File[]) => {
    const refusal = whatIsWrong(chosen);
    setWrong({ file: wrong.file, pictures: refusal });
    setPictures(refusal ? [] : chosen);
  };
  const leavePictures = () => {
    choosePictures([]);
    // The button that was pressed goes.
    picturesButton.current?.focus();
  };
  const submit = async () => {
    if (file === null) {
      setWrong({ pictures: wrong.pictures, file: FILE_REQUIRED });
      fileButton.current?.focus();
      return;
    }
    // Without those that were refused the file would be another import than was meant.
    if (wrong.pictures) return picturesButton.current?.focus();
    setWrong({});
    setSent(0);
    try {
      await sendImport(file, pictures, setSent);
      setFile(null);
      setPictures([]);
    } catch (failure) {
      setWrong(placed(failure));
    } finally {
      setSent(null);
    }
  };

  return (
    <Form className={styles.form} onSubmit={submit}>
      <FileDrop
        label="Catalogue file"
        action={file ? 'Choose another file' : 'Choose a catalogue file'}
        accept={CATALOGUE_TYPES}
        onChoose={chooseFile}
        hint={file ? `${file.name}, ${fileSize(file.size)}` : <WhatIsAllowed />}
        error={wrong.file}
        buttonRef={(button) => {
          fileButton.current = button;
        }}
      />
      <FileDrop
        label="Pictures"
        action={pictures.length > 0 ? 'Choose other pictures' : 'Choose pictures'}
        accept={IMAGE_TYPES.join()}
        multiple
        onChoose={choosePictures}
        hint={pictures.length > 0 ? chosenPictures(pictures) : NO_PICTURES}
        error={wrong.pictures}
        buttonRef={(button) => {
          picturesButton.current = button;
        }}
      />
      {sent !== null && <ProgressBar label={sent < 1 ? 'Sending the files' : 'The shop takes them in'} share={sent} />}
      <FailureSentence>{wrong.both}</FailureSentence>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={sent !== null}>
          Import
        </Button>
        {(pictures.length > 0 || wrong.pictures) && (
          <Button variant="quiet" onClick={leavePictures}>
            Remove the pictures
          </Button>
        )}
      </div>
    </Form>
  );
}

/** What can be told of pictures before minutes are spent on sending them. */
function whatIsWrong(pictures: readonly File[]): string | undefined {
  if (pictures.length > IMPORT_PICTURES_MAX) return TOO_MANY_PICTURES;
  return bytesOf(pictures) > IMPORT_PICTURES_BYTES_MAX ? PICTURES_TOO_LARGE : undefined;
}

function bytesOf(files: readonly File[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Tells a failure in a toast, and where it is to be shown. */
function placed(failure: unknown): Wrong {
  const sentence = showAdminFailure(failure);
  const { file, pictures } = failure instanceof ApiError ? failure.fields : {};
  return file || pictures ? { file, pictures } : { both: sentence };
}

function WhatIsAllowed() {
  return (
    <>
      JSON lines or CSV, also compressed by gzip, at most {CATALOGUE_FILE_BYTES_MAX / MEGABYTE} MB. Each line is a
      product with <code>title</code>, <code>description</code>, <code>price</code> (EUR), <code>category</code> and, if
      it has a picture, <code>image</code>, the name of its file. A file can be sent again: what is there already is
      only brought up to date. A product is known by its category, title and description, or by the <code>id</code> that
      an export gives it: such a line may change all of it.
    </>
  );
}

function chosenPictures(pictures: readonly File[]): string {
  const names = pictures.slice(0, 3).map(({ name }) => name);
  const others = pictures.length - names.length;
  const amount = `${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}, ${fileSize(bytesOf(pictures))}`;
  return `${amount}: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
