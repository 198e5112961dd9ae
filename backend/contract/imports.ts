import { formatNumber } from './numbers.ts';
import { IMAGE_BYTES_MAX, MEGABYTE } from './uploads.ts';

/** A catalogue file with this many bytes at most, as it is sent (compressed or not). */
export const CATALOGUE_FILE_BYTES_MAX = 50 * MEGABYTE;
/** What a catalogue file may unpack to, in bytes. */
export const CATALOGUE_TEXT_BYTES_MAX = 100 * MEGABYTE;
/** And how many lines it may have. */
export const CATALOGUE_LINES_MAX = 1_000_000;
/** A line with more characters than this is refused. */
export const CATALOGUE_LINE_MAX = 64 * 1024;
/** As many pictures can be sent along with a catalogue file, with as many bytes together. */
export const IMPORT_PICTURES_MAX = 1000;
export const IMPORT_PICTURES_BYTES_MAX = 500 * MEGABYTE;
/** A report holds this many refused lines at most; the rest is only counted. */
export const REFUSALS_MAX = 500;

/** Why an import can’t start. */
export const FILE_REQUIRED = 'A catalogue file is required';
export const FILE_TOO_LARGE = `Catalogue files can be up to ${CATALOGUE_FILE_BYTES_MAX / MEGABYTE} MB`;
export const TOO_MANY_PICTURES = `Choose up to ${formatNumber(IMPORT_PICTURES_MAX)} pictures`;
export const PICTURES_TOO_LARGE = `Pictures can be up to ${IMPORT_PICTURES_BYTES_MAX / MEGABYTE} MB in total`;
/** For an upload whose size alone is known, not the file. */
export const FILES_TOO_LARGE = `${FILE_TOO_LARGE}, each picture ${IMAGE_BYTES_MAX / MEGABYTE} MB, and all together ${
  (CATALOGUE_FILE_BYTES_MAX + IMPORT_PICTURES_BYTES_MAX) / MEGABYTE
} MB`;

/** `stopped`: its job has given up for reasons that may pass; when it is retried, the import goes on where it was. */
export const importStates = ['waiting', 'running', 'stopped', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

export type ImportRefusal = {
  /** Counted from 1, as an editor shows it. */
  line: number;
  reason: string;
};

/** How far the import of a catalogue file has come, and what became of its lines. */
export type ImportView = {
  _id: string;
  fileName: string;
  state: ImportState;
  /** Share of the file that is done, from 0 to 1. */
  progress: number;
  created: number;
  /** Products that were there already and got a new price. */
  updated: number;
  /** Products that were there already, just so. */
  unchanged: number;
  refused: number;
  /** The first REFUSALS_MAX of them, by line. */
  refusals: ImportRefusal[];
  /** Why it failed as a whole, or stopped; null otherwise. */
  failure: string | null;
  /** When it was asked for; ISO 8601, UTC. */
  date: string;
};
