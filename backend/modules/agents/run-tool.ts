import { inLanguage } from '#messages/context.ts';
import { toAppError } from '../../core/http/error-responses.ts';
import type { Logger } from '../../core/observability/log.ts';
import { type Arguments, readLanguage, type Tool, type ToolContext } from './tool.ts';

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** Runs a tool. An error is a result, too, with the API's message, so that the model can correct its call. */
export async function runTool(tool: Tool, given: Arguments, context: ToolContext, log: Logger): Promise<ToolResult> {
  try {
    await context.takeQuota('agent');
    const language = readLanguage(given, await context.catalogue.languages(context.em));
    const run = () => tool.run(given, context);
    const result = language === undefined ? await run() : await inLanguage(language, run);
    // Older clients read the text alone.
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  } catch (thrown) {
    const error = toAppError(thrown, log);
    const details = { code: error.code, ...error.body, ...(error.fields && { fields: error.fields }) };
    const texts = [error.message, JSON.stringify(details)];
    return { content: texts.map((text) => ({ type: 'text', text })), isError: true };
  }
}
