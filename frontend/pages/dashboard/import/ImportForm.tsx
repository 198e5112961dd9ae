import { type FormEvent, useRef, useState } from 'react';
import { IMAGE_TYPES } from '#contract/images.ts';
import { CATALOGUE_FILE_BYTES_MAX, IMPORT_PICTURES_MAX } from '#contract/imports.ts';
import { Button } from '../../../components/Button.tsx';
import { FileDrop } from '../../../components/FileDrop.tsx';
import { ProgressBar } from '../../../components/ProgressBar.tsx';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import { sendImport } from '../../../stores/dashboard/imports.ts';
import styles from './ImportForm.module.css';

const MEGABYTE = 1024 * 1024;
const FILE_LIMIT = `The catalogue file can have at most ${CATALOGUE_FILE_BYTES_MAX / MEGABYTE} MB`;
const FILE_REQUIRED = 'A catalogue file is required';
const NO_PICTURES = `Only for lines that name one: the files of those names, at most ${IMPORT_PICTURES_MAX}.`;
const CATALOGUE_TYPES = '.jsonl,.ndjson,.json,.csv,.gz,.txt';

/** Where a catalogue file is chosen, and the pictures that its lines name. */
export function ImportForm() {
  const [file, setFile] = useState<File | null>(null);
  const [pictures, setPictures] = useState<File[]>([]);
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState<number | null>(null);
  const fileButton = useRef<HTMLButtonElement | null>(null);

  const chooseFile = ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const isTooLarge = chosen.size > CATALOGUE_FILE_BYTES_MAX;
    setError(isTooLarge ? FILE_LIMIT : undefined);
    setFile(isTooLarge ? null : chosen);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (file === null) {
      setError(FILE_REQUIRED);
      fileButton.current?.focus();
      return;
    }
    setSent(0);
    try {
      await sendImport(file, pictures, setSent);
      setFile(null);
      setPictures([]);
      setError(undefined);
    } catch (failure) {
      setError(showAdminFailure(failure));
    } finally {
      setSent(null);
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FileDrop
        label="Catalogue file"
        action={file ? 'Choose another file' : 'Choose a catalogue file'}
        accept={CATALOGUE_TYPES}
        onChoose={chooseFile}
        hint={file ? `${file.name}, ${size(file.size)}` : <WhatIsAllowed />}
        error={error}
        buttonRef={(button) => {
          fileButton.current = button;
        }}
      />
      <FileDrop
        label="Pictures"
        action={pictures.length > 0 ? 'Choose other pictures' : 'Choose pictures'}
        accept={IMAGE_TYPES.join()}
        multiple
        onChoose={setPictures}
        hint={pictures.length > 0 ? chosenPictures(pictures) : NO_PICTURES}
      />
      {sent !== null && <ProgressBar label={sent < 1 ? 'Sending the files' : 'The shop takes them in'} share={sent} />}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={sent !== null}>
          Import
        </Button>
        {pictures.length > 0 && (
          <Button variant="quiet" onClick={() => setPictures([])}>
            Without pictures
          </Button>
        )}
      </div>
    </form>
  );
}

function WhatIsAllowed() {
  return (
    <>
      JSON lines or CSV, also compressed by gzip, at most {CATALOGUE_FILE_BYTES_MAX / MEGABYTE} MB. Each line is a
      product with <code>title</code>, <code>description</code>, <code>price</code> (EUR), <code>category</code> and, if
      it has a picture, <code>image</code>, the name of its file. A file can be sent again: what is there already is
      only brought up to date.
    </>
  );
}

function chosenPictures(pictures: readonly File[]): string {
  const bytes = pictures.reduce((sum, picture) => sum + picture.size, 0);
  const names = pictures.slice(0, 3).map(({ name }) => name);
  const others = pictures.length - names.length;
  const amount = `${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}, ${size(bytes)}`;
  return `${amount}: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** "12.3 kB", "4.0 MB". */
function size(bytes: number): string {
  const inMegabytes = bytes >= MEGABYTE;
  const number = (bytes / (inMegabytes ? MEGABYTE : 1024)).toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `${number} ${inMegabytes ? 'MB' : 'kB'}`;
}
