// Revisions of the protocol up to 2025-11-25, spoken by the official SDK. The one file that knows it.
import { setImmediate } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, type JSONRPCRequest, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { agentOf } from './agent.ts';
import type { Converse } from './conversation.ts';
import { UnknownTool } from './door.ts';

/** No call that docket could answer has a longer line: docs end at 8 MiB. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** Talks with a client that begins with `initialize`. */
export const converse: Converse = async ({ door, input, output, version, instructions, log, broken }) => {
  const underWay = new Set<Promise<unknown>>();
  const track = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  };

  const server = new Server(
    { name: 'docket', title: 'Docket', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: NOTHING_TO_VALIDATE },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => track(listed()));
  const listed = async () => ({ tools: [...(await door.tools())] });
  // Not a handler of its own: the SDK would check input and answer before we do, and say it in its own words.
  server.fallbackRequestHandler = (request, { signal }) => {
    if (request.method !== 'tools/call') throw protocolError(ErrorCode.MethodNotFound, 'Method not found');
    const { name, input: given } = callOf(request);
    return track(called(name, given, signal));
  };
  const called = async (name: string, given: unknown, signal: AbortSignal) => {
    const agent = agentOf(server.getClientVersion());
    return door.call(name, given, { agent, signal }).then((answer) => ({ ...answer }), failed);
  };
  server.onerror = (error) => log(error.message);
  server.onclose = broken;

  await server.connect(new StdioServerTransport(input, output, { maxBufferSize: LONGEST_LINE }));
  input.resume();

  return {
    idle: async () => {
      // What was read last may not have begun yet, and what was answered last may not be written yet.
      do {
        await setImmediate();
        await Promise.allSettled([...underWay]);
      } while (underWay.size > 0);
      await setImmediate();
    },
  };
};

function callOf({ params }: JSONRPCRequest): { name: string; input: unknown } {
  if (typeof params?.name === 'string') return { name: params.name, input: params.arguments };
  throw protocolError(ErrorCode.InvalidParams, 'tools/call needs params { name, arguments }');
}

function failed(error: unknown): never {
  if (error instanceof UnknownTool) throw protocolError(ErrorCode.InvalidParams, error.message);
  throw protocolError(ErrorCode.InternalError, 'internal error');
}

function protocolError(code: ErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}

// The SDK makes a validator for answers to forms, which docket never asks for.
const NOTHING_TO_VALIDATE = {
  getValidator: () => () => {
    throw new Error('docket asks its client for nothing');
  },
};
