import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../backend/config.ts';

/** Runs a program, such as `backend/migrate.ts`, with only these variables. @returns its exit code and output */
export function runProgram(
  path: string,
  environment: Record<string, string>,
  programArguments: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(projectFolder, path), ...programArguments],
      { env: environment },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}
