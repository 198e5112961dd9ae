import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as ToolDescription,
} from '@modelcontextprotocol/sdk/types.js';
import type { ToolResult } from './run-tool.ts';
import type { Arguments, Tool } from './tool.ts';

export type McpOptions = {
  /** The shop's name. */
  title: string;
  tools: readonly Tool[];
  run: (tool: Tool, given: Arguments) => Promise<ToolResult>;
};

const INSTRUCTIONS =
  'A web shop. Find products with search_products, and read one with get_product before you recommend it. build_cart makes a link with which the shopper fills the cart: nothing is ordered before they pay there.';

/** Nothing is asked of clients whose answer would have to be checked, and creating the usual validator takes long. */
const unusedValidator = {
  getValidator() {
    throw new Error('The shop asks nothing of clients');
  },
};

/** Answers a message by a server of its own: the shop remembers nothing of an assistant between two requests. */
export async function respondTo(
  request: Request,
  message: object,
  { title, tools, run }: McpOptions,
): Promise<Response> {
  const server = new Server(
    { name: 'webshop', title, version: '1.0.0' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: unusedValidator },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((tool) => tool.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool');
    return run(tool, given);
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function describeTool({ name, title, description, input, output }: Tool): ToolDescription {
  return {
    name,
    title,
    description,
    inputSchema: input as ToolDescription['inputSchema'],
    outputSchema: output as ToolDescription['outputSchema'],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}
