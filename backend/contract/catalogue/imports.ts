import { m } from '#messages';
import { IMAGE_BYTES_MAX, MEGABYTE } from './picture-limits.ts';

/** Maximum size in bytes of a catalogue file as sent, compressed or not. */
export const CATALOGUE_FILE_BYTES_MAX = 50 * MEGABYTE;
/** Maximum size in bytes of an unpacked catalogue file. */
export const CATALOGUE_TEXT_BYTES_MAX = 250 * MEGABYTE;
/** Maximum number of lines of a catalogue file. */
export const CATALOGUE_LINES_MAX = 1_000_000;
/** Maximum length of a line in characters; longer lines are refused. */
export const CATALOGUE_LINE_MAX = 64 * 1024;
/** Maximum number and total bytes of the pictures sent with a catalogue file. */
export const IMPORT_PICTURES_MAX = 1000;
export const IMPORT_PICTURES_BYTES_MAX = 500 * MEGABYTE;
/** Maximum number of refused lines in a report; further ones are only counted. */
export const REFUSALS_MAX = 500;
/** Maximum number of new categories in a report. */
export const NEW_CATEGORIES_MAX = 500;

/** Why an import can't start. */
export const fileTooLarge = () => m.imports.fileTooLarge({ megabytes: CATALOGUE_FILE_BYTES_MAX / MEGABYTE });
export const tooManyPictures = () => m.imports.tooManyPictures({ max: IMPORT_PICTURES_MAX });
export const picturesTooLarge = () => m.imports.picturesTooLarge({ megabytes: IMPORT_PICTURES_BYTES_MAX / MEGABYTE });
/** For a request that is too large as a whole. */
export const filesTooLarge = () =>
  m.imports.filesTooLarge({
    file: CATALOGUE_FILE_BYTES_MAX / MEGABYTE,
    picture: IMAGE_BYTES_MAX / MEGABYTE,
    all: (CATALOGUE_FILE_BYTES_MAX + IMPORT_PICTURES_BYTES_MAX) / MEGABYTE,
  });

/** `stopped`: the job has used up its retries; retrying it by hand resumes the import. */
export const importStates = ['waiting', 'running', 'stopped', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

export type ImportRefusal = {
  /** Counts from 1, as in an editor. */
  line: number;
  /** The columns with the wrong values; empty if the line can't be read. */
  columns: string[];
  reason: string;
};

/** The progress and results of importing a catalogue file. */
export type ImportView = {
  _id: string;
  fileName: string;
  /** Whether it only reports what the file would change. */
  check: boolean;
  state: ImportState;
  /** From 0 to 1. */
  progress: number;
  linesDone: number;
  /** 0 until the lines are counted. */
  lineCount: number;
  created: number;
  /** Existing products that changed. */
  updated: number;
  /** Existing products that already matched their lines. */
  unchanged: number;
  /** The names of the first NEW_CATEGORIES_MAX categories that it adds. */
  newCategories: string[];
  refused: number;
  /** The first REFUSALS_MAX refused lines, by line number. */
  refusals: ImportRefusal[];
  /** Why the import failed or stopped; null otherwise. */
  failure: string | null;
  /** When it was requested. ISO 8601, UTC. */
  date: string;
};
